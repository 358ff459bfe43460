"""The page shown without a connection, and the worker that keeps it in the browser."""

from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

DRAWN_WITH = (
    "css/tokens.css",
    "css/base.css",
    "css/parts.css",
    "css/pages.css",
    "art/felt.svg",
    "fonts/archivo-latin-wght-normal.woff2",
    "fonts/besley-latin-wght-normal.woff2",
)
"""The page's styles and scripts."""


@require_safe
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """The offline page: the same for everyone, since browsers keep it."""
    return HttpResponse(_page())


@require_safe
@never_cache
def worker(request: HttpRequest) -> HttpResponse:
    """The script that keeps that page. It changes whenever the page or its files change, and
    browsers check for that by themselves."""
    files = [static(name) for name in DRAWN_WITH]
    digest = sha256("\n".join([_page(), *files]).encode()).hexdigest()
    context = {"kept": f"offline-{digest[:16]}", "page": reverse("games:offline"), "files": files}
    script = render_to_string("offline/worker.js", context)
    return HttpResponse(script, "text/javascript; charset=utf-8")


def _page() -> str:
    return render_to_string("offline/page.html")

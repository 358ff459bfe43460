"""The game sheet as a page, and as a PDF."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.backoffice.sheets.pdf import pdf_of
from games.backoffice.sheets.sheet import Sheet, is_public, sheet_of
from games.models import PaytableVersion
from games.tables.refusals import Refused
from games.web.request_data import whole
from games.web.views import figures_page, game_named, table_named

LOOK_AGAIN = 5
"""After how many seconds a program that has come too early may ask for the PDF again."""


@require_safe
@never_cache
def sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """The sheet of a game; with ``?table=`` of one of its tables, with ``?version=`` of one of its
    paytable versions."""
    return _page(request, _sheet(request, slug))


@require_safe
@never_cache
def sheet_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """The same as a PDF. As long as figures are missing: 503 with the page, which fills itself."""
    found = _sheet(request, slug)
    if not found.complete:
        answer = _page(request, found)
        answer.status_code = 503
        answer["Retry-After"] = str(LOOK_AGAIN)
        return answer
    name = slugify(f"{found.game.slug} {found.about} {found.digest[:8]}")
    return HttpResponse(
        pdf_of(found),
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{name}.pdf"'},
    )


def _sheet(request: HttpRequest, slug: str) -> Sheet:
    game = game_named(slug)
    table, version = table_named(request, slug), _version_named(request, slug)
    if table and version:
        raise Http404
    return sheet_of(game, timezone.now(), table=table, version=version)


def _version_named(request: HttpRequest, slug: str) -> PaytableVersion | None:
    """The version that a sheet is asked for. Raises Http404 for what is not there for who asks."""
    text = request.GET.get("version")
    if text is None:
        return None
    try:
        number = whole(text, "The version")
    except Refused:
        raise Http404 from None
    version = PaytableVersion.objects.filter(pk=number, game=slug).first()
    if version is None or not (is_public(version) or _is_staff(request)):
        raise Http404
    return version


def _is_staff(request: HttpRequest) -> bool:
    return request.user.is_staff and request.user.has_perm("games.view_paytableversion")


def _page(request: HttpRequest, found: Sheet) -> HttpResponse:
    slug, query = found.game.slug, _query(found)
    address = reverse("games:sheet", args=[slug])
    context: dict[str, Any] = {
        "sheet": found,
        "progress": found.progress,
        "play_template": f"games/{slug}/play.html",
        "settlement_template": f"games/{slug}/settlement.html",
        "dealing_template": f"games/{slug}/dealing.html",
        "pdf_url": reverse("games:sheet_pdf", args=[slug]) + query,
    }
    return figures_page(request, "games/sheet.html", context, address)


def _query(found: Sheet) -> str:
    if found.version:
        return f"?version={found.version.pk}"
    return f"?table={found.table.pk}" if found.table else ""

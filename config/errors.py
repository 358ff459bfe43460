"""What error reports may show, and the answers to requests that cannot be served."""

import logging
import sys
from collections.abc import Callable, ItemsView
from types import FrameType
from typing import Any

from django.contrib import admin
from django.core.exceptions import BadRequest
from django.core.paginator import InvalidPage
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.debug import SafeExceptionReporterFilter
from django.views.defaults import page_not_found, permission_denied

RETRY_AFTER = 2
"""Seconds after which a client may retry while the database is away."""


class NoVariablesFilter(SafeExceptionReporterFilter):
    """Leaves local variables and posted values out of every error report, DEBUG or not.

    A frame of a running round holds the whole shoe; no report may carry it.
    """

    def get_traceback_frame_variables(
        self, request: HttpRequest | None, tb_frame: FrameType
    ) -> ItemsView[str, Any]:
        """No variables, for any frame."""
        return dict[str, Any]().items()

    def get_post_parameters(self, request: HttpRequest | None) -> dict[str, Any]:
        """No posted values."""
        return {}


class OneLineForBadRequests(logging.Filter):
    """Logs every 4xx answer as a one-line warning.

    Anyone can send such requests: they are not faults of the site, and their tracebacks would bury
    the real ones.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten the record if it is about a 4xx; let every record pass."""
        if 400 <= getattr(record, "status_code", 0) < 500:
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.exc_info = record.exc_text = None
        return True


class Readable:
    """Answers 400 to requests the site cannot process: a null character in an address or in what
    staff send, on which PostgreSQL would fail (players' forms have their own sentence for it); a
    body that is not UTF-8, which Python would misread; and a missing page of a list that does not
    handle this itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("A null character in the address.")
        encoding = (request.content_params or {}).get("charset", "utf-8")
        if encoding.lower() not in ("utf-8", "utf8"):
            raise BadRequest(f"The body is declared as {encoding[:20]!r}; only UTF-8 is read.")
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_: object) -> None:
        """Refuse null characters in what staff post."""
        staff = request.resolver_match is not None and request.resolver_match.namespace == "admin"
        if staff and any("\0" in text for _, texts in request.POST.lists() for text in texts):
            raise BadRequest("A null character in the form.")

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer a request for a missing page of a list."""
        return bad_request(request, exception) if isinstance(exception, InvalidPage) else None


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The 403 page; staff have their own."""
    return _for_staff(
        request, 403, "This is not part of your role",
        "Nothing has changed. A superuser can give you a role that includes it.",
    ) or permission_denied(request, exception)  # fmt: skip


def not_here(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The 404 page for an unknown address or a missing row; staff have their own."""
    return _for_staff(
        request, 404, "There is nothing here",
        "The address is mistyped, or the page was removed. The audit log says who removed it.",
    ) or page_not_found(request, exception)  # fmt: skip


def _for_staff(request: HttpRequest, status: int, title: str, sentence: str) -> HttpResponse | None:
    """A page of the administration, for people with access to it; None for everyone else."""
    inside = request.path_info.startswith(reverse("admin:index"))
    if not inside or not hasattr(request, "user") or not admin.site.has_permission(request):
        return None
    context = admin.site.each_context(request)
    context |= {"title": title, "own_heading": True, "sentence": sentence}
    return render(request, "admin/oops.html", context, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The 400 of a request that cannot be read.

    Django's own handler looks for a CSRF token in the post, and fails on it again.
    """
    return HttpResponse(render_to_string("400.html"), status=400)


def failed(request: HttpRequest) -> HttpResponse:
    """The answer to a request that failed: 503 if the database was away, else 500.

    A proxy, a page and a program may try again after a 503; nothing was half done.
    """
    if isinstance(sys.exception(), OperationalError):
        away = HttpResponse(render_to_string("503.html"), status=503)
        away["Retry-After"] = str(RETRY_AFTER)
        return away
    return HttpResponse(render_to_string("500.html"), status=500)

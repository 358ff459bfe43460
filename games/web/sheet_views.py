"""The game sheet as a page and as a PDF, and the proof pack with its page."""

from typing import Any, TypedDict

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.backoffice.sheets.approvals import is_public
from games.backoffice.sheets.pdf import pdf_of
from games.backoffice.sheets.proof import Asked, pack_asked
from games.backoffice.sheets.sections import front_of, sections_of
from games.backoffice.sheets.sheet import Sheet, sheet_of
from games.models import PaytableVersion, Table
from games.tables.refusals import Refused
from games.web.request_data import whole
from games.web.views import figures_page, game_named, table_named

LOOK_AGAIN = 5
"""After how many seconds a program that asks too early may try again."""


class Subject(TypedDict):
    """What a sheet or a pack is about: a table, a version, or the game if both are None."""

    table: Table | None
    version: PaytableVersion | None


@require_safe
@never_cache
def sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """The sheet of a game; with ``?table=`` of one of its tables, with ``?version=`` of one of its
    paytable versions."""
    return _page(request, _sheet(request, slug))


@require_safe
@never_cache
def sheet_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """The same as a PDF. While figures are missing: 503 with the page, which completes itself."""
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


@require_safe
@never_cache
def proof(request: HttpRequest, slug: str) -> HttpResponse:
    """What the proof pack is, and a link to it once everything in it has been computed. Same
    parameters as a sheet."""
    return _proof_page(request, slug, _pack(request, slug))


@require_safe
@never_cache
def proof_zip(request: HttpRequest, slug: str) -> HttpResponse:
    """The proof pack. While something is missing: 503 with the page, which polls."""
    asked = _pack(request, slug)
    if asked.pack is None:
        answer = _proof_page(request, slug, asked)
        answer.status_code = 503
        answer["Retry-After"] = str(LOOK_AGAIN)
        return answer
    name = slugify(f"{slug} proof {asked.about} {asked.pack.digest[:8]}")
    return HttpResponse(
        asked.pack.zip,
        content_type="application/zip",
        headers={"Content-Disposition": f'attachment; filename="{name}.zip"'},
    )


def _pack(request: HttpRequest, slug: str) -> Asked:
    return pack_asked(game_named(slug), timezone.now(), **subject(request, slug))


def _proof_page(request: HttpRequest, slug: str, asked: Asked) -> HttpResponse:
    query = _query(**subject(request, slug))
    context = {
        "game": game_named(slug),
        "asked": asked,
        "progress": asked.progress,
        "sheet_url": reverse("games:sheet", args=[slug]) + query,
        "zip_url": reverse("games:proof_zip", args=[slug]) + query,
    }
    return figures_page(request, "games/proof.html", context, reverse("games:proof", args=[slug]))


def _sheet(request: HttpRequest, slug: str) -> Sheet:
    return sheet_of(game_named(slug), timezone.now(), **subject(request, slug))


def subject(request: HttpRequest, slug: str) -> Subject:
    """The table or version of a sheet or a pack. Raises Http404."""
    table, version = table_named(request, slug), _version_named(request, slug)
    if table and version:
        raise Http404
    return {"table": table, "version": version}


def _version_named(request: HttpRequest, slug: str) -> PaytableVersion | None:
    """The version named in the address. Raises Http404 if the visitor may not see it."""
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
    slug, query = found.game.slug, _query(found.table, found.version)
    address = reverse("games:sheet", args=[slug])
    context: dict[str, Any] = {
        "sheet": found,
        "progress": found.progress,
        "front": front_of(found),
        "sections": sections_of(found),
        "pdf_url": reverse("games:sheet_pdf", args=[slug]) + query,
        "proof_url": reverse("games:proof", args=[slug]) + query,
        "protection_url": reverse("games:protection", args=[slug]) + query,
    }
    return figures_page(request, "games/sheet.html", context, address)


def _query(table: Table | None, version: PaytableVersion | None) -> str:
    if version:
        return f"?version={version.pk}"
    return f"?table={table.pk}" if table else ""

"""The page of game protection: what each bet of a game gives away."""

import hashlib
from collections.abc import Iterator
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.backoffice.sheets.protection import protection_page
from games.backoffice.sheets.sheet import felts_for
from games.engine.errors import GameError
from games.models import PaytableVersion, Table
from games.odds_reports.pages import Values, progress_of
from games.odds_reports.protection import exposures
from games.odds_reports.subjects import felts_under
from games.tables.selectors import active_paytables
from games.web.forms import GameForm
from games.web.sheet_views import subject
from games.web.views import figures_page, game_named


@require_safe
@never_cache
def protection(request: HttpRequest, slug: str) -> HttpResponse:
    """What one bet of a game, named by ``?bet=``, gives away; with ``?table=`` at one of its
    tables, with ``?version=`` by one of its paytable versions."""
    game, of = game_named(slug), subject(request, slug)
    table, version = of["table"], of["version"]
    wanted = request.GET.get("bet", version.spot if version else "")
    figures = protection_page(game, felts_for(game, **of), wanted, timezone.now())
    address = reverse("games:protection", args=[slug])
    rules = reverse("games:rules", args=[slug]) + (f"?table={table.pk}" if table else "")
    context = figures | {
        "game": game,
        "about": f"at table {table.name}" if table else version.code if version else "",
        "rules_url": rules,
        "links": [
            {"key": key, "name": name, "url": f"{address}?{_query(key, table, version)}"}
            for key, name in figures["bets"]
        ],
        "versions": [] if table else list(_versions(address, slug, figures)),
    }
    return figures_page(request, "games/protection.html", context)


@require_safe
@never_cache
def exposure(request: HttpRequest, slug: str) -> HttpResponse:
    """What a table's form says beside its house options: which bets can be counted under these
    options, and what that is worth. Nothing if every round is shuffled.

    Takes the form's fields as parameters; the form itself reports errors. ``have``: the state
    already shown; if nothing has changed, 204, so that screen readers don't repeat it.
    """
    game, now = game_named(slug), timezone.now()
    form = GameForm(game, request.GET)
    form.full_clean()
    try:
        felts = felts_under(game, *form.rules())
    except GameError:
        felts = []
    found = [exposures(felt.terms, now) for felt in felts]
    exposed = [one for exposures, _ in found for one in exposures]
    progress = progress_of([part for _, parts in found for part in parts], now)
    shown = [*(one.words for one in exposed), *progress.errors, str(bool(progress.words))]
    state = hashlib.sha256("\n".join(shown).encode()).hexdigest()[:16]
    if request.GET.get("have") == state:
        return HttpResponse(status=204)
    context = {"game": game, "exposed": exposed, "progress": progress, "state": state}
    return render(request, "games/protection/exposed.html", context)


def _query(bet: str, table: Table | None, version: PaytableVersion | None) -> str:
    of = {"table": table.pk} if table else {"version": version.pk} if version else {}
    return urlencode(of | {"bet": bet})


def _versions(address: str, slug: str, figures: Values) -> Iterator[dict[str, str]]:
    """The paytables that the house may choose for a bet, except those shown."""
    for one in active_paytables(slug):
        if one.spot == figures["bet"] and one not in figures["paying"]:
            yield {"name": one.code, "url": f"{address}?{_query(one.spot, None, one)}"}

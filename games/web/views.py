"""The pages of the card room."""

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.look import deck_of
from accounts.models import User
from accounts.preferences import TABLE_KEYS
from accounts.views import ensure_player
from games.engine.record import AnyGame
from games.kit import Kit
from games.models import Table
from games.odds_reports.costs import DEAR, table_costs, usual_costs
from games.odds_reports.pages import published_figures, rules_figures
from games.procedure.reading import procedure
from games.registry import GAMES, KITS
from games.scenes.fragments import faces_at, seats_drawn
from games.scenes.snapshots import html_for
from games.tables import deadlines, durations, presence, seating
from games.tables.chat import PHRASES
from games.tables.refusals import Refused
from games.tables.services import REMOVED
from games.web.access import table_for
from games.web.first_minute import first_time
from games.web.lobby import (
    Listing,
    cost_words_by_side,
    game_cards,
    priced,
    shown_in_front,
    start_for,
)
from games.web.request_data import by_htmx, seat_named, whole
from games.web.review_views import is_on

KEYS = (("Enter", "Deal, or confirm"), *((key.upper(), words) for key, words in TABLE_KEYS.items()))
"""The keys of every table, and what they do."""


def keys_of(kit: Kit) -> tuple[tuple[str, str], ...]:
    """The keys at a game's tables, its own first, and what they do."""
    return (*((key.upper(), words) for key, words in kit.keys.items()), *KEYS)


def keys_at(table: Table) -> list[tuple[str, str]]:
    """Those of them that do something at this table."""
    kit = KITS[table.game]
    idle = {
        *kit.idle_keys(table.rules.options.read(table.options)),
        *("t" if durations.clockless(table) else ""),
    }
    return [(key, words) for key, words in keys_of(kit) if key.lower() not in idle]


def game_named(slug: str) -> AnyGame:
    """The game in an address. Raises Http404."""
    if slug not in GAMES:
        raise Http404
    return GAMES[slug]


@require_safe
@never_cache
def lobby(request: HttpRequest) -> HttpResponse:
    """The games, the open tables, and who sits there."""
    listing = Listing()
    listing.look()
    games = priced(game_cards(), usual_costs())
    context = {
        "games": games,
        "tables": listing.html,
        "front": shown_in_front(),
        "start": start_for(request.user.pk),
    }
    return render(request, "games/lobby.html", context)


@require_POST
def play_now(request: HttpRequest, slug: str) -> HttpResponse:
    """Sit down where people play this game, as a guest if necessary."""
    return _seated(request, slug, seating.find_seat)


@require_POST
def play_solo(request: HttpRequest, slug: str) -> HttpResponse:
    """Sit down at a solo table."""
    return _seated(request, slug, seating.find_solo)


def _seated(
    request: HttpRequest, slug: str, find: Callable[[AnyGame, User, datetime], int]
) -> HttpResponse:
    game, user = game_named(slug), ensure_player(request)
    try:
        return redirect("games:table", find(game, user, timezone.now()))
    except Refused as error:
        messages.error(request, str(error))
        return redirect("games:lobby")


@require_safe
@never_cache
def table(request: HttpRequest, table_id: int) -> HttpResponse:
    """The table page, complete when sent; the socket keeps it up to date."""
    found = table_for(request, table_id)
    now = timezone.now()
    if request.user.pk is not None:
        presence.touch(table_id, request.user.pk, now)
    deadlines.play_due(table_id, now)
    if request.user.pk in found.barred:
        messages.info(request, REMOVED)
    seat = seat_named(request.GET)
    costs = table_costs(found)
    deck = deck_of(request)
    shown, html = html_for(table_id, request.user.pk, now, seat, deck)
    context = {
        "own_query": f"?seat={shown.you.seat}" if len(shown.you.seats) > 1 else "",
        "scene": shown,
        "html": html,
        "seats": seats_drawn(shown, html),
        "hosting": found.host is not None and found.host == request.user and not found.solo,
        "invitation": invitation(request, found),
        "coach": is_on(request.session, found),
        "phrases": () if found.solo else PHRASES.items(),
        "felt_class": f"felt--{found.game}",
        "title_template": f"games/{found.game}/title.html",
        "card_art": faces_at(found.game, deck),
        "keys": keys_at(found),
        "charted": KITS[found.game].charts is not None and found.follows_id is None,
        "costs": costs,
        "dear": json.dumps({cost.spot: f"{cost.words}." for cost in costs if cost.percent >= DEAR}),
        "first": KITS[found.game].first,
        "left": KITS[found.game].course.left,
        "first_time": first_time(request, found, shown),
    }
    return render(request, "games/table.html", context)


@require_safe
@never_cache
def costs(request: HttpRequest, table_id: int) -> HttpResponse:
    """What each game that the button may choose costs at this table, in a sentence, as far as it
    has been computed."""
    found = table_for(request, table_id)
    return HttpResponse(escape(cost_words_by_side(table_costs(found))))


def invitation(request: HttpRequest, table: Table) -> str:
    """The link to a private table, for its host to pass on; "" for anyone else."""
    if not table.token or table.host_id != request.user.pk:
        return ""
    return request.build_absolute_uri(reverse("games:enter", args=[table.token]))


@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    """The games and their rules."""
    return render(request, "games/rules_index.html", {"games": game_cards()})


@require_safe
@never_cache
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """How a game is played, what it pays and what it costs; with ``?table=`` for one table."""
    game, table = game_named(slug), table_named(request, slug)
    options = game.options.read(table.options) if table else game.options()
    figures = rules_figures(game, table, request.GET.get("up", ""), timezone.now())
    context = {
        "game": game,
        "slug": slug,
        "games": game_cards(),
        "table": table,
        "settling": procedure(KITS[slug]).settling(options),
        **figures,
    }
    return figures_page(request, f"games/{slug}/rules.html", context)


def table_named(request: HttpRequest, slug: str) -> Table | None:
    """The table named in a rules page's address. Raises Http404 for a table of another game."""
    text = request.GET.get("table")
    if text is None:
        return None
    try:
        number = whole(text, "The table")
    except Refused:
        raise Http404 from None
    table = table_for(request, number)
    if table.game != slug:
        raise Http404
    return table


@require_safe
@never_cache
def published(request: HttpRequest) -> HttpResponse:
    """What the makers print about chances, beside what is exact."""
    return figures_page(request, "games/published.html", published_figures(timezone.now()))


def figures_page(
    request: HttpRequest, template: str, context: dict[str, Any], path: str = ""
) -> HttpResponse:
    """A page that polls while figures are computed: 204 if there is nothing new.

    path: the address it polls, by default that of the request.
    """
    key = context["progress"].key
    if by_htmx(request) and request.GET.get("have") == key:
        return HttpResponse(status=204)
    again = request.GET.copy()
    again["have"] = key
    context["poll_url"] = f"{path or request.path}?{again.urlencode()}"
    return render(request, template, context)

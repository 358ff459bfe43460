"""The coach's pages: at a table, and beside a finished round."""

from collections.abc import MutableMapping
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.history.reviews.shown import asked_for, coached_action, of_review
from games.history.reviews.table_coach import says
from games.models import Table
from games.registry import KITS
from games.scenes.snapshots import current
from games.tables.locked_table import step_of
from games.web.access import own_round, table_for
from games.web.request_data import by_htmx, seat_named

_KEY = "coach"


def is_on(session: MutableMapping[str, Any], table: Table) -> bool | None:
    """Whether a visitor has the coach at tables like this one: at solo tables unless they have
    turned it off, at others if they have turned it on. None if the game has no decisions, or if
    mistakes are what is compared."""
    if KITS[table.game].decisions is None or table.follows_id is not None:
        return None
    chosen: bool = session.get(_KEY, {}).get(_kind(table), table.solo)
    return chosen


def _kind(table: Table) -> str:
    return "solo" if table.solo else "shared"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def coach(request: HttpRequest, table_id: int) -> HttpResponse:
    """GET: what the coach says to the viewer's own seat; 204 if ``?step=`` is no longer current.
    POST ``on=1`` or ``on=0``: turn it on or off."""
    table = table_for(request, table_id)
    if is_on(request.session, table) is None:
        raise Http404
    if request.method == "POST":
        kinds = {**request.session.get(_KEY, {}), _kind(table): request.POST.get("on") == "1"}
        request.session[_KEY] = kinds
        return _turned(request, table)
    return _said(request, table)


def _turned(request: HttpRequest, table: Table) -> HttpResponse:
    seat = seat_named(request.GET)
    query = "" if seat is None else f"?seat={seat}"
    if not by_htmx(request):
        return redirect(reverse("games:table", args=[table.pk]) + query)
    context = {"table": table, "coach": is_on(request.session, table), "own_query": query}
    return render(request, "games/coach/panel.html", context)


def _said(request: HttpRequest, table: Table) -> HttpResponse:
    snap, seat = current(table.pk), seat_named(request.GET)
    chair = snap.chair_of(request.user.pk, seat)
    if chair is None or snap.round is None or snap.replay is None:
        return HttpResponse()
    if not is_on(request.session, table):
        return HttpResponse()
    if request.GET.get("step") != step_of(snap.table, chair):
        return HttpResponse(status=204)
    if all(part.seat != chair.seat or part.user_id != request.user.pk for part in snap.parts):
        return HttpResponse()
    said = says(snap.replay, chair.seat, snap.clocked.get(chair.seat, ()))
    return render(request, "games/coach/says.html", {"says": said, "again": request.get_full_path})


@require_safe
@never_cache
@login_required
def round_review(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """Expectation, luck and cost of decisions in one of the player's finished rounds; 204 while it
    is being worked out."""
    part, _ = own_round(request, round_id)
    if of_review(asked_for(part)).waiting:
        return HttpResponse(status=204)
    return render(request, "games/coach/round.html", {"part": part})


@require_safe
@never_cache
@login_required
def round_decision(request: HttpRequest, round_id: UUID, ordinal: int) -> HttpResponse:
    """The value of each action at one decision in one of the player's finished rounds; 204 while it
    is being worked out."""
    found = coached_action(request.user.pk, round_id, ordinal, seat_named(request.GET))
    if found is None or (found.decision is None and not found.waiting):
        raise Http404
    if found.waiting:
        return HttpResponse(status=204)
    return render(request, "games/coach/decided.html", {"decision": found.decision})

"""The way back to the table: every seat that somebody holds is one tap away, on every page."""

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from games.engine.errors import GameError
from games.models import Chair, Phase
from games.scenes import Scene
from games.scenes.snapshots import scene_for
from games.tables import deadlines, durations, presence
from games.tables.refusals import Refused
from games.web.request_data import whole


@dataclass(frozen=True)
class HeldSeat:
    """A seat that the viewer holds at another table than the one on the page.

    state: what is going on there, as its felt says; note: the rest of that. due: whether the table
    waits for the viewer; left_ms, window_ms: the time left and the full time, None if no clock
    runs. staked: the viewer's cents on the felt.
    """

    table_id: int
    name: str
    game: str
    address: str
    state: str
    note: str
    due: bool
    staked: int
    left_ms: int | None
    window_ms: int

    @property
    def seconds(self) -> int | None:
        """Whole seconds left; None if no clock runs."""
        return None if self.left_ms is None else -(-self.left_ms // 1000)


def held_seats(user: User, now: datetime, but: int | None = None) -> list[HeldSeat]:
    """The seats that a user holds, first those whose tables wait for them.

    but: the table to leave out, because the page shows it.
    """
    own = Chair.objects.filter(user=user, leaving=False, table__closed=False)
    chairs = own.select_related("table").order_by("table_id", "seat")
    elsewhere = [chair for chair in chairs if chair.table_id != but and not _is_over(chair, now)]
    seats = [_held(chair, user, now) for chair in elsewhere]
    return sorted(seats, key=lambda seat: (not seat.due, seat.left_ms is None, seat.left_ms or 0))


def _is_over(chair: Chair, now: datetime) -> bool:
    """Whether nothing waits there: a daily deal of which all is dealt, and an idle solo table whose
    player has been away for so long that the sweep frees the seat."""
    table = chair.table
    if table.dealt_out and table.phase in (Phase.WAITING, Phase.SHOWING):
        return True
    seen = chair.seen_at
    return _is_idle(chair) and (seen is None or seen + durations.ABSENT < now)


def _is_idle(chair: Chair) -> bool:
    """Whether nothing lies on a solo table. A daily deal is never idle."""
    table = chair.table
    laid = table.phase == Phase.BETTING and chair.wagers
    return table.solo and table.last_round is None and table.phase != Phase.PLAYING and not laid


def _is_glanced_at(chair: Chair) -> bool:
    """Whether its player has only looked at a solo table. Other pages do not keep that seat."""
    return _is_idle(chair) and not chair.rounds_here


def _held(chair: Chair, user: User, now: datetime) -> HeldSeat:
    address = reverse("games:table", args=[chair.table_id])
    try:
        shown = scene_for(chair.table_id, user.pk, now, chair.seat)
    except (GameError, ValueError):  # a row was altered: only the table's own page may suffer
        return _unread(chair, address)
    due = _is_waited_for(shown)
    deadline = shown.deadline_ms if due else None
    return HeldSeat(
        table_id=chair.table_id,
        name=shown.table.name,
        game=shown.table.game_name,
        address=f"{address}?seat={chair.seat}" if len(shown.you.seats) > 1 else address,
        state=shown.heading.title,
        note=shown.heading.note,
        due=due,
        staked=shown.own.seat.staked if shown.own else 0,
        left_ms=None if deadline is None else max(0, deadline - shown.now_ms),
        window_ms=shown.window_ms,
    )


def _unread(chair: Chair, address: str) -> HeldSeat:
    """A seat at a table whose round cannot be replayed: only the way back."""
    return HeldSeat(
        table_id=chair.table_id,
        name=chair.table.name,
        game=chair.table.rules.name,
        address=address,
        state="Your seat",
        note="",
        due=False,
        staked=0,
        left_ms=None,
        window_ms=0,
    )


def _is_waited_for(shown: Scene) -> bool:
    """Whether a table waits for its viewer: for a decision, for the choice of the game, or for bets
    once the clock runs."""
    if shown.view is not None and shown.view.offers:
        return True
    if shown.choice is not None and shown.choice.yours:
        return True
    ready = shown.own is None or shown.own.seat.ready
    return shown.state == Phase.BETTING and shown.deadline_ms is not None and not ready


@require_safe
@never_cache
def held(request: HttpRequest) -> HttpResponse:
    """The way back as it is now; 204 without seats. A player whose page requests this does not
    count as away: they are only on another page."""
    user, now = request.user, timezone.now()
    if not isinstance(user, User):
        return HttpResponse(status=204)
    own = Chair.objects.filter(user=user, leaving=False).select_related("table")
    for table_id in {chair.table_id for chair in own if not _is_glanced_at(chair)}:
        presence.linked(table_id, user.pk, now, presence.POLL)
        deadlines.play_due(table_id, now)
    seats = held_seats(user, now, _but(request))
    return render(request, "parts/held_seats.html", {"held": seats})


def _but(request: HttpRequest) -> int | None:
    """The table whose page sent the request; None for any other page."""
    try:
        return whole(request.GET.get("table", ""), "The table")
    except Refused:
        return None

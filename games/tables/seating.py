"""Finding a place to play."""

from datetime import datetime

from django.db.models import F, Q

from accounts.models import User
from games.engine.record import AnyGame
from games.models import Chair, Table
from games.tables import play_limits, setup
from games.tables.refusals import Refused
from games.tables.selectors import open_tables
from games.tables.services import leave, sit

_GOING_ON = {"paused": False, "closing": False}


def find_seat(game: AnyGame, user: User, now: datetime) -> int:
    """Seat a user at a shared table of a game, where people are if there is room; opens another
    table when all are full. Returns the table's id. Raises Refused during a player's break."""
    play_limits.check_break(user, now)
    mine = Chair.objects.filter(user=user, table__game=game.slug, table__solo=False)
    if (chair := mine.first()) is not None:
        if chair.leaving:
            sit(chair.table_id, user, chair.seat, now)
        return chair.table_id
    shared = open_tables().filter(game=game.slug, solo=False, **_GOING_ON).order_by("-people", "pk")
    for table in shared:
        if table.people < table.chair_count and _sit_anywhere(table.pk, user, now):
            return table.pk
    another = setup.open_another(game)
    _sit_anywhere(another.pk, user, now)
    return another.pk


def find_solo(game: AnyGame, user: User, now: datetime) -> int:
    """Seat a user at a solo table of a game: their own, a free one, or a new one. Returns the
    table's id. Raises Refused during a player's break."""
    play_limits.check_break(user, now)
    solo = Table.objects.filter(game=game.slug, solo=True, closed=False, follows=None)
    if (own := solo.filter(chairs__user=user).first()) is not None:
        return own.pk
    free = solo.filter(chairs__user__isnull=True, listed=True, **_GOING_ON)
    for table_id in free.values_list("pk", flat=True)[:3]:
        if _sit_anywhere(table_id, user, now):
            return table_id
    table = setup.open_another(game, solo=True)
    _sit_anywhere(table.pk, user, now)
    return table.pk


def leave_all(user: User, now: datetime) -> None:
    """Give up every seat a user has; hands in play are finished and paid as at any leaving."""
    own = Chair.objects.filter(user=user, leaving=False).order_by("table_id")
    for table_id in own.values_list("table_id", flat=True).distinct():
        leave(table_id, user, now)


def _sit_anywhere(table_id: int, user: User, now: datetime) -> bool:
    """Take the first free seat, else a bot's; False when somebody was faster everywhere."""
    free = Chair.objects.filter(Q(user__isnull=True) | Q(user__is_bot=True), table_id=table_id)
    nobody_first = F("user__is_bot").asc(nulls_first=True)
    for seat in free.order_by(nobody_first, "seat").values_list("seat", flat=True):
        try:
            sit(table_id, user, seat, now)
        except Refused:
            continue
        return True
    return False

"""Finding a place to play."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.engine.record import AnyGame
from games.models import Chair, Table
from games.tables import play_limits, setup
from games.tables.refusals import Refused
from games.tables.selectors import open_tables
from games.tables.services import leave, sit

_GOING_ON = {"paused": False, "closing": False}


def find_seat(game: AnyGame, user: User, now: datetime) -> int:
    """Seat a user at a shared table of a game, preferably one with people; opens another table if
    all are full. Returns the table's id. Raises Refused during a player's break."""
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
    """Seat a user at a solo table of a game: the one that they have not left yet, or a new one for
    them alone. Returns the table's id. Raises Refused during a player's break."""
    play_limits.check_break(user, now)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # of two presses at once, one waits
        table = _own_solo(game, user) or setup.open_solo(game, user)
    if not table.chairs.filter(user=user, leaving=False).exists():
        sit(table.pk, user, 1, now)
    return table.pk


def _own_solo(game: AnyGame, user: User) -> Table | None:
    solo = Table.objects.filter(game=game.slug, solo=True, closed=False, follows=None, **_GOING_ON)
    return solo.filter(Q(host=user) | Q(chairs__user=user)).first()


def sit_down(table_id: int, user: User, now: datetime) -> None:
    """Seat a user in the free seat nearest the middle of a table, or in a bot's if none is free;
    people who already sit there keep their seat. Raises Refused if the table is full, and during a
    player's break."""
    play_limits.check_break(user, now)
    own = Chair.objects.filter(table_id=table_id, user=user).order_by("position").first()
    if own is not None:
        sit(table_id, user, own.seat, now)
    elif not _sit_anywhere(table_id, user, now):
        raise Refused("The table is full. You can watch until a seat is free.")


def leave_all(user: User, now: datetime) -> None:
    """Give up every seat a user has; hands in play are finished and paid as when leaving any
    table."""
    own = Chair.objects.filter(user=user, leaving=False).order_by("table_id")
    for table_id in own.values_list("table_id", flat=True).distinct():
        leave(table_id, user, now)


def _sit_anywhere(table_id: int, user: User, now: datetime) -> bool:
    """Take the free seat nearest the middle, else a bot's; False if somebody else was faster
    everywhere."""
    chairs = Chair.objects.filter(table_id=table_id).select_related("user")
    middle = (len(chairs) + 1) / 2
    free = [chair for chair in chairs if chair.user is None or chair.is_bot]
    for chair in sorted(free, key=lambda one: (one.is_bot, abs(one.seat - middle), one.seat)):
        try:
            sit(table_id, user, chair.seat, now)
        except Refused:
            continue
        return True
    return False

"""What any caller may do for the clock at any time: at most one thing that is due at a table.

Every service takes the current time as `now` and works under the table's lock.
"""

import logging
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Chair, Phase, Table
from games.tables import chairs, decisions, durations, presence, rounds, time_bank
from games.tables.locked_table import Desk, locked

log = logging.getLogger(__name__)


def advance(table_id: int, seen_version: int | None, now: datetime) -> bool:
    """Do what is due at a table, at most one thing. Any caller may call it at any time.

    Returns False, having changed nothing, if nothing is due or the table is no longer at
    `seen_version` (None: at any version): another caller was first.
    """
    with locked(table_id, now) as desk:
        if seen_version is not None and desk.table.version != seen_version:
            return False
        return rounds.transition(desk)


def play_due(table_id: int, now: datetime) -> None:
    """Let the clock play before a player acts, so that a late action meets the current state."""
    if Table.objects.filter(pk=table_id, deadline__lte=now).exists():
        advance(table_id, None, now)


def renew_passed(now: datetime) -> int:
    """After a restart: every deadline that has passed gets its whole window again.

    Returns how many. Safe to run beside a running site: it changes no deadline that is still ahead.
    """
    count = 0
    for table_id in Table.objects.filter(deadline__lte=now).values_list("pk", flat=True):
        with locked(table_id, now) as desk:
            if desk.due():
                time_bank.give_back(desk)
                count += 1
    return count


def sweep(now: datetime) -> int:
    """Do at every table the one thing that is due; play for people who have left a table without a
    clock; free the seats of people who have been away too long. Returns how many tables moved on.

    If a table fails, the error is logged and the others are swept all the same.
    """
    moved = 0
    # A table that follows another one stays as its player left it until its day is over.
    on = Table.objects.exclude(phase=Phase.WAITING).filter(follows=None)
    on = on.filter(Q(deadline__lte=now) | Exists(_gone(now)))
    for table_id in on.values_list("pk", flat=True):
        try:
            presence.notice(table_id, now)
            with locked(table_id, now) as desk:
                moved += rounds.transition(desk) or _tidy(desk)
        except Exception:
            log.exception("table %s could not be swept", table_id)
    return moved


def _gone(now: datetime) -> QuerySet[Chair]:
    """The chairs, at tables with a round in play, whose players may be absent or have lost their
    connection."""
    long_ago = now - durations.ABSENT
    absent = Q(seen_at__isnull=True) | Q(seen_at__lte=long_ago) | Q(out_since__lte=long_ago)
    people = Chair.objects.filter(table=OuterRef("pk"), user__is_bot=False)
    return people.filter(absent | Q(away=False, linked_until__lte=now))


def _tidy(desk: Desk) -> bool:
    """Free the seats of people who have gone; returns whether there was anything to do."""
    taken = [chair for chair in desk.chairs if chair.user_id]
    if taken and all(chairs.is_absent(desk, chair) for chair in taken):
        decisions.play_out(desk)
        rounds.next_round(desk)
        return True
    played = durations.clockless(desk.table) and decisions.play_for(desk, chairs.is_absent)
    return rounds.free_absent(desk) or played

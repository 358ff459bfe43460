"""Who is connected to a table: connections lost and found, and how many people only watch.

Presence is a timestamp, written outside the table's lock. Only what everyone sees is a change of
the table: that a player is away or back, and how many spectators there are.
"""

from datetime import datetime, timedelta

from django.db.models import Q

from games.models import Chair, Table, Watcher
from games.tables.locked_table import locked

LINK = timedelta(seconds=90)
"""How long one refresh of presence holds; a socket refreshes it once a minute."""
POLL = timedelta(seconds=15)
"""The same for a page that reads the table slowly, every five seconds."""
GRACE = timedelta(seconds=6)
"""After how long without a connection a player is marked as away: a page that reloads is not."""


def touch(table_id: int, user_id: int, now: datetime) -> None:
    """Note that a player is still there. Nobody sees this change: the version stays."""
    Chair.objects.filter(table_id=table_id, user_id=user_id).update(seen_at=now)


def linked(table_id: int, user_id: int, now: datetime, hold: timedelta = LINK) -> bool:
    """Refresh a player's presence: a page of theirs is connected. False, without effect, for a user
    without a seat."""
    chairs = Chair.objects.filter(table_id=table_id, user_id=user_id)
    if not chairs.update(seen_at=now):
        return False
    shorter = Q(linked_until__isnull=True) | Q(linked_until__lt=now + hold)
    chairs.filter(shorter).update(linked_until=now + hold)
    if chairs.filter(away=True).exists():
        with locked(table_id, now) as desk:
            for chair in desk.chairs:
                if chair.user_id == user_id and chair.away:
                    chair.away = False
                    desk.add_news("is connected again.", chair)
                    desk.change(chair)
    return True


def unlinked(table_id: int, user_id: int, now: datetime) -> None:
    """A page of a player has lost its connection; if they have another page open, it refreshes
    presence."""
    chairs = Chair.objects.filter(table_id=table_id, user_id=user_id)
    chairs.filter(linked_until__gt=now).update(linked_until=now)


def notice(table_id: int, now: datetime) -> bool:
    """Mark players whose connection has been lost for a while as away; returns whether there were
    any."""
    gone = Q(user__isnull=False, away=False, linked_until__lte=now - GRACE)
    if not Chair.objects.filter(gone, table_id=table_id).exists():
        return False
    with locked(table_id, now) as desk:
        for chair in desk.chairs:
            link = chair.linked_until
            if chair.user_id and not chair.away and link is not None and link <= now - GRACE:
                chair.away = True
                desk.add_news("has lost the connection.", chair)
                desk.change(chair)
        return desk.changed


def watch(table_id: int, name: str, user_id: int | None, now: datetime) -> None:
    """A socket called `name` watches a table, if there is such a table."""
    if not Table.objects.filter(pk=table_id).exists():
        return
    seen = {"table_id": table_id, "user_id": user_id, "until": now + LINK}
    Watcher.objects.update_or_create(name=name, defaults=seen)


def unwatch(name: str) -> None:
    """That socket is gone."""
    Watcher.objects.filter(name=name).delete()


def count_spectators(table_id: int, now: datetime) -> bool:
    """Update the number of spectators; returns whether it changed.

    Somebody with several pages is one spectator, and none while they have a seat.
    """
    Watcher.objects.filter(table_id=table_id, until__lte=now).delete()
    rows = Watcher.objects.filter(table_id=table_id)
    seated = Chair.objects.filter(table_id=table_id, user__isnull=False).values("user_id")
    strangers = rows.filter(user__isnull=True).count()
    known = rows.filter(user__isnull=False).exclude(user_id__in=seated)
    number = strangers + known.values("user_id").distinct().count()
    if not Table.objects.filter(pk=table_id).exclude(watching=number).exists():
        return False
    with locked(table_id, now) as desk:
        desk.table.watching = number
        desk.change()
    return True

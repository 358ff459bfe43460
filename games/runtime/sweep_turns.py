"""Whose turn it is to sweep the tables, and since when processes of the site have been running.

Every process of the site asks for its turn; a conditional update gives it to one, and is also the
sign that the clocks are kept. A command, which was not running, judges by that sign: what fell due
while no process of the site was running is no player's fault.
"""

from datetime import datetime, timedelta

from django.db.models import Case, F, Value, When

from games.models import Keeping

EVERY = timedelta(seconds=15)
"""From one sweep to the next."""
GAP = 3 * EVERY
"""If there was no sign for longer, nobody kept the clocks in between."""
SETTLED = timedelta(seconds=30)
"""How long after a gap nobody counts as gone: pages need a while to reconnect."""

_ONLY = 1


def take_turn(now: datetime) -> bool:
    """Sign if it is time; returns whether to sweep the tables now."""
    row = Keeping.objects.filter(pk=_ONLY)
    anew = Case(When(until__lt=now - GAP, then=Value(now)), default=F("since"))
    if row.filter(until__lte=now - EVERY).update(since=anew, until=now):
        return row.filter(since__lte=now - SETTLED).exists()
    if not row.exists():
        Keeping.objects.get_or_create(pk=_ONLY, defaults={"since": now, "until": now})
    return False


def kept(now: datetime) -> Keeping | None:
    """The last stretch during which the clocks were kept; None while nobody keeps them, or has only
    just begun to."""
    row = Keeping.objects.filter(pk=_ONLY, until__gte=now - GAP).first()
    return row if row and row.until - row.since >= SETTLED else None

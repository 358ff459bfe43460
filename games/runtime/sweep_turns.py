"""Whose turn it is to sweep the tables, and since when processes of the site have been there.

Every process of the site asks for its turn; a conditional update gives it to one, and is at the
same time the sign that the clocks are kept. A command, which was not there, judges by that sign:
what fell due while no process of the site was there is no player's fault.
"""

from datetime import datetime, timedelta

from django.db.models import Case, F, Value, When

from games.models import Keeping

EVERY = timedelta(seconds=15)
"""From one sweep to the next."""
GAP = 3 * EVERY
"""Without a sign for longer, nobody has kept the clocks meanwhile."""
SETTLED = timedelta(seconds=30)
"""How long after a gap nobody is taken to have gone: pages need a while to come back."""

_ONLY = 1


def take_turn(now: datetime) -> bool:
    """Sign, if it is time; whether the tables are to be swept now."""
    row = Keeping.objects.filter(pk=_ONLY)
    anew = Case(When(until__lt=now - GAP, then=Value(now)), default=F("since"))
    if row.filter(until__lte=now - EVERY).update(since=anew, until=now):
        return row.filter(since__lte=now - SETTLED).exists()
    if not row.exists():
        Keeping.objects.get_or_create(pk=_ONLY, defaults={"since": now, "until": now})
    return False


def kept(now: datetime) -> Keeping | None:
    """From when to when the clocks were kept lately; None while nobody keeps them, or has only
    just begun to."""
    row = Keeping.objects.filter(pk=_ONLY, until__gte=now - GAP).first()
    return row if row and row.until - row.since >= SETTLED else None

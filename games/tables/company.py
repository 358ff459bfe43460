"""Bots keep tables going while somebody watches the lobby or the table; see docs/decisions/0128.

Watchers report again and again; `Table.company_until` is how long the last report holds. It is
written outside the tables' locks, and nothing has to expire: when the reports stop, the bots leave.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F, Min, Q, QuerySet, Value
from django.db.models.functions import Coalesce

from games.models import Table
from games.tables import bots, deadlines

LASTS = timedelta(seconds=90)
"""How long one report of a watcher holds."""
RENEWED = timedelta(seconds=60)
"""Nothing is written while at least this much of it is left."""


def keep(now: datetime) -> None:
    """Somebody watches the lobby: keep a table of each game going, and let its clock and its bots
    do what is due."""
    if not settings.LOBBY_BOTS:
        return
    kept = Table.objects.filter(pk__in=_chosen())
    _go_on(kept, now)
    due = kept.filter(Q(bots_at__lte=now) | Q(deadline__lte=now))
    for table_id in due.values_list("pk", flat=True):
        deadlines.play_due(table_id, now)
        bots.attend(table_id, now)


def watch(table_id: int, now: datetime) -> None:
    """Somebody watches a table: if the house's bots may sit there, they come or stay."""
    if settings.LOBBY_BOTS and _go_on(_OURS.filter(pk=table_id), now):
        bots.attend(table_id, now)


def _go_on(tables: QuerySet[Table], now: datetime) -> int:
    """Note that somebody watches these tables; returns how many had to be written."""
    stale = tables.filter(Q(company_until=None) | Q(company_until__lt=now + RENEWED))
    return stale.update(company_until=now + LASTS, bots_at=Coalesce(F("bots_at"), Value(now)))


_OURS = Table.objects.filter(
    listed=True, closed=False, closing=False, paused=False, solo=False, host=None, bots__gt=0
)
"""The tables that the house has opened to everyone and that allow bots."""


def _chosen() -> list[int]:
    """The first of these tables for each game."""
    firsts = _OURS.order_by("game").values("game").annotate(first=Min("pk"))
    return [row["first"] for row in firsts]

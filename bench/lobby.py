"""A push of the lobby with many tables open against one with few, in the same process: the cost of
reading the one table that has changed, and of making the push."""

import statistics
import time
from typing import Any

from django.contrib.auth import get_user_model

from games.models import Chair, Table
from games.registry import GAMES
from games.tables import setup
from games.web.lobby import Listing

FEW, MANY = 10, 400
TIMES = 200
WARM_UP = 20


def _open(count: int) -> None:
    """Open tables until the lobby has this many."""
    games = list(GAMES.values())
    listed = Table.objects.filter(solo=False, listed=True, closed=False)
    for number in range(count - listed.count()):
        setup.open_another(games[number % len(games)])


def _push_times() -> tuple[list[float], float, int]:
    """Seconds for each push, for one that reads all tables, and the mean size of a push."""
    first = Table.objects.filter(solo=False).order_by("pk")[0]
    chair = Chair.objects.filter(table=first, seat=1)
    user = get_user_model().objects.get_or_create(username="sitter")[0]
    listing = Listing()
    start = time.monotonic()
    listing.look()
    whole = time.monotonic() - start
    times, size = [], 0
    for turn in range(WARM_UP + TIMES):
        chair.update(user=None if turn % 2 else user)
        start = time.monotonic()
        push = listing.look({first.pk})
        times.append(time.monotonic() - start)
        size += len(push.encode())
    chair.update(user=None)
    return times[WARM_UP:], whole, size // (WARM_UP + TIMES)


def measure() -> dict[str, Any]:
    """The figures of the lobby. It leaves many tables open."""
    _open(FEW)
    few, _, few_bytes = _push_times()
    _open(MANY)
    many, whole, many_bytes = _push_times()
    return {
        "lobby.push_ms": {
            str(FEW): round(1000 * statistics.median(few), 2),
            str(MANY): round(1000 * statistics.median(many), 2),
        },
        "lobby.push_bytes": {str(FEW): few_bytes, str(MANY): many_bytes},
        "lobby.push_vs_tables": round(statistics.median(many) / statistics.median(few), 2),
        "lobby.whole_ms": round(1000 * whole, 1),
    }

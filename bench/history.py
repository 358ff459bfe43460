"""How long a page of the history takes with a hundred thousand rounds of one player."""

import statistics
import time
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.test import Client

from games.models import Round, RoundSeat, Table

ROUNDS = 100_000
TIMES = 5
OUTCOMES = ("won", "lost", "lost", "push")
FIRST = datetime(2026, 1, 1, tzinfo=UTC)

ASKED = {
    "first": "",
    "game": "?game=blackjack",
    "result": "?game=big-50&result=won&at_most=5",
    "days": "?since=2026-01-02&until=2026-01-02",
    "nothing": "?result=void&at_least=900000",
}
"""The filters; `nothing` matches no round, so that all must be searched."""


def fill() -> Any:
    """Make a player with this many rounds at four tables, one a minute. Returns the player."""
    player = get_user_model().objects.create(username="reader", is_guest=True)
    tables = list(Table.objects.filter(solo=True).order_by("pk"))
    rounds = (_round(tables[number % len(tables)], number) for number in range(ROUNDS))
    while some := list(islice(rounds, 5_000)):
        Round.objects.bulk_create(some)
        RoundSeat.objects.bulk_create(_part(round, player) for round in some)
    return player


def _round(table: Table, number: int) -> Round:
    at = FIRST + timedelta(minutes=number)
    return Round(
        table=table, number=1000 + number, game=table.game, status=Round.Status.SETTLED, unit=100,
        button=1, opened=at, dealt=at, ended=at, commitment="0" * 64,
    )  # fmt: skip


def _part(round: Round, player: Any) -> RoundSeat:
    staked = 100 * (1 + round.number % 20)
    return RoundSeat(
        round=round, seat=1, user=player, game=round.game, table=round.table, client_seed="x",
        wagers={}, staked=staked, returned=0, ended=round.ended,
        outcome=OUTCOMES[round.number % len(OUTCOMES)],
    )  # fmt: skip


def _milliseconds(client: Client, path: str, **headers: str) -> float:
    times = []
    for _ in range(TIMES):
        start = time.perf_counter()
        answer = client.get(path, headers=headers)
        assert answer.status_code == 200, path
        times.append(1000 * (time.perf_counter() - start))
    return round(statistics.median(times), 1)


def page_times(player: Any) -> dict[str, float]:
    """The median of a few requests, in milliseconds, for each filter, and `deep`: the page reached
    by scrolling past 90 % of all rounds."""
    client = Client(SERVER_NAME="localhost")
    client.force_login(player)
    found = {name: _milliseconds(client, f"/history/{query}") for name, query in ASKED.items()}
    rows = RoundSeat.objects.filter(user=player).order_by("-ended", "-pk")
    deep = rows.values_list("pk", flat=True)[ROUNDS * 9 // 10]
    path = f"/history/?before={deep}"
    return found | {"deep": _milliseconds(client, path, hx_request="true")}


def measure(home: Path) -> dict[str, Any]:
    """Milliseconds per page, by filter, and the longest of them."""
    times = page_times(fill())
    return {"history.rounds": ROUNDS, "history.page_ms": times | {"longest": max(times.values())}}

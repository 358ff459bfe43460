"""How long the pages of the administration take in a house that has been busy for a year.

By itself, on SQLite or on the tests' PostgreSQL, with two million rounds by default: ``python -m
bench.staff [embedded|services] [rounds]``.
"""

import json
import statistics
import subprocess
import sys
import time
from datetime import UTC, datetime
from typing import Any

from bench import site
from bench.load.house import new_database
from tests.support import services

TIMES = 5
FEWER = 256_000
"""Rounds of the house in `make bench`, which has more to measure."""
AIMS = {"embedded": 600, "services": 300}
"""The longest that a page may take, in milliseconds."""

PAGES = {
    "home": "/admin/",
    "dashboard": "/admin/games/holdtally/",
    "versions": "/admin/games/paytableversion/",
    "drafts": "/admin/games/paytabledraft/",
    "profiles": "/admin/games/limitsprofile/",
    "tables": "/admin/games/table/",
    "rounds": "/admin/games/round/",
    "rounds, last page": "/admin/games/round/?p={last_round}",
    "rounds of a game": "/admin/games/round/?game=big-50&status__exact=settled",
    "voids": "/admin/games/voidrequest/",
    "players": "/admin/accounts/user/",
    "players by name": "/admin/accounts/user/?q=bench4999",
    "a player": "/admin/accounts/user/{player}/change/",
    "people": "/admin/accounts/staffmember/",
    "groups": "/admin/auth/group/",
    "transfers": "/admin/accounts/transfer/",
    "transfers of a player": "/admin/accounts/transfer/?q=bench0",
    "rounds of a player": "/admin/games/round/?q=bench0",
    "a table's history": "/admin/games/table/1/history/",
    "chip requests": "/admin/accounts/ledgerrequest/",
    "audit log": "/admin/accounts/auditentry/",
    "audit log by a memo": "/admin/accounts/auditentry/?q=memo+4321",
    "audit log, nothing found": "/admin/accounts/auditentry/?q=nothing+at+all",
    "accounts": "/admin/accounts/account/",
}


def measure() -> dict[str, Any]:
    """The figures of both databases, each from a process of its own; PostgreSQL's if it answers."""
    figures: dict[str, Any] = {}
    for backend in AIMS if not services.silent() else ("embedded",):
        done = subprocess.run(
            [sys.executable, "-m", "bench.staff", backend, str(FEWER)],
            stdout=subprocess.PIPE,
            check=True,
        )
        figures |= {
            f"staff.{backend}.{name}": figure for name, figure in json.loads(done.stdout).items()
        }
    return figures


def of_a_busy_house(backend: str, rounds: int | None) -> dict[str, Any]:
    """Milliseconds per page: the first time (`first_ms`), and the median of the next ones."""
    from django.test import Client

    from accounts.adminbase import Listed
    from accounts.models import User
    from bench import busy_house
    from games.management import working
    from games.models import Round

    begun = time.perf_counter()
    client = Client(SERVER_NAME="localhost")
    client.force_login(busy_house.fill(datetime.now(UTC), rounds or busy_house.ROUNDS))
    made = time.perf_counter() - begun
    client.get(PAGES["dashboard"])
    working.work("worker of the measurements", lambda function, *rest: function(*rest))
    count = Round.objects.count()
    eager = User.objects.get(username="bench0").pk
    first, usual = {}, {}
    for name, path in PAGES.items():
        address = path.format(last_round=min(count, Listed.MOST) // 25, player=eager)
        times = []
        for _ in range(1 + TIMES):
            at = time.perf_counter()
            answer = client.get(address)
            assert answer.status_code == 200, path
            times.append(1000 * (time.perf_counter() - at))
        first[name], usual[name] = round(times[0]), round(statistics.median(times[1:]))
    longest = max(usual, key=lambda name: usual[name])
    return {
        "rounds": count, "made_s": round(made), "first_ms": first, "page_ms": usual,
        "longest": longest, "aim_met": usual[longest] < AIMS[backend],
    }  # fmt: skip


def main(backend: str = "embedded", rounds: str = "") -> None:
    """Print the figures of a backend as JSON."""
    if backend == "embedded":
        with site.temporary():
            figures = of_a_busy_house(backend, int(rounds or 0))
    else:
        with new_database(services.DATABASE_URL, "cardroom_bench") as url, site.temporary(url):
            figures = of_a_busy_house(backend, int(rounds or 0))
    json.dump(figures, sys.stdout, indent=2)


if __name__ == "__main__":
    main(*sys.argv[1:])

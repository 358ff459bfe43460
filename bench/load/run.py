"""What `make load` and `make chaos` have in common: the command line, the run, the report."""

import argparse
import asyncio
import os
import resource
import signal
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any

from bench.load import house
from bench.load.costs import Costs
from bench.load.crowd import Crowd
from bench.load.tally import Tally
from tests.support.server import Server

SECONDS_TO_REST = 60
SECONDS_TO_COUNT = 60

SITE = "config.asgi:application"
METERED = "bench.load.site:application"

Beside = Callable[[list[Server], Crowd], Awaitable[None]]
"""What happens to the site's processes while people play."""


def arguments(description: str | None, **defaults: Any) -> argparse.ArgumentParser:
    """The options of both commands."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--tables", type=int, default=8, help="tables, of all games in turn")
    parser.add_argument("--seats", type=int, default=5, help="players at each")
    parser.add_argument("--seconds", type=float, default=30, help="how long they play, once in")
    parser.add_argument("--arrive", type=float, default=10, help="players who come in a second")
    parser.add_argument("--backend", choices=("embedded", "services"), default="embedded")
    parser.add_argument("--processes", type=int, default=1, help="of the site, on services")
    parser.add_argument("--hurry", type=float, default=1.0, help="divides the time players think")
    parser.add_argument("--pages", type=int, default=1, help="pages open at each table")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of the players")
    parser.set_defaults(**defaults)
    return parser


def played(
    asked: argparse.Namespace,
    variables: dict[str, str],
    beside: Beside | None = None,
    *,
    metered: bool = False,
) -> tuple[dict[str, Any], Tally]:
    """Set up a site, let people play there, and count; returns the report and its sources. metered:
    measure what actions cost the processes, none of which may end in between."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Asked to end."))
    processes = 1 if asked.backend == "embedded" else asked.processes
    house.open_site(variables)
    tables = house.open_tables(asked.tables, asked.seats)
    with house.served(processes, METERED if metered else SITE) as servers:
        urls = [server.url for server in servers]
        crowd = Crowd(urls, tables, asked.seats, asked.seed, asked.hurry, asked.pages, asked.arrive)
        report: dict[str, Any] = {"asked": vars(asked), "before": _machine()}
        costs = Costs(servers, crowd) if metered else None
        asyncio.run(_course(crowd, asked.seconds, servers, beside, costs))
        report |= {"after": _machine(), "processor_seconds": _processor_seconds(servers)}
        report["memory_mb"] = [server.memory_mb() for server in servers]
        report |= costs.report() if costs else {}
        report |= {"logged": house.complaints(servers)}
    house.audit(crowd.tally, crowd.purses())
    return report | crowd.tally.report(), crowd.tally


async def _course(
    crowd: Crowd,
    seconds: float,
    servers: list[Server],
    beside: Beside | None,
    costs: Costs | None,
) -> None:
    """Play, leave, let the tables come to rest, and count."""
    try:
        if costs:
            costs.begin()
        await crowd.play(seconds, beside(servers, crowd) if beside else None)
        if costs:
            await costs.end()
        async with asyncio.timeout(SECONDS_TO_COUNT):
            await crowd.leave()
        await asyncio.to_thread(house.rest, crowd.tally, SECONDS_TO_REST)
        async with asyncio.timeout(SECONDS_TO_COUNT):
            await crowd.reckon()
    except TimeoutError:
        crowd.tally.found(f"Not everybody could leave and count within {SECONDS_TO_COUNT} s.")
    finally:
        await crowd.close()


def _machine() -> dict[str, Any]:
    """How busy the machine is, other work included."""
    return {"cores": os.cpu_count(), "load_average": [round(x, 1) for x in os.getloadavg()]}


def _processor_seconds(servers: list[Server]) -> dict[str, float]:
    """Processor time that the clients and each running process of the site have taken."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    return {"clients": round(own.ru_utime + own.ru_stime, 1)} | {
        f"site {number}": server.processor_seconds()
        for number, server in enumerate(servers, start=1)
    }


def say(what: str) -> None:
    """Print a line for the person who is waiting, apart from the report."""
    print(what, file=sys.stderr, flush=True)

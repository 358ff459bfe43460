"""The cost of a site where nobody plays: open tables, and pages that watch them.

    python -m bench.load.idle --tables 400 --sockets 2000

Prints one JSON object: megabytes of the process before and with the sockets, how long they took to
connect, and processor milliseconds per second while nothing happens.
"""

import argparse
import asyncio
import random
import resource
import time
from contextlib import aclosing
from typing import Any

from bench.load import house
from bench.load.client import Client
from bench.load.run import SITE
from bench.load.tally import Tally, as_text
from tests.support.server import Server


async def _watch(
    client: Client, table: int, come: asyncio.Semaphore, here: asyncio.Queue[int]
) -> None:
    """A page that watches a table, until it is cancelled."""
    async with aclosing(client.listen(f"/ws/tables/{table}")) as lines:
        async with come:
            line = await anext(lines)
            messages = line.messages()
            await anext(messages)
            here.put_nowait(table)
        async for _ in messages:
            pass


async def _course(server: Server, tables: list[int], sockets: int, seconds: float) -> Any:
    tally, here = Tally(), asyncio.Queue[int]()
    client = Client([server.url], random.Random(1), tally)
    come, began = asyncio.Semaphore(20), time.monotonic()
    alone = server.memory_mb()
    watching = [
        asyncio.create_task(_watch(client, tables[n % len(tables)], come, here))
        for n in range(sockets)
    ]
    for _ in range(sockets):
        await here.get()
    came = time.monotonic() - began
    await asyncio.sleep(10)  # the first minute's presence refreshes are over
    before, start = server.processor_seconds(), time.monotonic()
    await asyncio.sleep(seconds)
    taken = server.processor_seconds() - before
    figures = {
        "memory_mb": {"without sockets": alone, "with": server.memory_mb()},
        "seconds_to_come": round(came, 1),
        "processor_ms_per_s": round(1000 * taken / (time.monotonic() - start), 1),
        "errors": dict(tally.errors),
    }
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    await client.close()
    return figures


def main() -> None:
    """Run and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--sockets", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=60)
    asked = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (8192, 8192))
    with house.embedded() as variables:
        house.open_site(variables)
        tables = house.open_tables(asked.tables, 1)
        with house.served(1, SITE) as (server,):
            print(as_text(asyncio.run(_course(server, tables, asked.sockets, asked.seconds))))


if __name__ == "__main__":
    main()

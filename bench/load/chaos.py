"""Plays while processes are killed and restarted, and Redis and PostgreSQL are cut: `make chaos`.

PostgreSQL and Redis are the run's own. Prints one JSON object, with the seconds from each trouble
until all was well again; exit code 1 if a cent was lost or doubled, a card seen too soon, a table
stood still, a socket did not come back, or one action in a hundred took longer than --slowest to
reach every socket.
"""

import asyncio
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial

from bench.load import house, private
from bench.load.crowd import Crowd
from bench.load.private import Service
from bench.load.run import arguments, played, say
from bench.load.tally import as_text, percentile
from config import BASE_DIR
from tests.support.server import Server, start_all


@dataclass
class Done:
    """A trouble, and the seconds from its end until all was well; None if it never was."""

    what: str
    recovered_after: float | None = None


@dataclass
class Trouble:
    """What is done to the site; `done` lists it, with the time to recover.

    services: those that can be cut. cut: how many seconds one stays away. pause: seconds of peace
    between two troubles. seconds: after how many no new one begins. calm: seconds of peace at the
    end, in which everything must recover.
    """

    services: list[Service]
    rng: random.Random
    cut: float
    pause: float
    seconds: float
    calm: float
    servers: list[Server] = field(default_factory=list)
    done: list[Done] = field(default_factory=list)

    async def make(self, servers: list[Server], crowd: Crowd) -> None:
        """Make one trouble after another: each kind once, however long it takes, then in random
        order until the time is over; then peace."""
        self.servers, end = servers, time.monotonic() + self.seconds
        kinds: list[Callable[[], None]] = [partial(self.cut_off, s) for s in self.services]
        kinds += [self.stop, self.kill, self.power_cut]
        coming = list(kinds)
        while coming:
            await asyncio.sleep(self.pause)
            await asyncio.to_thread(coming.pop(0))
            await self._recovery(crowd)
            if not coming and time.monotonic() + self.pause + self.cut < end:
                coming = [self.rng.choice(kinds)]
        await asyncio.sleep(self.calm)

    def kill(self) -> None:
        """Kill one process, and restart it."""
        server = self.rng.choice(self.servers)
        self._note("a process killed")
        server.kill()
        time.sleep(self.rng.uniform(0, 1))
        server.start()

    def stop(self) -> None:
        """Ask one process to end, and restart it: a deploy."""
        server = self.rng.choice(self.servers)
        self._note("a process stopped")
        server.stop()
        server.start()

    def power_cut(self) -> None:
        """Kill all processes at once; sweep, and give the clocks their time back before they
        return."""
        self._note("all processes killed")
        for server in self.servers:
            server.kill()
        for command in ("sweep_tables", "resume_tables"):
            subprocess.run(
                [sys.executable, "manage.py", command],
                cwd=BASE_DIR,
                check=True,
                stdout=subprocess.DEVNULL,
            )
        start_all(self.servers)

    def cut_off(self, service: Service) -> None:
        """Take a service away for a while."""
        self._note(f"{service.name} cut for {self.cut:.0f} s")
        service.cut()
        time.sleep(self.cut)
        service.start()

    def _note(self, what: str) -> None:
        self.done.append(Done(what))
        say(what)

    async def _recovery(self, crowd: Crowd) -> None:
        """After a trouble: wait until all is well again, and record how long that took."""
        last, began = self.done[-1], time.monotonic()
        if await crowd.caught_up():
            last.recovered_after = round(time.monotonic() - began, 2)
            say(f"  all well {last.recovered_after} s after its end")
        else:
            crowd.tally.found(f"After {last.what!r} not everybody was back in time.")


@contextmanager
def _backend(name: str) -> Iterator[tuple[dict[str, str], list[Service]]]:
    if name == "embedded":
        with house.embedded() as variables:
            yield variables, []
        return
    with private.services() as (postgres, cache):
        yield house.environment(postgres.url, cache.url), [postgres, cache]


def main() -> int:
    """Run and report."""
    parser = arguments(__doc__, backend="services", processes=2, seconds=60)
    parser.add_argument("--cut", type=float, default=10, help="seconds that a service is away")
    parser.add_argument("--pause", type=float, default=4, help="seconds between two troubles")
    parser.add_argument("--calm", type=float, default=12, help="seconds of peace at the end")
    parser.add_argument(
        "--slowest", type=float, default=3, help="seconds that one action in a hundred may take"
    )
    asked = parser.parse_args()
    rng, seconds = random.Random(asked.seed), asked.seconds - asked.calm
    with _backend(asked.backend) as (variables, services):
        trouble = Trouble(services, rng, asked.cut, asked.pause, seconds, asked.calm)
        report, tally = played(asked, variables, trouble.make)
    slow = percentile(tally.latencies, 99)
    if slow > asked.slowest:
        tally.found(f"One action in a hundred took {slow:.1f} s or longer to reach every socket.")
    print(as_text(report | tally.report() | {"trouble": [vars(done) for done in trouble.done]}))
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())

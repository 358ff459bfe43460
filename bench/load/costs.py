"""What actions cost the processes of the site, from when everyone is in until nobody plays."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

import orjson

from bench.load.crowd import Crowd
from bench.meter import PATH, Sums, between, per_action, per_kind, summed
from tests.support.server import Server


@dataclass(frozen=True)
class Reading:
    """The readings at one time: processor seconds of the processes, the sum of their meters, and
    how many actions had been granted and messages pushed."""

    seconds: float
    sums: Sums
    actions: int
    pushes: int


@dataclass
class Costs:
    """Reads the meters twice."""

    servers: list[Server]
    crowd: Crowd
    first: Reading | None = None
    last: Reading | None = None
    _first: asyncio.Task[None] | None = field(default=None, repr=False)

    def begin(self) -> None:
        """Read once everyone is in."""

        async def wait() -> None:
            await self.crowd.complete.wait()
            self.first = await self._read()

        self._first = asyncio.create_task(wait())

    async def end(self) -> None:
        """Read again; for when nobody plays any more."""
        if self._first is not None:
            self._first.cancel()
        if self.first is not None:
            self.last = await self._read()

    def report(self) -> dict[str, Any]:
        """Milliseconds of the processor; nothing if not everyone came in, or nobody acted."""
        if self.first is None or self.last is None:
            return {}
        return compared(self.first, self.last)

    async def _read(self) -> Reading:
        client, tally = self.crowd.client(), self.crowd.tally
        try:
            sums = [await self._sums(client, server) for server in self.servers]
        finally:
            await client.close()
        seconds = sum(server.processor_seconds() for server in self.servers)
        return Reading(seconds, summed(sums), tally.granted(), tally.pushes)

    async def _sums(self, client: Any, server: Server) -> Sums:
        async with client.session.get(server.url + PATH) as response:
            read: Sums = orjson.loads(await response.read())
            return read


def compared(first: Reading, last: Reading) -> dict[str, Any]:
    """The difference of two readings, in processor milliseconds."""
    actions, seconds = last.actions - first.actions, last.seconds - first.seconds
    if not actions:
        return {}
    sums = between(first.sums, last.sums)
    return {
        "processor_ms_per_action": {
            "all": round(1000 * seconds / actions, 2),
            "actions": actions,
            "pushes": last.pushes - first.pushes,
            "by part": per_action(sums, seconds, actions),
            "by kind": per_kind(sums),
        }
    }

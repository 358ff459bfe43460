"""All the players of a run: who sits where, for how long, and the final count."""

import asyncio
import random
import time
from collections.abc import Awaitable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field

from bench.load.client import Client, Unreachable
from bench.load.mind import Mind
from bench.load.player import Player
from bench.load.tally import Tally, Watchers

SECONDS_TO_HEAR = 3
"""After how long every socket must know about a change, however busy the machine."""
SECONDS_TO_RETURN = 30
"""After how long everyone must be back after a trouble."""
LOOK = 0.05
"""Seconds between two checks of that."""


@dataclass
class Crowd:
    """Players for every seat of some tables.

    urls: the site's processes. tables: their ids. seats: how many are taken at each. hurry divides
    the time that players think. pages: windows with the table's page at each table. arrive: at most
    this many players come in per second; once all have (`complete`), actions are timed.
    """

    urls: Sequence[str]
    tables: Sequence[int]
    seats: int
    seed: int
    hurry: float = 1.0
    pages: int = 1
    arrive: float = 10.0
    tally: Tally = field(default_factory=Tally)
    players: list[Player] = field(default_factory=list)
    watchers: dict[int, Watchers] = field(default_factory=dict)
    missing: int = 0
    complete: asyncio.Event = field(default_factory=asyncio.Event)

    def client(self) -> Client:
        """A client without a player."""
        return Client(self.urls, random.Random(self.seed), self.tally)

    def purses(self) -> dict[int, int]:
        """The chips of everyone who ever came in, by their own count, in cents by user."""
        return {p.user_id: p.purse.bank for p in self.players if p.user_id is not None}

    async def play(self, seconds: float, beside: Awaitable[None] | None = None) -> None:
        """Let everyone play this long once all have had time to come in, and as long as `beside`
        takes."""
        seconds += self.seats * len(self.tables) / self.arrive
        began = time.monotonic()
        self.missing = self.seats * len(self.tables)
        sitting = [
            asyncio.create_task(self._keep_seat(place, table, seat))
            for place, table in enumerate(self.tables)
            for seat in range(1, self.seats + 1)
        ]
        sitting.append(asyncio.create_task(self._watch_lobby()))
        try:
            if beside is not None:
                await beside
            await asyncio.sleep(max(0.0, seconds - (time.monotonic() - began)))
            await self._check_nobody_behind()
        finally:
            for task in sitting:
                task.cancel()
            outcomes = await asyncio.gather(*sitting, return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, Exception):
                raise outcome

    async def caught_up(self) -> bool:
        """Wait until everyone has a socket again, and every socket has its table's version. Returns
        False if that takes longer than SECONDS_TO_RETURN."""
        client = self.client()
        try:
            async with asyncio.timeout(SECONDS_TO_RETURN):
                versions = {table: await self._version(client, table) for table in self.tables}
                while not self._have(versions):  # noqa: ASYNC110 (players change without a word)
                    await asyncio.sleep(LOOK)
        except TimeoutError:
            return False
        finally:
            await client.close()
        return True

    async def _version(self, client: Client, table: int) -> int:
        while True:
            try:
                _, scene = await client.ask("GET", f"/tables/{table}/state")
                return int(scene["version"])
            except Unreachable:
                await asyncio.sleep(LOOK)

    def _have(self, versions: dict[int, int]) -> bool:
        connected = all(player.line is not None for player in self.players if player.playing)
        return connected and all(
            newest >= version
            for table, version in versions.items()
            for newest in self.watchers[table].newest()
        )

    async def leave(self) -> None:
        """Everyone gives up their seat; the clock finishes the rounds."""
        await asyncio.gather(*(player.leave() for player in self.players))

    async def reckon(self) -> None:
        """Everyone counts their chips. Call it when all rounds are over."""
        await asyncio.gather(*(player.reckon() for player in self.players))

    async def close(self) -> None:
        """Everyone disconnects."""
        await asyncio.gather(*(player.client.close() for player in self.players))

    async def _keep_seat(self, place: int, table: int, seat: int) -> None:
        """One player after another in a seat."""
        rng = random.Random(f"{self.seed} {place} {seat}")
        watchers = self.watchers.setdefault(table, Watchers(self.tally))
        pages = self.pages // self.seats + (seat <= self.pages % self.seats)
        turn = place * self.seats + seat - 1
        await asyncio.sleep((turn + rng.random()) / self.arrive)
        new = True
        while True:
            client = Client(self.urls, rng, self.tally)
            player = Player(client, table, seat, Mind(rng, self.hurry), watchers, pages)
            self.players.append(player)
            if await player.come_in():
                if new:
                    self._came_in()
                new = False
                await player.play()
            else:
                await asyncio.sleep(rng.uniform(0.5, 2))

    def _came_in(self) -> None:
        self.missing -= 1
        if not self.missing:
            self.tally.measures_from = time.monotonic()
            self.complete.set()

    async def _check_nobody_behind(self) -> None:
        """Check that every socket is connected, and knows the state of a while ago."""
        client = self.client()
        try:
            states = [await client.ask_until("GET", f"/tables/{t}/state") for t in self.tables]
        finally:
            await client.close()
        await asyncio.sleep(SECONDS_TO_HEAR)
        for table, (_, scene) in zip(self.tables, states, strict=True):
            for version in self.watchers[table].newest():
                self.tally.checks["sockets up to date"] += 1
                if version < scene["version"]:
                    self.tally.found(
                        f"A socket at table {table} is at version {version}; "
                        f"{SECONDS_TO_HEAR} s ago it was {scene['version']}."
                    )
        for player in self.players:
            if player.playing and player.line is None:
                self.tally.found(f"A socket at table {player.table} has not come back.")

    async def _watch_lobby(self) -> None:
        """A visitor in the lobby: its counts come at once, then at most once a second.

        A busy machine may receive late messages close together, so the limit applies to the whole
        time since connecting.
        """
        client, asked = self.client(), time.monotonic()
        try:
            async with aclosing(client.listen("/ws/lobby")) as lines:
                async for line in lines:
                    pushes = 0
                    async for _, moment in line.messages():
                        self.tally.checks["lobby pushes"] += 1
                        pushes += 1
                        if pushes > 2 + moment - asked:
                            self.tally.found(
                                f"{pushes} pushes to the lobby in {moment - asked:.2f} s."
                            )
                    asked = time.monotonic()
        finally:
            await client.close()

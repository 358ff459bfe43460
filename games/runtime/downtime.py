"""When this process could not keep the clocks: before it started, while the database was away, or
while the process itself hung.

A deadline that passed in such a time is nobody's fault: the first process to read it afterwards
gives the table its whole window again (`games.tables.rounds.transition`).
"""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from channels.db import database_sync_to_async
from django.db import DatabaseError, connection
from django.utils import timezone

LOOKS_EVERY = 1.0
"""Seconds between two checks of the database."""
AWAY = timedelta(seconds=3)
"""A longer silence of the database is an outage."""


@dataclass
class Keeper:
    """What one process knows about this. `heard`: when the database answered last, None: nobody
    checks. `away`: the last time that the clocks were not kept."""

    heard: datetime | None = None
    away: tuple[datetime, datetime] | None = None

    def begin(self, now: datetime) -> None:
        """This process starts to keep the clocks."""
        self.away, self.heard = _before(now), now

    @contextmanager
    def by_others(self, since: datetime) -> Iterator[None]:
        """Other processes have kept the clocks since then: what fell due earlier was missed."""
        own, self.away = self.away, _before(since)
        try:
            yield
        finally:
            self.away = own

    def answered(self, now: datetime) -> None:
        """The database has answered."""
        if self.heard is None:
            return
        if now - self.heard > AWAY:
            self.away = (self.heard, now)
        self.heard = now

    def missed(self, deadline: datetime | None, now: datetime) -> bool:
        """Whether a deadline passed while the clocks were not kept; asked right after an answer
        from the database."""
        self.answered(now)
        return bool(self.away and deadline and self.away[0] <= deadline <= self.away[1])


def _before(moment: datetime) -> tuple[datetime, datetime]:
    return datetime.min.replace(tzinfo=UTC), moment


keeper = Keeper()
"""This process's own. Until `begin` it knows of nothing: a command keeps no clock."""


async def keep_looking() -> None:
    """Begin, and check the database again and again."""
    keeper.begin(timezone.now())
    # In a separate thread: being kept waiting by others would look like an outage.
    look = database_sync_to_async(
        _look, thread_sensitive=False, executor=ThreadPoolExecutor(1, "clocks")
    )
    while True:
        await look()
        await asyncio.sleep(LOOKS_EVERY)


def _look() -> None:
    with suppress(DatabaseError), connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        keeper.answered(timezone.now())

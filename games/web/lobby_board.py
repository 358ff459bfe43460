"""The lobby of this process: one task reads the announced tables for all its sockets.

Announcements only say what to read. Anything they miss is found by the regular read of all tables.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any

from channels.layers import get_channel_layer
from django.utils import timezone

from games.runtime.announcements import LOBBY
from games.runtime.threads import in_thread
from games.tables import company
from games.web.lobby import Listing

log = logging.getLogger(__name__)

EVERY = 1.0
"""Seconds between two reads."""
WHOLE_EVERY = 10.0
"""Seconds after which all tables are read, whatever was announced; EVERY while the layer is known
to be down."""


class Board:
    """What the lobby shows, and the last push; `sockets` is how many are waiting for the next
    one."""

    def __init__(self) -> None:
        self.sockets = 0
        self._listing = Listing()
        self._number = 0
        self._push = ""
        self._whole = ""
        self._pushed = asyncio.Condition()
        self._changed: set[int] = set()
        self._whole_at = 0.0
        self._whole_every = WHOLE_EVERY
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._keep())]

    def end(self) -> None:
        """Stop reading."""
        for task in self._tasks:
            task.cancel()

    async def since(self, seen: int) -> tuple[int, str]:
        """The number of the last push, as soon as there is one after the push `seen`, and what a
        socket needs that has that one. A socket that has none (0), or has missed one, gets the
        whole list."""
        async with self._pushed:
            await self._pushed.wait_for(lambda: self._number > seen)
        if seen and seen == self._number - 1:
            return self._number, self._push
        self._whole = self._whole or self._listing.whole
        return self._number, self._whole

    async def _keep(self) -> None:
        while True:
            try:
                await in_thread(company.keep)(timezone.now())
                await self._look()
            except Exception as error:  # nothing else would read for these sockets
                log.warning("the lobby could not be looked at: %r", error)
                self._whole_at = 0.0
            await asyncio.sleep(EVERY)

    async def _listen(self) -> None:
        """Note which tables are announced, as long as the layer works."""
        layer = get_channel_layer()
        assert layer is not None, "settings.CHANNEL_LAYERS has a default layer"
        while True:
            with suppress(Exception):  # any error of the layer: all tables are read anyway
                channel = await layer.new_channel()
                try:
                    await layer.group_add(LOBBY, channel)
                    self._whole_at = 0.0  # nothing announced from now on is missed
                    while True:
                        self._hear(await layer.receive(channel))
                finally:
                    with suppress(Exception):  # nor may it keep this from ending
                        await layer.group_discard(LOBBY, channel)
            await asyncio.sleep(EVERY)

    def _hear(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "lobby.changed":
            self._changed.add(message["table"])
            return
        self._whole_every = EVERY if message["type"] == "layer.lost" else WHOLE_EVERY
        self._whole_at = 0.0

    async def _look(self) -> None:
        """Read the announced tables, or all when it is time, and have the changes sent."""
        changed, self._changed = self._changed, set()
        whole = time.monotonic() >= self._whole_at
        if not (whole or changed):
            return
        if whole:
            self._whole_at = time.monotonic() + self._whole_every
        push = await in_thread(self._listing.look)(None if whole else changed)
        if push or not self._number:
            async with self._pushed:
                self._number += 1
                self._push, self._whole = push, ""
                self._pushed.notify_all()


_board: Board | None = None
"""This process's board, while somebody has the lobby open."""


@asynccontextmanager
async def board() -> AsyncIterator[Board]:
    """This process's board for a socket, which is counted while it uses it."""
    global _board
    if _board is None:
        _board = Board()
    own = _board
    own.sockets += 1
    try:
        yield own
    finally:
        own.sockets -= 1
        if not own.sockets:
            own.end()
            _board = None

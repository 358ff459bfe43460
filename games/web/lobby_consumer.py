"""The socket of the lobby."""

import asyncio
from contextlib import suppress

from games.runtime.sockets import Consumer
from games.tables.refusals import Refused
from games.web.lobby_board import EVERY, board
from games.web.request_data import read_object


class LobbyConsumer(Consumer):
    """The lobby's live counts: the whole list once, then what changes in it, at most once a second
    however many tables do."""

    reader: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """Send the list, then keep sending changes."""
        await self.accept()
        self.reader = asyncio.create_task(self._read_on())

    async def disconnect(self, code: int) -> None:
        """Stop reading."""
        if self.reader is not None:
            self.reader.cancel()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A beat; the list answers nothing else."""
        with suppress(Refused):
            await self.answer_beat(read_object(text_data or ""))

    async def _read_on(self) -> None:
        seen = 0
        async with board() as lobby:
            while True:
                seen, push = await lobby.since(seen)
                await self.send(push)
                await asyncio.sleep(EVERY)

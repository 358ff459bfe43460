"""The socket of the lobby."""

import asyncio
from contextlib import suppress

from django.db import DatabaseError

from games.lobby import lobby_html
from games.process.sockets import Consumer

LOBBY_EVERY = 1.0


class LobbyConsumer(Consumer):
    """The lobby's live counts: read once a second for all sockets of the process, however many
    tables change, and sent when they differ."""

    reader: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """Send the list, and go on sending it."""
        await self.accept()
        self.reader = asyncio.create_task(self._read_on())

    async def disconnect(self, code: int) -> None:
        """Read no more."""
        if self.reader is not None:
            self.reader.cancel()

    async def _read_on(self) -> None:
        sent = ""
        while True:
            with suppress(DatabaseError):
                html = await lobby_html()
                if html != sent:
                    await self.send(html)
                    sent = html
            await asyncio.sleep(LOBBY_EVERY)

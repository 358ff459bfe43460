"""What the sockets share."""

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import DatabaseError

from games.models import Table
from games.runtime.threads import together

_LATER: set[asyncio.Task[None]] = set()
"""What is still to be looked at for sockets that may be gone by then."""


def after(seconds: float, look: Callable[[], object]) -> None:
    """Look at the database a while later. Somebody else may look first; nothing hangs on it."""

    async def wait() -> None:
        await asyncio.sleep(seconds)
        with suppress(DatabaseError, Table.DoesNotExist):
            await together(look, look)

    task = asyncio.create_task(wait())
    _LATER.add(task)
    task.add_done_callback(_LATER.discard)


class Consumer(AsyncWebsocketConsumer):
    """Channels' own, but that a message does not wait for a thread before it is looked at.

    Its parent tidies connections there, in one thread for all sockets of the process; here every
    function that meets the database does so for itself (`in_thread`).
    """

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Hand a message to its method. Raises ValueError for one that has none."""
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"No handler for message type {message['type']}")
        await handler(message)

    async def layer_lost(self, event: dict[str, Any]) -> None:
        """The channel layer carries nothing between processes for a while."""

    async def layer_back(self, event: dict[str, Any]) -> None:
        """It does again; what was announced meanwhile is lost."""

    async def answer_beat(self, message: Mapping[str, Any]) -> bool:
        """Answer a message that asks for nothing but a sign of life. Returns whether it does."""
        if "beat" not in message:
            return False
        await self.send(json.dumps({"id": message.get("id"), "status": 200}))
        return True

"""What all sockets have in common."""

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
"""Reads that are still due, for sockets that may be gone by then."""


def after(seconds: float, look: Callable[[], object]) -> None:
    """Read the database a while later. Somebody else may do it first; nothing depends on this."""

    async def wait() -> None:
        await asyncio.sleep(seconds)
        with suppress(DatabaseError, Table.DoesNotExist):
            await together(look, look)

    task = asyncio.create_task(wait())
    _LATER.add(task)
    task.add_done_callback(_LATER.discard)


class Consumer(AsyncWebsocketConsumer):
    """Channels' own, except that a message does not wait for a thread before it is handled.

    Its parent cleans up connections there, in one thread for all sockets of the process; here every
    function that uses the database does so itself (`in_thread`).
    """

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Hand a message to its method. Raises ValueError if there is none."""
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"No handler for message type {message['type']}")
        await handler(message)

    async def layer_lost(self, event: dict[str, Any]) -> None:
        """The channel layer stops carrying messages between processes for a while."""

    async def layer_back(self, event: dict[str, Any]) -> None:
        """It carries messages again; what was announced in between is lost."""

    async def answer_beat(self, message: Mapping[str, Any]) -> bool:
        """Answer a message that only asks whether the socket is alive. Returns whether it was
        one."""
        if "beat" not in message:
            return False
        await self.send(json.dumps({"id": message.get("id"), "status": 200}))
        return True

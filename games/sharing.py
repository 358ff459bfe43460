"""Reading for many sockets at once: in the threads that requests have too, and once for all who ask
for the same at the same time."""

import asyncio
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, TypeVar

from channels.db import database_sync_to_async

T = TypeVar("T")

in_thread = partial(database_sync_to_async, thread_sensitive=False)
"""A function that meets the database, as a coroutine. Several run at once: no table waits for what
another one waits for."""

_READING: dict[Hashable, asyncio.Task[Any]] = {}


async def together(what: Hashable, read: Callable[..., T], *arguments: Any) -> T:
    """What `read` returns or raises; whoever asks for `what` while it is read gets the same."""
    reading = _READING.get(what)
    if reading is None:
        reading = asyncio.create_task(in_thread(read)(*arguments))
        _READING[what] = reading
        reading.add_done_callback(lambda _: _READING.pop(what, None))
    result: T = await asyncio.shield(reading)
    return result

"""Between the threads, where the database is met, and the event loop: reading for many sockets at
once, in the threads that requests have too, and once for all who ask for the same at the same time;
and what a thread sends off without waiting."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from asgiref.sync import SyncToAsync
from channels.db import database_sync_to_async

T = TypeVar("T")

TABLES = ThreadPoolExecutor(3, "tables")
"""Where sockets, and requests at a table, meet the database. Several at once, since one may wait
for it; no more, since only one of a process computes at a time, and each more makes all of them,
the event loop too, wait longer for their turn."""
PAGES = ThreadPoolExecutor(6, "pages")
"""Where everything else does: no table waits for a page. With those of tables they are fewer than
the connections that a process may have to PostgreSQL."""

in_thread = partial(database_sync_to_async, thread_sensitive=False, executor=TABLES)
"""A function that meets the database, as a coroutine, in one of a table's threads."""
in_page_thread = partial(database_sync_to_async, thread_sensitive=False, executor=PAGES)
"""The same in one of the others."""

Errand = Callable[[], Coroutine[Any, Any, None]]

_ERRANDS: set[asyncio.Task[None]] = set()

_READING: dict[Hashable, asyncio.Task[Any]] = {}


async def together(what: Hashable, read: Callable[..., T], *arguments: Any) -> T:
    """What `read` returns or raises; callers who ask for `what` while it is read get the same."""
    reading = _READING.get(what)
    if reading is None:
        reading = asyncio.create_task(in_thread(read)(*arguments))
        _READING[what] = reading
        reading.add_done_callback(lambda _: _READING.pop(what, None))
    result: T = await asyncio.shield(reading)
    return result


def send_off(errand: Errand, moment: float = 0.0) -> None:
    """Have the event loop that this thread works for do something, and go on; in a thread that
    works for none it is done at once.

    moment: of `time.monotonic`, before which the loop does not begin. The errand raises nothing:
    nobody would hear of it.
    """
    loop = _loop()
    if loop is None:
        asyncio.run(errand())
        return

    def begin() -> None:
        task = loop.create_task(errand())
        _ERRANDS.add(task)
        task.add_done_callback(_ERRANDS.discard)

    def wait() -> None:
        loop.call_later(max(0.0, moment - time.monotonic()), begin)

    loop.call_soon_threadsafe(wait if moment else begin)


def _loop() -> asyncio.AbstractEventLoop | None:
    """The loop that runs in this thread, or the one that has sent work here; None without one."""
    with suppress(RuntimeError):
        return asyncio.get_running_loop()
    loop: asyncio.AbstractEventLoop | None
    loop = getattr(SyncToAsync.threadlocal, "main_event_loop", None)
    return loop if loop is not None and loop.is_running() else None


def unsent() -> int:
    """How many errands are not done yet. Any thread may ask."""
    return len(_ERRANDS)


def errands() -> set[asyncio.Task[Any]]:
    """What has been sent off, or is read or done together, and is not over yet. For the event loop,
    whose own these are."""
    return {*_ERRANDS, *_READING.values()}

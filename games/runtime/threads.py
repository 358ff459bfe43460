"""Between the threads, where the database is used, and the event loop: reads for many sockets, in
the same threads as requests, and only one for all who ask for the same at the same time; and jobs
that a thread sends off without waiting."""

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
"""The threads where sockets, and requests at a table, use the database. Several, since one may be
waiting for it; no more, since only one thread of a process computes at a time, and each extra one
makes all of them, and the event loop, wait longer for their turn."""
PAGES = ThreadPoolExecutor(6, "pages")
"""The threads for everything else, so that no table waits for a page. Together with those of tables
they are fewer than a process's connections to PostgreSQL."""

in_thread = partial(database_sync_to_async, thread_sensitive=False, executor=TABLES)
"""A function that uses the database, as a coroutine, in one of the tables' threads."""
in_page_thread = partial(database_sync_to_async, thread_sensitive=False, executor=PAGES)
"""The same in one of the other threads."""

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
    """Have the event loop that this thread works for run a job, and go on; in a thread that works
    for none, run it at once.

    moment: of `time.monotonic`, before which the loop does not begin. The job must not raise:
    nobody would notice.
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
    """The loop that runs in this thread, or the one that has sent work here; None if there is
    none."""
    with suppress(RuntimeError):
        return asyncio.get_running_loop()
    loop: asyncio.AbstractEventLoop | None
    loop = getattr(SyncToAsync.threadlocal, "main_event_loop", None)
    return loop if loop is not None and loop.is_running() else None


def unsent() -> int:
    """How many jobs are not done yet. Any thread may ask."""
    return len(_ERRANDS)


def errands() -> set[asyncio.Task[Any]]:
    """Jobs and shared reads that are not over yet. Only for the event loop, which owns them."""
    return {*_ERRANDS, *_READING.values()}

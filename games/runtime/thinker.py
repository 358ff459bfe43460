"""Work that may take seconds, in a separate thread: callers wait a moment at most, and ask
again."""

from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Any, TypeVar

T = TypeVar("T")

PATIENCE = 0.05
"""Seconds for which a caller waits for an answer."""


class Thinker:
    """Works out one thing after the other.

    name: the thread's. kept: how many answers are kept, besides that to the latest question.
    """

    def __init__(self, name: str, kept: int) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)
        self._kept = kept
        self._thoughts: dict[Hashable, Future[Any]] = {}
        self._lock = Lock()

    def ask(self, key: Hashable, function: Callable[..., T], *arguments: Any) -> T:
        """What the function returns or raises; for one key it is called once, as long as the answer
        is kept. Raises TimeoutError while it is still running. Any thread may ask."""
        with self._lock:
            self._forget(key)
            if key not in self._thoughts:
                self._thoughts[key] = self._thread.submit(function, *arguments)
            thought = self._thoughts[key]
        answer: T = thought.result(timeout=PATIENCE)
        return answer

    def _forget(self, asked: Hashable) -> None:
        """Forget the oldest answers if there are too many."""
        known = [key for key, one in self._thoughts.items() if one.done() and key != asked]
        for key in known[: max(0, len(known) - self._kept)]:
            del self._thoughts[key]

    def begin(self, function: Callable[..., object], *arguments: Any) -> None:
        """Run something whose result nobody waits for. It must not raise: nobody would notice."""
        self._thread.submit(function, *arguments)

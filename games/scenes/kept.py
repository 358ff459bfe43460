"""HTML that is drawn once for equal values: they are identified by what orjson writes of them,
which is much faster than hashing."""

from collections.abc import Callable
from threading import Lock
from typing import Any

import orjson

from games.scenes.as_json import plain


class Kept:
    """A limited number of drawings: the oldest is dropped."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._drawn: dict[tuple[str, bytes], str] = {}

    def drawing(self, name: str, values: Any, draw: Callable[[], str]) -> str:
        """What `draw` makes of the values, or made of equal ones under this name."""
        key = name, orjson.dumps(values, default=plain)
        html = self._drawn.get(key)
        if html is None:
            html = draw()
            with self._lock:
                while len(self._drawn) >= self._most:
                    del self._drawn[next(iter(self._drawn))]
                self._drawn[key] = html
        return html

    def clear(self) -> None:
        """Forget all."""
        self._drawn.clear()


PARTS = Kept(4096)
"""The parts of felts."""
PIECES = Kept(4096)
"""Pieces that are used in several parts, or stay the same while the part around them changes."""

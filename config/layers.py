"""The channel layer of a site that is one process."""

import time

from channels.layers import InMemoryChannelLayer

SECONDS = 10.0
"""Seconds between two clean-ups of expired messages; they expire after a minute."""


class MemoryLayer(InMemoryChannelLayer):
    """Channels' own, except that the cost of a message does not grow with the number of sockets.

    Its parent scans all channels and groups at every message that is sent or received.
    """

    _cleaned = 0.0

    def _clean_expired(self) -> None:
        now = time.monotonic()
        if now - self._cleaned > SECONDS:
            self._cleaned = now
            super()._clean_expired()  # type: ignore[misc]  # left out of its stub

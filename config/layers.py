"""The channel layer of a site that is one process."""

import time

from channels.layers import InMemoryChannelLayer

SECONDS = 10.0
"""How often it is looked for what has expired; messages do after a minute."""


class MemoryLayer(InMemoryChannelLayer):
    """Channels' own, but that a message does not cost more for every socket of the process.

    Its parent looks through all channels and groups at every message that is sent or received.
    """

    _cleaned = 0.0

    def _clean_expired(self) -> None:
        now = time.monotonic()
        if now - self._cleaned > SECONDS:
            self._cleaned = now
            super()._clean_expired()  # type: ignore[misc]  # left out of its stub

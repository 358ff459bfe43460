"""Serves the site as daphne does, with its command line; a process that is asked to end (SIGTERM)
finishes what it has begun.

Daphne itself cancels every request and cuts every socket: what was being done is done all the same,
but nobody is told.
"""

import asyncio
from typing import Any

from daphne.cli import CommandLineInterface
from daphne.server import Server
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import defer

RESTART = 1012
"""The code that a socket is closed with: its page comes back at once, to whoever serves by then."""
SECONDS = 10.0
"""The longest that the end is put off."""


class DrainingServer(Server):  # type: ignore[misc]  # daphne has no types
    """Daphne's server with an end in three steps: listen no more, close the sockets, answer."""

    def kill_all_applications(self) -> defer.Deferred[None]:
        """What the reactor waits for before it stops."""
        return defer.Deferred.fromFuture(asyncio.ensure_future(self._drain()))

    async def _drain(self) -> None:
        for listening in self.listeners:
            listening.addCallback(lambda port: port.stopListening())
        for protocol in list(self.connections):
            if isinstance(protocol, WebSocketProtocol):
                protocol.sendCloseFrame(code=RESTART)
        loop = asyncio.get_running_loop()
        until = loop.time() + SECONDS
        late: set[asyncio.Future[Any]] = set()
        while not late and (works := self._at_work()):
            _, late = await asyncio.wait(works, timeout=until - loop.time())
        for work in late:
            work.cancel()

    def _at_work(self) -> list[asyncio.Future[Any]]:
        """The requests that are not answered yet, and the sockets that are not closed."""
        works = (details.get("application_instance") for details in self.connections.values())
        return [work for work in works if work is not None and not work.done()]


class CommandLine(CommandLineInterface):  # type: ignore[misc]
    """Daphne's command line."""

    server_class = DrainingServer


if __name__ == "__main__":
    CommandLine.entrypoint()

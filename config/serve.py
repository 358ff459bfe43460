"""Serves the site as daphne does, with its command line; a process that is asked to end (SIGTERM)
finishes what it has begun.

Daphne itself cancels every request and cuts every socket: the work is still done, but nobody gets
an answer. DRAIN_SECONDS is how long the process keeps serving while its health check says that it
is ending: a proxy must notice within that time, and send no more requests.
"""

import asyncio
import gc
import os
import sys
from contextlib import suppress
from typing import Any

import daphne.server
from autobahn.exception import Disconnected
from daphne.cli import CommandLineInterface
from daphne.server import Server
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import defer, reactor

from config import health, incoming
from games.runtime import downtime
from games.runtime.threads import errands

LARGEST_MESSAGE = 64 * 1024
"""The most bytes of a message to the site; a page sends at most a short action."""
GARBAGE = 10_000
"""After how many surviving new objects a search for cycles is worthwhile; a page makes thousands
that die with it."""
RESTART = 1012
"""The code that a socket is closed with: its page reconnects at once, to any process that is
serving."""
SECONDS = 10.0
"""The most seconds for finishing work that has begun."""


class Socket(WebSocketProtocol):
    """Daphne's socket, with a limit only for incoming messages. Autobahn has one for both
    directions, but a film of many moments for a program, or a whole table, may be longer than any
    action."""

    maxMessagePayloadSize: int  # noqa: N815 (autobahn's name)

    def sendMessage(self, *arguments: Any, **options: Any) -> None:  # noqa: N802 (autobahn's name)
        """Send a message of any length."""
        limit, self.maxMessagePayloadSize = self.maxMessagePayloadSize, 0
        try:
            super().sendMessage(*arguments, **options)
        finally:
            self.maxMessagePayloadSize = limit


# Daphne's server makes its factories by these names, and offers no choice.
daphne.server.HTTPFactory = incoming.Factory
daphne.server.WebSocketFactory.protocol = Socket


class DrainingServer(Server):
    """Daphne's server that shuts down in steps: announce it, stop listening, close the sockets,
    finish the answers."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.ports: list[Any] = []

    def run(self) -> None:
        """Serve. Everything loaded so far stays: the garbage collector need not search it again."""
        reactor.callWhenRunning(self._keep_clocks)
        gc.collect()
        gc.freeze()
        gc.set_threshold(GARBAGE)
        super().run()

    def _keep_clocks(self) -> None:
        from games.sweeping import keep_sweeping  # needs the apps, which config.asgi has loaded

        # Kept, since a task without a reference may be collected.
        keepers = (downtime.keep_looking(), keep_sweeping())
        self.tasks = [asyncio.ensure_future(keeper) for keeper in keepers]

    def listen_success(self, port: Any) -> None:
        """Log where it listens."""
        super().listen_success(port)
        self.ports.append(port)

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """Send an answer. A socket that hangs up at this moment is not the site's fault."""
        with suppress(Disconnected):
            await super().handle_reply(protocol, message)

    def kill_all_applications(self) -> defer.Deferred[None]:
        """Close down in steps; the reactor waits for this before it stops."""
        return defer.Deferred.fromFuture(asyncio.ensure_future(self._drain()))

    async def _drain(self) -> None:
        health.ending.set()
        await asyncio.sleep(float(os.environ.get("DRAIN_SECONDS", "0")))
        for port in self.ports:
            port.stopListening()
        loop = asyncio.get_running_loop()
        until = loop.time() + SECONDS
        while (works := self._at_work()) and loop.time() < until:
            self._close_sockets()
            await asyncio.wait(works, timeout=0.1)  # late visitors are turned away too
        for work in self._at_work():
            work.cancel()

    def _close_sockets(self) -> None:
        for protocol in list(self.connections):
            if isinstance(protocol, WebSocketProtocol) and protocol.state == protocol.STATE_OPEN:
                protocol.sendCloseFrame(code=RESTART)

    def _at_work(self) -> list[asyncio.Future[Any]]:
        """The unanswered requests, the open sockets, and the unsent announcements."""
        works = (details.get("application_instance") for details in self.connections.values())
        begun = [work for work in works if work is not None and not work.done()]
        return [*begun, *errands()]


class CommandLine(CommandLineInterface):
    """Daphne's command line."""

    server_class = DrainingServer


if __name__ == "__main__":
    limit = ["--websocket-max-message-size", str(LARGEST_MESSAGE)]
    CommandLine().run([*limit, *sys.argv[1:]])

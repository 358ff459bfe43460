"""Limits the size of requests as the server receives them.

Twisted would parse forms by itself, whole and on the event loop, before anyone knows who sends
them; here only Django reads them, in the request's thread.
"""

from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest

LARGEST_BODY = 512 * 1024
"""Bytes. Django accepts half of this in memory (DATA_UPLOAD_MAX_MEMORY_SIZE) and explains a refusal
in words; anything larger than this is cut off."""

_TOO_LARGE = b"HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Request(WebRequest):
    """Daphne's request, which answers a body that is too large with 413 and hangs up."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.taken, self.refused = 0, False
        super().__init__(*arguments, parsePOSTFormSubmission=False, **options)

    def gotLength(self, length: int | None) -> None:
        """Check the announced length."""
        super().gotLength(length)
        self._take(length or 0)

    def handleContentChunk(self, data: bytes) -> None:
        """Keep a part of the body; its length may not have been announced."""
        self.taken += len(data)
        self._take(self.taken)
        if not self.refused:
            super().handleContentChunk(data)

    def requestReceived(self, *arguments: Any) -> None:
        """Answer the request, unless it has been refused."""
        if not self.refused:
            super().requestReceived(*arguments)

    def _take(self, length: int) -> None:
        if length > LARGEST_BODY and not self.refused:
            self.refused = True
            self.channel.transport.write(_TOO_LARGE)
            self.channel.loseConnection()


class Factory(HTTPFactory):
    """Daphne's factory, for requests of this kind."""

    def buildProtocol(self, addr: Any) -> Any:
        """The protocol of a new connection."""
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = Request
        return protocol

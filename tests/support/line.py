"""A line to a service that can be cut, and mended: a relay on a port of its own."""

import socket
import threading
from contextlib import suppress


class Line:
    """Relays TCP to a port of this machine. While it is cut it refuses every connection."""

    def __init__(self, host: str, port: int) -> None:
        self.to = (host, port)
        self.port = 0
        self.listener: socket.socket | None = None
        self.calls: list[socket.socket] = []

    def mend(self) -> None:
        """Take calls from now on."""
        self.listener = socket.create_server(("127.0.0.1", self.port))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._answer, args=(self.listener,), daemon=True).start()

    def cut(self) -> None:
        """End every call, and take none."""
        ends, self.calls = [self.listener, *self.calls], []
        self.listener = None
        for end in ends:
            if end is not None:
                with suppress(OSError):  # it has ended by itself
                    end.shutdown(socket.SHUT_RDWR)
                end.close()

    def _answer(self, listener: socket.socket) -> None:
        with suppress(OSError):  # the line is cut
            while True:
                near, _ = listener.accept()
                far = socket.create_connection(self.to)
                self.calls += [near, far]
                for pair in ((near, far), (far, near)):
                    threading.Thread(target=_carry, args=pair, daemon=True).start()


def _carry(near: socket.socket, far: socket.socket) -> None:
    with suppress(OSError):
        while data := near.recv(65536):
            far.sendall(data)
    with suppress(OSError):
        far.shutdown(socket.SHUT_WR)

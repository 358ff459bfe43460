"""A way to the site that can go silent, as a link does in a tunnel: nothing comes, and nothing is
closed."""

import contextlib
import socket
import threading
from collections.abc import Iterable
from types import TracebackType
from typing import Self

CHUNK = 65_536


class Passage:
    """Carries bytes between clients of `url` and a port of this machine, until closed."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self._ends: list[socket.socket] = []
        self._there, self._back = threading.Event(), threading.Event()

    @property
    def url(self) -> str:
        """Address of this end, without a slash."""
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def go_silent(self, *, answers_only: bool = False) -> None:
        """What is open, or opened from now on, carries nothing any more.

        answers_only: what is sent still comes to the site; only its answers are lost.
        """
        self._back.set()
        if not answers_only:
            self._there.set()

    def pass_on(self) -> None:
        """What is opened from now on is carried again; what was open is at an end."""
        _close(self._ends)
        self._there, self._back, self._ends = threading.Event(), threading.Event(), []

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        _close([self._listener, *self._ends])

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # closed
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(("127.0.0.1", self._port))
                self._ends += [near, far]
                for way in ((near, far, self._there), (far, near, self._back)):
                    threading.Thread(target=_carry, args=way, daemon=True).start()


def _carry(source: socket.socket, target: socket.socket, silent: threading.Event) -> None:
    with contextlib.suppress(OSError):  # either end may be gone
        while data := source.recv(CHUNK):
            if not silent.is_set():
                target.sendall(data)
        if not silent.is_set():
            target.shutdown(socket.SHUT_WR)


def _close(ends: Iterable[socket.socket]) -> None:
    for end in ends:
        with contextlib.suppress(OSError):  # the other side was quicker
            end.shutdown(socket.SHUT_RDWR)
        end.close()

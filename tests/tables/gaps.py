"""Something that happens between two queries of something else, at every place in turn."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection


@contextmanager
def at_gap(number: int, deed: Callable[[], object]) -> Iterator[list[int]]:
    """Do a deed, over a connection of its own, once so many queries have been asked here.

    Yields a list of the numbers of all gaps there were. One on which the deed would wait for what
    it is to interrupt is none: SQLite lets nobody write while a transaction is open.
    """
    gaps: list[int] = []
    asked = 0

    def pause(query: str) -> None:
        nonlocal asked
        writing = connection.in_atomic_block or query.startswith("BEGIN")
        if not (connection.vendor == "sqlite" and writing):
            gaps.append(asked)
            if asked == number:
                apart(deed)
        asked += 1

    def ask(execute: Callable[..., Any], query: str, *arguments: Any) -> Any:
        answer = execute(query, *arguments)
        pause(query)
        return answer

    pause("")
    with connection.execute_wrapper(ask):
        yield gaps


def apart(deed: Callable[[], object]) -> None:
    """Do something in a thread of its own, to the end. Raises what it raised."""
    failed: list[Exception] = []

    def run() -> None:
        try:
            deed()
        except Exception as error:
            failed.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]

"""PostgreSQL's connection pool during and after an outage of the server.

psycopg's pool doubles the time between two attempts, for up to five minutes, and a thread that
needs a connection asks only once: after an outage of minutes the site would stay away for minutes
more. Here an attempt is given up soon, and a thread asks again. Once an attempt has failed, no
request waits any more: each that did would hold up others that could be refused at once. The log
says once that the server is away, and once that it is back.
"""

import logging
import time
from collections.abc import Iterator
from contextlib import suppress
from threading import Lock, Thread
from typing import Any

import psycopg
from django.db import InterfaceError, OperationalError, connections
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

SECONDS = 2.0
"""How long a connection is attempted, every second or so, before the pool gives up and starts
again."""
AT_ONCE = 0.1
"""How long a thread waits for a connection while the server is known to be away."""
UNAVAILABLE = 503
"""The error for a request that needed the server."""
ENDING = ("08", "57P")
"""The prefixes of error codes from a server that cannot be reached or is shutting down."""

log = logging.getLogger(__name__)

Pool = ConnectionPool[Any]
_away: set[Pool] = set()
"""The pools whose server is known to be away and is being tried."""
_lock = Lock()


def begin_anew(pool: Pool) -> None:
    """Have the pool attempt another connection; called by the pool itself, which must not be
    blocked."""
    with _lock:
        _look_for(pool, "connections cannot be had")
        pool.timeout = AT_ONCE


class OutageInTwoLines(logging.Filter):
    """Keeps failures while PostgreSQL is away out of the log, after logging once that it is away;
    also psycopg's messages about its attempts."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record should be logged."""
        for error in _errors(record):
            if _is_away(error):
                with _lock:
                    _look_for(_pool(), str(error).partition("\n")[0])
                return False
        if _away and getattr(record, "status_code", None) == UNAVAILABLE:
            return False
        return record.levelno >= logging.ERROR or not record.name.startswith("psycopg")


def _pool() -> Pool:
    database: Any = connections["default"]  # PostgreSQL's, of which the error is
    pool: Pool = database.pool
    return pool


def _errors(record: logging.LogRecord) -> Iterator[BaseException]:
    """The errors of a log record, with their causes."""
    arguments = record.args if isinstance(record.args, tuple) else ()
    for error in [*arguments, *(record.exc_info or ())]:
        if isinstance(error, BaseException):
            yield error


def _is_away(error: BaseException) -> bool:
    """Whether an error means that the server could not be reached, rather than being its answer."""
    if isinstance(error, (OperationalError, InterfaceError)) and error.__cause__ is not None:
        error = error.__cause__  # Django's errors are made from psycopg's
    if isinstance(error, PoolTimeout):
        return True
    if not isinstance(error, (psycopg.OperationalError, psycopg.InterfaceError)):
        return False
    return error.sqlstate is None or error.sqlstate.startswith(ENDING)


def _look_for(pool: Pool, why: str) -> None:
    """Make sure that a thread is trying to reach the server, and log that it is away."""
    if pool not in _away:
        _away.add(pool)
        log.warning("PostgreSQL does not answer (%s): requests are refused until it does", why)
        Thread(target=_ask, args=(pool, pool.timeout, time.monotonic()), daemon=True).start()


def _ask(pool: Pool, patience: float, since: float) -> None:
    """Try until there is a connection; then requests wait for one again."""
    with suppress(PoolClosed):
        while True:
            with suppress(PoolTimeout):
                pool.putconn(pool.getconn(SECONDS))
                break
        log.info("PostgreSQL is back after %.1f s", time.monotonic() - since)
    with _lock:
        pool.timeout = patience
        _away.discard(pool)

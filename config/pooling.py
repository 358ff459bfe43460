"""PostgreSQL's pool of connections, when the server has been away.

psycopg's pool doubles the time between two attempts, for up to five minutes, and a thread needing
a connection asks once: after an outage of minutes the site would stay away for minutes more. Here
an attempt is given up soon, and somebody asks again.
"""

from contextlib import suppress
from threading import Thread
from typing import Any

from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

SECONDS = 2.0
"""How long a connection is attempted, every second or so, before the attempt begins anew."""

Pool = ConnectionPool[Any]


def begin_anew(pool: Pool) -> None:
    """Have the pool attempt another connection; called by the pool itself, which must go on."""
    Thread(target=_ask, args=(pool,), daemon=True).start()


def _ask(pool: Pool) -> None:
    with suppress(PoolTimeout, PoolClosed):
        pool.putconn(pool.getconn(SECONDS))

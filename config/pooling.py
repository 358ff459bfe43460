"""PostgreSQL's pool of connections, when the server has been away.

psycopg's pool doubles the time between two attempts, for up to five minutes, and a thread needing
a connection asks once: after an outage of minutes the site would stay away for minutes more. Here
an attempt is given up soon, and somebody asks again. Once an attempt has failed no thread waits any
more: each that did would keep what could be refused at once waiting behind it.
"""

from contextlib import suppress
from threading import Thread
from typing import Any

from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

SECONDS = 2.0
"""How long a connection is attempted, every second or so, before the attempt begins anew."""
AT_ONCE = 0.1
"""How long a thread waits for a connection to a server that is known to be away."""

Pool = ConnectionPool[Any]


def begin_anew(pool: Pool) -> None:
    """Have the pool attempt another connection; called by the pool itself, which must go on."""
    if pool.timeout == AT_ONCE:
        return  # somebody asks already
    patience, pool.timeout = pool.timeout, AT_ONCE
    Thread(target=_ask, args=(pool, patience), daemon=True).start()


def _ask(pool: Pool, patience: float) -> None:
    """Ask until there is a connection; then threads wait for one again."""
    with suppress(PoolClosed):
        while pool.timeout == AT_ONCE:
            with suppress(PoolTimeout):
                pool.putconn(pool.getconn(SECONDS))
                pool.timeout = patience

"""A pool whose server is away: a waiting thread has a connection soon after it is back."""

import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from time import monotonic, sleep
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg_pool import ConnectionPool, PoolTimeout

from config.pooling import Pool, begin_anew
from tests.support.services import DATABASE_URL

PATIENCE = 15.0

pytestmark = pytest.mark.services


def test_who_waits_since_before_the_attempt_was_given_up_is_served() -> None:
    name = f"test_cardroom_away_{os.getpid()}"
    url = urlsplit(DATABASE_URL)._replace(path=f"/{name}").geturl()
    pool: Pool = ConnectionPool(
        url,
        min_size=0,
        max_size=2,
        open=True,
        timeout=PATIENCE,
        reconnect_timeout=0.2,
        reconnect_failed=begin_anew,
    )
    with (
        closing(pool),
        psycopg.connect(DATABASE_URL, autocommit=True) as server,
        ThreadPoolExecutor() as threads,
    ):
        waiting = threads.submit(pool.getconn, 20)
        sleep(2)  # the attempt has been given up several times by now
        began = monotonic()
        with pytest.raises(PoolTimeout):
            pool.getconn()  # nobody waits any more for what is known to be away
        assert monotonic() - began < 1
        server.execute(f'CREATE DATABASE "{name}"')
        try:
            pool.putconn(waiting.result(20))
            until = monotonic() + 20
            while pool.timeout != PATIENCE:
                assert monotonic() < until
                sleep(0.05)
        finally:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')

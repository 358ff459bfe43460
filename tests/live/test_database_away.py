"""PostgreSQL is cut off and comes back, while people play: by a line of the test's own."""

import logging
import time
import urllib.error
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import OperationalError
from websockets.exceptions import InvalidStatus

from config.pooling import OutageInTwoLines
from tests.live.visitors import Visitor, open_room, soon
from tests.support.line import Line
from tests.support.server import Server
from tests.support.site import collect_static, site_environment

pytestmark = pytest.mark.services

AWAY = 8.0
"""Seconds: longer than an attempt, so that several are given up."""


@pytest.fixture
def line(transactional_db: None) -> Iterator[Line]:
    """To the PostgreSQL of this run."""
    url = urlsplit(site_environment()["DATABASE_URL"])
    line = Line(url.hostname or "localhost", url.port or 5432)
    line.mend()
    yield line
    line.cut()


@pytest.fixture
def site_beyond(line: Line, tmp_path: Path) -> Iterator[Server]:
    """A process of the site that reaches its database by that line, and sweeps."""
    collect_static()
    environment = site_environment()
    url = urlsplit(environment["DATABASE_URL"])
    there = url._replace(netloc=f"{url.username}@127.0.0.1:{line.port}").geturl()
    server = Server(environment | {"DATABASE_URL": there, "SWEEPS": "on"}, tmp_path / "log")
    server.start()
    yield server
    server.kill()


def complaints(server: Server) -> list[str]:
    """The lines of its log, without those of daphne, one for each request."""
    return [text for text in server.log().splitlines() if not text.startswith("127.0.0.1")]


def status(visitor: Visitor, path: str) -> int:
    """What a page is answered with."""
    try:
        visitor.text(path)
    except urllib.error.HTTPError as error:
        return error.code
    return 200


def test_the_log_says_once_that_the_database_is_away_and_once_that_it_is_back(
    line: Line, site_beyond: Server
) -> None:
    """Tracebacks of psycopg and of every request that failed filled the log of an outage."""
    room = open_room("big-50", 1, 2)
    one, two = (Visitor(site_beyond, user) for user in room.users.values())
    pages = ["/", "/history", "/healthz", f"/tables/{room.table_id}"]
    with one.socket(room.table_id) as near, two.socket(room.table_id) as far:
        for socket in (near, far):
            socket.scene()
        one.bet(room.table_id)
        before = len(complaints(site_beyond))
        line.cut()
        until = time.monotonic() + AWAY
        while time.monotonic() < until:
            assert {status(one, page) for page in pages} == {503}
            assert near.ask(action="ready", step="x")["status"] == 503
            with pytest.raises(InvalidStatus), two.socket(room.table_id):
                pass
        line.mend()
        assert soon(lambda: "PostgreSQL is back" in site_beyond.log(), 10)
        assert {status(one, page) for page in pages} == {200}
    away, back = complaints(site_beyond)[before:]
    assert "WARNING config.pooling: PostgreSQL does not answer" in away
    assert "INFO config.pooling: PostgreSQL is back" in back


def test_what_the_database_answers_is_no_outage() -> None:
    """A deadlock, say, is an operational error too, and must be read in full."""
    deadlock = OperationalError("deadlock detected")
    deadlock.__cause__ = psycopg.errors.DeadlockDetected("deadlock detected")
    what = {"levelno": logging.ERROR, "exc_info": (OperationalError, deadlock, None)}
    found = logging.makeLogRecord(what)
    assert OutageInTwoLines().filter(found)
    assert found.exc_info is not None

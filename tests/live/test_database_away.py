"""PostgreSQL away for some seconds, and back."""

import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import psycopg
import pytest
from django.db import connection
from django.db.models import F
from django.utils import timezone
from psycopg import sql

from accounts import ledger
from games.models import Phase, Round, Table
from games.process.outage import AWAY
from tests.live.visitors import Visitor, open_room, soon
from tests.support.server import Server
from tests.support.services import DATABASE_URL
from tests.tables.room import WAGERS, Room

pytestmark = pytest.mark.services

WINDOW = timedelta(seconds=20)
"""How long a betting is open; docs: the rules of every table."""
MARGIN = timedelta(seconds=10)
"""What a busy machine may take of it before anybody looks."""


@contextmanager
def database_away() -> Iterator[None]:
    """Nobody but the test has a connection to the database, and nobody gets one."""
    name = str(connection.settings_dict["NAME"])
    with connection.cursor() as cursor, psycopg.connect(DATABASE_URL, autocommit=True) as server:
        cursor.execute("SELECT pg_backend_pid()")
        own = cursor.fetchone()[0]
        database = sql.Identifier(name)
        server.execute(sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS false").format(database))
        try:
            server.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = %s AND pid <> %s",
                [name, own],
            )
            yield
        finally:
            server.execute(sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS true").format(database))


def open_betting(server: Server) -> tuple[Room, Visitor]:
    """A shared table where one of two has bet and the clock runs."""
    room = open_room("big-50", 1, 2)
    visitor = Visitor(server, room.users[1])
    assert visitor.bet(room.table_id)["state"] == "betting"
    assert room.table.deadline is not None
    return room, visitor


def runs_out(room: Room, seconds: float) -> datetime:
    """The table's clock runs out so soon, and whoever looks sees that."""
    deadline = timezone.now() + timedelta(seconds=seconds)
    table = Table.objects.filter(pk=room.table_id)
    table.update(deadline=deadline, version=F("version") + 1)
    return deadline


def test_a_betting_that_ran_out_while_the_database_was_away_has_its_time_again(
    server: Server,
) -> None:
    room, visitor = open_betting(server)
    with visitor.socket(room.table_id) as socket:
        before = socket.scene()
        with database_away():
            time.sleep(AWAY.total_seconds())
            runs_out(room, 0.5)
            time.sleep(1.5)
        back = timezone.now()
        assert soon(lambda: room.table.deadline and room.table.deadline > back)
        deadline = room.table.deadline
        assert deadline is not None
        assert back + MARGIN < deadline <= timezone.now() + WINDOW
        assert room.table.phase == Phase.BETTING
        scene = socket.scene(lambda scene: scene["version"] > before["version"])
        assert scene["state"] == "betting"
        assert scene["you"]["wagers"] == before["you"]["wagers"] == WAGERS["big-50"]
    assert Round.objects.get().dealt is None
    assert visitor.bet(room.table_id, ready=True)["state"] == "betting"
    assert ledger.audit() == []


def test_a_betting_that_runs_out_while_the_database_is_there_is_over(server: Server) -> None:
    room, visitor = open_betting(server)
    with visitor.socket(room.table_id) as socket:
        runs_out(room, 1)
        visitor.bet(room.table_id)  # so that the socket reads the new deadline
        socket.scene(lambda scene: scene["state"] == "looking")
    assert Round.objects.get().dealt is not None


LONG = 18
"""Seconds; whoever doubled the time between two attempts would next look 13 seconds after it."""
SOON = 8
"""Seconds of which some are the machine's."""


def test_the_site_is_back_soon_after_the_database_is(server: Server) -> None:
    room, visitor = open_betting(server)
    with database_away():
        time.sleep(LONG)
    back = time.monotonic()
    assert soon(lambda: serves(server), 60)
    assert time.monotonic() - back < SOON
    assert visitor.state(room.table_id)["table"]["id"] == room.table_id


def serves(server: Server) -> bool:
    """Whether a page can be had."""
    try:
        with urllib.request.urlopen(f"{server.url}/healthz", timeout=1) as response:
            return bool(response.status == 200)
    except OSError:
        return False

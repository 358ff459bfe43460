"""Two processes of the site on one PostgreSQL and one Redis, and Redis gone."""

import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts import ledger
from accounts.models import Transfer
from games.models import OddsReport, Phase, Round, Table
from tests.live.visitors import PATIENCE, Visitor, open_room, soon
from tests.support.server import Server
from tests.support.site import site_environment
from tests.tables.room import at_once

pytestmark = pytest.mark.services

SOCKETS = 60
VISITORS = 20
"""More than a process answers at once."""


def test_sixty_sockets_at_two_processes_race_a_deadline_and_deal_once(
    servers: Callable[[int], list[Server]],
) -> None:
    processes = servers(2)
    room = open_room("big-50", 1, 2, 3)
    for user in room.users.values():
        room.bet(user)
    users = list(room.users.values())
    watchers = [
        Visitor(processes[place % 2], users[place % 5] if place % 5 < 3 else None)
        for place in range(SOCKETS)
    ]
    with ExitStack() as stack:
        sockets = [stack.enter_context(watcher.socket(room.table_id)) for watcher in watchers]
        for socket in sockets:
            assert socket.scene()["state"] == "betting"
        Table.objects.update(deadline=timezone.now() + timedelta(seconds=1))
        room.now = timezone.now()
        room.bet(room.users[1], {"range": 500})  # so that every socket reads the new deadline
        for socket in sockets:
            socket.scene(lambda scene: scene["state"] == "looking")
        version = room.table.version
        for socket in sockets:
            assert socket.at(version)["version"] == version
            assert socket.versions() == sorted(socket.versions())
            assert socket.last["round"]["number"] == 1
    assert room.table.phase == Phase.PLAYING
    assert Round.objects.count() == 1
    assert Transfer.objects.filter(reason="Wagers").count() == 3
    assert ledger.audit() == []


def test_what_happens_in_one_process_is_seen_in_the_other(
    servers: Callable[[int], list[Server]],
) -> None:
    here, there = servers(2)
    room = open_room("big-raise", 1, 2)
    one, other = Visitor(here, room.users[1]), Visitor(there, room.users[2])
    with one.socket(room.table_id) as first, other.socket(room.table_id) as second:
        for visitor in (one, other):
            version = visitor.bet(room.table_id, ready=True)["version"]
            assert first.at(version)["version"] == second.at(version)["version"]
        for visitor in (one, other):
            first.scene(lambda scene: scene["state"] == "playing")
            visitor.act(room.table_id, "fold")
        for socket in (first, second):
            assert socket.scene(lambda scene: scene["state"] == "showing")["round"]["number"] == 1
    assert ledger.audit() == []


def test_the_same_wager_at_two_processes_is_one(
    servers: Callable[[int], list[Server]],
) -> None:
    processes = servers(2)
    room = open_room("blackjack", 1, solo=True)
    (user,) = room.users.values()
    visitors = [Visitor(processes[place % 2], user) for place in range(20)]
    body = {"step": room.step(user), "ready": True, "wagers": {"main": 1000}}
    results = at_once(
        *[lambda one=one: one.post(room.table_id, "bets", body)[0] for one in visitors]
    )
    assert sorted(map(str, results)) == ["200"] + ["409"] * 19
    assert Transfer.objects.filter(reason="Wagers").count() == 1


def test_without_redis_actions_are_done_and_pages_are_served(
    transactional_db: None, site: Server, tmp_path: Path
) -> None:
    """Nobody can be alerted; visitors who ask find everything as it is."""
    environment = site_environment() | {"REDIS_URL": "redis://127.0.0.1:1/0"}
    lonely = Server(environment, tmp_path / "log")
    lonely.start()
    try:
        room = open_room("big-50", 1, solo=True)
        (user,) = room.users.values()
        visitor = Visitor(lonely, user)
        assert visitor.bet(room.table_id, ready=True)["state"] == "looking"
        assert visitor.act(room.table_id, "reveal")["state"] == "showing"
        assert soon(lambda: "Redis does not answer" in lonely.log())
    finally:
        lonely.kill()
    assert ledger.audit() == []


def test_pages_that_wait_keep_no_table_waiting(server: Server) -> None:
    room = open_room("big-50", 1, solo=True)
    (user,) = room.users.values()
    visitor = Visitor(server, user)
    with ThreadPoolExecutor(VISITORS) as pool:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {OddsReport._meta.db_table} IN ACCESS EXCLUSIVE MODE")
            pages = [pool.submit(_status, f"{server.url}/rules/big-50") for _ in range(VISITORS)]
            assert soon(lambda: _waiting_for_a_lock() >= 6)
            assert visitor.bet(room.table_id, ready=True)["state"] == "looking"
            assert not any(page.done() for page in pages)
        assert [page.result() for page in pages] == [200] * VISITORS


def _status(url: str) -> int:
    with urllib.request.urlopen(url, timeout=PATIENCE) as response:
        return int(response.status)


def _waiting_for_a_lock() -> int:
    """How many connections to this database wait for another one."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # kept for the whole transaction
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return int(cursor.fetchone()[0])

"""A process that is asked to end: it answers what it has begun, and closes its sockets."""

import os
import signal
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from autobahn.exception import Disconnected
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from websockets.exceptions import ConnectionClosedError

from config.serve import DrainingServer
from games.models import Phase, Table
from tests.live.visitors import PATIENCE, Visitor, open_room, soon
from tests.support.server import Server
from tests.tables.room import player

RESTART = 1012


def _ask_to_end(server: Server) -> None:
    assert server.process is not None
    os.kill(server.process.pid, signal.SIGTERM)


def _has_ended(server: Server) -> bool:
    assert server.process is not None
    return server.process.wait(PATIENCE) == 0


def _health(server: Server) -> int:
    try:
        with urllib.request.urlopen(f"{server.url}/healthz", timeout=PATIENCE) as response:
            return int(response.status)
    except urllib.error.HTTPError as error:
        return error.code


def test_a_wager_that_is_on_its_way_is_answered(servers: Callable[[int], list[Server]]) -> None:
    (server,) = servers(1)
    user = player(now=timezone.now())
    room = open_room("big-50", solo=True, host=user)
    visitor = Visitor(server, user)
    assert visitor.post(room.table_id, "sit", {"seat": 1})[0] == 200
    step = visitor.state(room.table_id)["step"]
    body = {"step": step, "ready": True, "wagers": {"range": 100}}
    with ThreadPoolExecutor() as pool:
        with transaction.atomic():
            Table.objects.select_for_update().get(pk=room.table_id)
            answer = pool.submit(visitor.post, room.table_id, "bets", body)
            with pytest.raises(TimeoutError):
                answer.result(1)  # it waits for the table's lock
            _ask_to_end(server)
            with pytest.raises(TimeoutError):
                answer.result(1)
        status, payload = answer.result(PATIENCE)
    assert status == 200
    assert payload["scene"]["state"] == "looking"
    assert room.table.phase == Phase.PLAYING
    assert _has_ended(server)


def test_a_proxy_is_told_before_nobody_is_served_any_more(
    servers: Callable[[int], list[Server]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DRAIN_SECONDS", "5")
    (server,) = servers(1)
    room = open_room("big-50")
    visitor = Visitor(server)
    _ask_to_end(server)
    assert soon(lambda: _health(server) == 503)
    assert visitor.state(room.table_id)["state"] == "waiting"
    assert _has_ended(server)


def test_sockets_are_told_to_come_back(servers: Callable[[int], list[Server]]) -> None:
    (server,) = servers(1)
    room = open_room("big-50")
    with Visitor(server).socket(room.table_id) as socket:
        socket.next()
        _ask_to_end(server)
        with pytest.raises(ConnectionClosedError) as closed:
            list(iter(socket.next, None))
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == RESTART
    assert _has_ended(server)
    server.start()
    with Visitor(server).socket(room.table_id) as socket:
        assert "scene" in socket.next()


def test_what_a_socket_has_begun_by_itself_is_done_and_the_process_ends(
    servers: Callable[[int], list[Server]],
) -> None:
    (server,) = servers(1)
    room = open_room("big-50", 1, 2)
    visitor = Visitor(server, room.users[1])
    visitor.bet(room.table_id)
    soon_over = timezone.now() + timedelta(seconds=1)
    Table.objects.update(version=F("version") + 1, deadline=soon_over)
    with visitor.socket(room.table_id) as socket:
        socket.next()
        with transaction.atomic():
            Table.objects.select_for_update().get(pk=room.table_id)
            time.sleep(1.5)  # the socket lets the clock play, and waits for the table
            _ask_to_end(server)
            time.sleep(0.5)
        assert _has_ended(server)
    assert room.table.phase == Phase.PLAYING


class HungUp:
    """A socket whose other end has gone, which the server does not know yet."""

    def handle_reply(self, message: dict[str, Any]) -> None:
        raise Disconnected("Attempt to send on a closed protocol")


async def test_a_push_to_a_socket_that_hangs_up_is_no_fault() -> None:
    server, socket = DrainingServer(application=None, endpoints=["fd:fileno=0"]), HungUp()
    server.connections = {socket: {}}
    await server.handle_reply(socket, {"type": "websocket.send", "text": "{}"})

"""The sockets of the lobby: the whole list once, then what has changed in it."""

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from games.models import Table
from games.runtime.threads import errands, in_thread
from games.web import lobby_board
from tests.live.visitors import PATIENCE, Visitor, open_room
from tests.support.server import Server


@contextmanager
def lobby(server: Server) -> Iterator[ClientConnection]:
    """A socket of the lobby."""
    with connect(
        f"{server.ws_url}/ws/lobby", origin=Origin(server.url), open_timeout=PATIENCE
    ) as socket:
        yield socket


def targets(push: str) -> list[str]:
    """The elements that a push exchanges the content of."""
    return re.findall(r'<hx-partial hx-target="#([^"]+)"', push)


def until(socket: ClientConnection, wanted: str) -> list[str]:
    """The pushes up to the first in which something is said."""
    pushes = [str(socket.recv(timeout=PATIENCE))]
    while wanted not in pushes[-1]:
        pushes.append(str(socket.recv(timeout=PATIENCE)))
    return pushes


def test_the_list_comes_once_and_then_the_rows_that_change(server: Server) -> None:
    quiet, room = open_room("big-50"), open_room("big-50")
    with lobby(server) as first:
        whole = str(first.recv(timeout=PATIENCE))
        assert targets(whole) == ["tables"]
        assert f'id="table-{quiet.table_id}"' in whole
        Visitor(server).post(room.table_id, "sit", {"seat": 1})
        # A table that has company now comes before those that have none.
        pushes = until(first, "1 of 6 seats")
        assert {target for push in pushes for target in targets(push)} == {"tables-big-50"}
        with lobby(server) as second:  # the others' board is there already
            late = str(second.recv(timeout=PATIENCE))
            assert targets(late) == ["tables"]
            assert "1 of 6 seats" in late
            Visitor(server).post(room.table_id, "sit", {"seat": 2})
            push = until(first, "2 of 6 seats")[-1]
            assert targets(push) == [f"table-{room.table_id}"]
            assert push == until(second, "2 of 6 seats")[-1]
    with lobby(server) as returned:
        assert targets(str(returned.recv(timeout=PATIENCE))) == ["tables"]


def test_what_was_never_announced_is_found_after_a_while(server: Server) -> None:
    room = open_room("big-50")
    with lobby(server) as socket:
        socket.recv(timeout=PATIENCE)
        Table.objects.filter(pk=room.table_id).update(name="Zelkova")
        assert targets(until(socket, "Zelkova")[-1]) == [f"table-{room.table_id}"]


def test_a_private_table_is_in_no_push(server: Server) -> None:
    private = open_room("big-50", listed=False, token="t" * 43)
    shared = open_room("big-50", 1)
    host = private.sit(1)[0]
    with lobby(server) as socket:
        pushes = [str(socket.recv(timeout=PATIENCE))]
        assert Visitor(server, host).post(private.table_id, "leave")[0] == 200
        Visitor(server).post(shared.table_id, "sit", {"seat": 2})
        pushes += until(socket, "2 of 6 seats")
    assert not any(f"table-{private.table_id}" in push for push in pushes)


async def test_what_is_announced_is_looked_at_without_a_look_at_all(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_board, "WHOLE_EVERY", 1e6)
    monkeypatch.setattr(lobby_board, "EVERY", 0.05)
    room = await in_thread(open_room)("big-50")
    async with asyncio.timeout(PATIENCE), lobby_board.board() as board:
        seen, whole = await board.since(0)
        assert "0 of 6 seats" in whole
        for seat in (1, 2, 3):
            await in_thread(room.sit)(seat)
            seen, push = await board.since(seen)
            assert targets(push) == [f"table-{room.table_id}"]
            assert f"{seat} of 6 seats" in push
        again, whole = await board.since(seen - 2)  # who has missed a push
        assert (again, targets(whole)) == (seen, ["tables"])
        assert "3 of 6 seats" in whole
    await asyncio.gather(*errands())


@pytest.mark.services
def test_what_one_process_changes_the_lobby_of_another_shows(
    servers: Callable[[int], list[Server]],
) -> None:
    one, other = servers(2)
    quiet, room = open_room("big-50"), open_room("big-50")
    with lobby(one) as near, lobby(other) as far:
        for socket in (near, far):
            assert f'id="table-{quiet.table_id}"' in str(socket.recv(timeout=PATIENCE))
        Visitor(one).post(room.table_id, "sit", {"seat": 1})
        for socket in (near, far):
            pushes = until(socket, "1 of 6 seats")
            assert targets(pushes[-1]) == ["tables-big-50"]  # it has company, and comes first

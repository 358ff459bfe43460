"""What the lobby learns of a table, and when."""

from typing import Any

import pytest

from games.models import Table
from games.runtime import announcements
from games.runtime.announcements import LOBBY
from games.tables import bots
from games.tables import services as tables
from games.tables.locked_table import locked
from games.tables.selectors import outlines
from games.tables.summary import Outline, outline_of
from tests.tables.room import Room


@pytest.fixture
def announced(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The tables that are announced to the lobbies, as they are."""
    tables: list[int] = []

    class Layer:
        async def group_send(self, group: str, message: dict[str, Any]) -> None:
            if group == LOBBY:
                tables.append(message["table"])

    monkeypatch.setattr(announcements, "get_channel_layer", Layer)
    return tables


def at_its_desk(room: Room) -> Outline | None:
    with locked(room.table_id, room.now) as desk:
        return outline_of(desk.table, desk.chairs)


def test_a_table_looks_the_same_at_its_desk_and_in_its_rows(db: None) -> None:
    room = Room.open("big-50", bots=2, maximum=50_00)
    seen = [at_its_desk(room)]
    assert outlines() == {room.table_id: seen[-1]}
    (user,) = room.sit(4)
    bots.attend(room.table_id, room.later(60).now)
    for deed in (lambda: None, lambda: room.bet(user, ready=True), room.time_out):
        deed()
        seen.append(at_its_desk(room))
        assert outlines() == {room.table_id: seen[-1]}
    alder = (room.table_id, "Alder", "big-50", 100, 5_000)
    assert seen[:2] == [
        (*alder, "waiting", False, 6, 0, 0),
        (*alder, "betting", False, 6, 2, 1),
    ]


def test_the_lobbies_are_told_of_seats_and_phases_but_of_no_wager(announced: list[int]) -> None:
    room = Room.open("big-50")
    assert announced == [room.table_id]  # it has opened
    one, two = room.sit(1, 2)
    assert announced == [room.table_id] * 3
    room.bet(one)
    room.bet(two)
    tables.act(room.table_id, one, room.step(one), {"action": "ready"}, room.now)
    assert announced == [room.table_id] * 3
    room.time_out()
    assert room.table.phase == "playing"
    assert announced == [room.table_id] * 4


def test_no_lobby_is_told_of_tables_that_it_does_not_list(announced: list[int]) -> None:
    for fields in ({"solo": True}, {"listed": False, "token": "t" * 43}):
        room = Room.open("big-50", **fields)
        (user,) = room.sit(1)
        room.bet(user, ready=True)
        assert room.table.version > 1
    assert announced == []


def test_a_table_that_is_taken_from_the_list_is_told_of_once_more(announced: list[int]) -> None:
    room = Room.open("big-50")
    announced.clear()
    with locked(room.table_id, room.now) as desk:
        desk.table.closed = True
        desk.change()
    assert announced == [room.table_id]
    assert outlines() == {}
    assert Table.objects.get(pk=room.table_id).closed

"""What the channel layer does when it fails changes nothing of what has happened."""

import asyncio
from typing import Any

import pytest
import redis.exceptions
from channels.exceptions import ChannelFull

from games.models import Phase
from games.runtime import announcements
from games.runtime.announcements import announce
from games.runtime.threads import errands, in_thread
from games.tables import services
from tests.live.visitors import PATIENCE
from tests.tables.room import Room

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    "error",
    [
        ConnectionRefusedError(),
        redis.exceptions.ConnectionError("down"),
        redis.exceptions.TimeoutError("slow"),
        ChannelFull(),
        TimeoutError(),
        RuntimeError("Event loop is closed"),
    ],
)
def test_an_action_stands_although_nobody_could_be_told(
    error: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken:
        async def group_send(self, group: str, message: dict[str, Any]) -> None:
            raise error

    monkeypatch.setattr(announcements, "get_channel_layer", Broken)
    room = Room.open("big-50")
    (user,) = room.sit(1)
    assert room.table.phase == Phase.BETTING
    room.bet(user, ready=True)
    assert room.table.phase == Phase.PLAYING
    assert "could not announce version" in caplog.text
    assert f"of table {room.table_id}" in caplog.text


def test_the_layer_carries_the_table_and_its_version_and_nothing_of_the_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[dict[str, Any]] = []
    to_lobbies: list[dict[str, Any]] = []

    class Layer:
        async def group_send(self, group: str, message: dict[str, Any]) -> None:
            (to_lobbies if group == announcements.LOBBY else sent).append(message)

    monkeypatch.setattr(announcements, "get_channel_layer", Layer)
    room = Room.open("big-50")
    (user,) = room.sit(1)
    room.bet(user, ready=True)
    services.act(room.table_id, user, room.step(user), {"action": "reveal"}, room.now)
    assert sent
    for message in sent:
        assert set(message) <= {"type", "table", "version", "round"}
        assert message["round"] == str(room.round.pk)
        assert message["table"] == room.table_id
    assert to_lobbies
    for message in to_lobbies:
        assert message == {"type": "lobby.changed", "table": room.table_id}


async def test_who_acts_does_not_wait_until_everybody_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    may_go, found = asyncio.Event(), asyncio.Event()

    class Slow:
        async def group_send(self, group: str, message: dict[str, Any]) -> None:
            await may_go.wait()
            found.set()

    monkeypatch.setattr(announcements, "get_channel_layer", Slow)
    async with asyncio.timeout(PATIENCE):
        await in_thread(announce)(1, 2, None)
        assert not found.is_set()
        assert errands(), "a process that ends would wait for it"
        may_go.set()
        await found.wait()
    await asyncio.sleep(0)
    assert not errands()


async def test_what_nobody_takes_does_not_pile_up_for_ever(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    may_go = asyncio.Event()

    class Silent:
        async def group_send(self, group: str, message: dict[str, Any]) -> None:
            await may_go.wait()

    monkeypatch.setattr(announcements, "get_channel_layer", Silent)
    async with asyncio.timeout(PATIENCE):
        for version in range(2 * announcements.MOST_UNSENT):
            await in_thread(announce)(1, version, None)
        assert len(errands()) <= announcements.MOST_UNSENT + 1
        assert caplog.text.count("wait to be sent") == 1
        may_go.set()
        await asyncio.gather(*errands())

"""Sockets that come and go: who is marked as away and back, and who is counted as watching."""

import html
import json
import re

import pytest
from django.test import Client

from games.models import Chair, Watcher
from tests.live.visitors import Json, Visitor, open_room, soon
from tests.support.server import Server


def away(scene: Json) -> list[int]:
    return [seat["seat"] for seat in scene["seats"] if seat["away"]]


def test_a_closed_socket_marks_its_player_as_away_and_a_new_one_as_back(server: Server) -> None:
    room = open_room("big-50", 1, 2)
    gone, here = Visitor(server, room.users[1]), Visitor(server, room.users[2])
    with here.socket(room.table_id) as watching:
        with gone.socket(room.table_id) as socket:
            socket.scene()
            assert soon(lambda: room.chair(room.users[1]).linked_until)
        watching.scene(lambda scene: away(scene) == [1])
        with gone.socket(room.table_id):
            watching.scene(lambda scene: away(scene) == [])


def test_closing_one_of_two_tabs_marks_nobody_as_away(server: Server) -> None:
    room = open_room("big-50", 1, 2)
    user, other = room.users.values()
    with Visitor(server, user).socket(room.table_id) as kept:
        kept.scene()
        with Visitor(server, user).socket(room.table_id) as closed:
            closed.scene()
            assert soon(lambda: room.chair(user).linked_until)
        with Visitor(server, other).socket(room.table_id) as third:
            third.scene()
            assert soon(lambda: room.chair(other).linked_until)
        kept.scene(lambda scene: away(scene) != [])
        assert away(kept.last) == [2]


def test_two_tabs_of_one_user_see_the_same_seat_and_the_same_countdown(server: Server) -> None:
    room = open_room("big-50", 1, 2)
    visitor = Visitor(server, room.users[1])
    with (
        visitor.socket(room.table_id) as one,
        visitor.socket(room.table_id) as other,
        Visitor(server).socket(room.table_id) as stranger,
    ):
        version = visitor.bet(room.table_id)["version"]
        scenes = [socket.at(version) for socket in (one, other, stranger)]
        mine = [{**scene, "now_ms": 0} for scene in scenes[:2]]
        if mine[0]["version"] == mine[1]["version"]:
            assert mine[0] == mine[1]
        assert {scene["you"]["seat"] for scene in mine} == {1}
        assert len({scene["deadline_ms"] for scene in scenes}) == 1


def test_who_only_watches_is_counted_and_no_more_once_gone(server: Server) -> None:
    room = open_room("big-50", 1)
    with Visitor(server, room.users[1]).socket(room.table_id) as player:
        player.scene(lambda scene: scene["table"]["watching"] == 0)
        with Visitor(server).socket(room.table_id), Visitor(server).socket(room.table_id):
            player.scene(lambda scene: scene["table"]["watching"] == 2)
        player.scene(lambda scene: scene["table"]["watching"] == 0)
    assert not Watcher.objects.exists()


def test_a_late_message_of_a_socket_applies_to_no_later_step(server: Server) -> None:
    """As a wager that was queued while the link was down would be."""
    room = open_room("big-50", 1, 2)
    visitor = Visitor(server, room.users[1])
    with visitor.socket(room.table_id) as socket:
        step = socket.scene()["step"]
        visitor.bet(room.table_id)
        before = Chair.objects.get(user=room.users[1]).wagers
        for wagers in ({"range": 2500}, {}):
            assert socket.ask(step=step, wagers=wagers)["status"] == 409
        assert socket.ask(step=step, action="ready")["status"] == 409
        after = Chair.objects.get(user=room.users[1])
    assert (after.wagers, after.ready) == (before, False)


@pytest.mark.django_db
def test_pages_come_back_with_full_jitter_of_at_most_eight_seconds(client: Client) -> None:
    """The library waits for a time that doubles, more or less a share of it."""
    page = client.get("/").content.decode()
    (text,) = re.findall("name=\"htmx-config\" content='([^']+)'", page)
    config = json.loads(html.unescape(text))["ws"]
    assert config["reconnectJitter"] == 1
    assert config["reconnectMaxDelay"] * 2 == 8000

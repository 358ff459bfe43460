"""The panel beside a table lists a player's last rounds by their hands."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Round, RoundAction
from games.scenes.snapshots import html_of
from games.tables.selectors import snapshot
from tests.tables.room import Room

pytestmark = pytest.mark.django_db


def panel(room: Room, user: User) -> str:
    """What a player reads of the last rounds, without tags."""
    html = html_of(snapshot(room.table_id), room.shown(user), user.pk)
    return " ".join(re.sub("<[^>]+>", " ", html["rounds"]).split())


def test_a_round_is_called_by_its_hands_and_net(stack: Callable[[str], None]) -> None:
    # One, two and the dealer get a card each, twice.
    stack("Tc Ts Kd Kh 8s Th")
    room = Room.open("blackjack")
    one, other = room.sit(1, 2)
    room.deal(one, other, wagers={"main": 500})
    room.act(one, "stand")
    room.act(other, "stand")
    assert "20 against 20, a push net 0.00" in panel(room, one)
    assert "18 beaten by 20 net −5.00" in panel(room, other)
    assert "18 beaten by 20" not in panel(room, one)


def test_a_round_that_is_over_is_read_once_for_the_panel() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    for _ in range(3):
        room.deal(user)
        while room.table.phase != "showing":
            room.time_out()
        room.time_out()
    known = snapshot(room.table_id)
    assert [line.title for line in known.lines.values()]
    with CaptureQueriesContext(connection) as asked:
        again = snapshot(room.table_id, known)
    assert again.lines == known.lines
    for model in (RoundAction, Round):
        name = model._meta.db_table
        read = [query for query in asked.captured_queries if f'FROM "{name}"' in query["sql"]]
        assert not read

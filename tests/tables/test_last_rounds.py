"""The panel beside a table lists a player's last rounds by their hands."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.templatetags.money import money
from games.coach.as_json import MICRO
from games.history.reviews import reviews
from games.management.working import review_all
from games.models import Review, Round, RoundAction, RoundSeat
from games.scenes.snapshots import html_of
from games.tables.selectors import snapshot
from tests.support.compute import here
from tests.tables.room import Room

pytestmark = pytest.mark.django_db


def rounds_html(room: Room, user: User) -> str:
    return html_of(snapshot(room.table_id), room.shown(user), user.pk)["rounds"]


def panel(room: Room, user: User) -> str:
    """What a player reads of the last rounds, without tags."""
    return " ".join(re.sub("<[^>]+>", " ", rounds_html(room, user)).split())


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


def test_what_a_decision_cost_is_said_once_it_is_reviewed(stack: Callable[[str], None]) -> None:
    # Aces: to fold them gives 1 ante away, and with it all that 4x would have won.
    stack("As Ah 2c 3d 4h 9s Ts Js")
    room = Room.open("big-raise")
    (user,) = room.sit(1)
    room.deal(user, wagers={"ante": 1000})
    room.act(user, "fold")
    while room.table.phase != "showing":
        room.time_out()
    assert "was better" not in panel(room, user)
    assert f"again=1&amp;of={RoundSeat.objects.get().pk}" in rounds_html(room, user)
    reviews.ask(RoundSeat.objects.all())
    review_all("one", here)
    room.time_out()  # the next round is opened: the list is read again
    review = Review.objects.get()
    units = f"{review.cost / MICRO / 1000:.2f}"
    assert f"Raise 4× was better by {units} antes ({money(round(review.cost / MICRO))})" in panel(
        room, user
    )
    assert "again=1" not in rounds_html(room, user)


def test_a_list_of_several_rounds_has_their_sum(stack: Callable[[str], None]) -> None:
    stack("Tc Kd 8s Th")  # 18 against 20
    room = Room.open("blackjack")
    (user,) = room.sit(1)
    for count in (1, 2):
        room.deal(user, wagers={"main": 500})
        while room.table.phase != "showing":
            room.time_out()
        assert ("Last 2 rounds: −10.00" in panel(room, user)) == (count == 2)
        room.time_out()


def test_a_review_is_never_made_for_a_table_that_is_looked_at() -> None:
    room = Room.open("big-raise")
    (user,) = room.sit(1)
    room.deal(user, wagers={"ante": 1000})
    while room.table.phase != "showing":
        room.time_out()
    panel(room, user)
    assert not Review.objects.exists()


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

"""The log of a round in words: what happened, and what the clock played."""

import re
from collections.abc import Callable

import pytest

from accounts.models import User
from games.blackjack.options import BlackjackOptions
from games.models import Phase
from games.scenes.snapshots import html_for
from games.tables import presence, settlement
from games.tables.locked_table import locked
from tests.tables.room import Room
from tests.tables.seen import cards_in, may_see

pytestmark = pytest.mark.django_db

STIFF = "5c 6c 7h 9d 9h Td 4c 4d 5s"
"""Blackjack for two seats: 14 and 15 against a seven."""


def html(room: Room, user: User | None = None) -> dict[str, str]:
    return html_for(room.table_id, user.pk if user else None, room.now)[1]


def log(room: Room, user: User | None = None) -> list[str]:
    return list(room.scene(user)["log"])


def test_the_clock_stands_in_blackjack_and_the_log_says_so(stack: Callable[[str], None]) -> None:
    stack(STIFF)
    room = Room.open("blackjack")
    one, other = room.sit(1, 2)
    room.deal(one, other)
    room.act(one, "hit")
    room.time_out()
    room.act(other, "stand")
    lines = log(room)
    assert "Seat 1: the clock stands on 18." in lines
    assert "Seat 2 stands on 15." in lines
    assert any(line.startswith("Seat 1 draws the") for line in lines)


def test_the_clock_declines_insurance(stack: Callable[[str], None]) -> None:
    stack("5c 6c Ah 9d 9h 7d 4c 4d 5s")
    room = Room.open("blackjack")
    one, other = room.sit(1, 2)
    room.deal(one, other)
    room.act(other, "insurance", amount=500)
    room.time_out()
    lines = log(room)
    assert "Seat 1: the clock takes no insurance." in lines
    assert "Seat 2 insures for 5." in lines


def test_the_clock_folds_in_big_raise_and_nobody_reads_of_it_before_all_have_decided() -> None:
    room = Room.open("big-raise")
    gone, one, other = room.sit(1, 2, 3)
    room.deal(gone, one, other)
    room.leave(gone)
    room.act(one, "fold")
    assert not any("folds" in line for line in log(room, other))
    room.time_out()
    lines = log(room)
    assert "Seat 1: the clock folds." in lines
    assert "Seat 2 folds." in lines
    assert "Seat 3: the clock folds." in lines


def test_the_clock_stands_pat_in_big_draw() -> None:
    room = Room.open("big-draw")
    one, other = room.sit(1, 2)
    room.act(one, "choose", value="five-card-draw")
    room.deal(one, other)
    hand = room.scene(other)["seats"][1]["hands"][0]["cards"]
    room.act(other, "draw", discard=[hand[0]["code"]])
    room.time_out()
    assert room.table.phase == Phase.SHOWING
    lines = log(room)
    assert any(line.startswith("Seat 1: the clock stands pat") for line in lines)
    assert not any(line.startswith("Seat 2: the clock") for line in lines)


def test_the_log_of_the_last_rounds_stays_to_be_read() -> None:
    room = Room.open("big-raise")
    users = room.sit(1, 2)
    for _ in range(4):
        room.deal(*users)
        for user in users:
            room.act(user, "fold")
        room.time_out()
    for viewer in (users[0], None):
        past = html(room, viewer)["past"]
        assert re.findall(r"<summary>Round (\d)", past) == ["4", "3", "2"]
        assert past.count("Seat 2 folds.") == 3


def test_the_round_that_lies_open_is_not_among_the_past_ones() -> None:
    room = Room.open("big-raise")
    users = room.sit(1, 2)
    room.deal(*users)
    room.time_out()
    assert room.table.phase == Phase.SHOWING
    assert "Round 1" not in html(room, users[0])["past"]
    assert "Seat 1: the clock folds." in html(room, users[0])["events"]
    room.time_out()
    assert "Seat 1: the clock folds." in html(room, users[0])["past"]


def test_no_log_tells_a_card_that_its_reader_may_not_see() -> None:
    room = Room.open("blackjack", options=BlackjackOptions(decks=1))
    one, other = room.sit(1, 2)
    for _ in range(2):
        for user in (one, other):
            room.bet(user)  # back at the table, whatever the clock played for them before
        room.deal(one, other)
        for viewer in (one, other, None):
            assert cards_in(" ".join(log(room, viewer))) <= may_see(room, viewer)
        while room.table.phase == Phase.PLAYING:
            room.time_out()
        room.time_out()


def test_a_void_round_is_in_the_log_with_its_reason() -> None:
    room = Room.open("big-50")
    room.deal(*room.sit(1, 2))
    with locked(room.table_id, room.now) as desk:
        settlement.void(desk, "The dealer fainted.")
    room.time_out()
    assert "Round void: The dealer fainted." in html(room)["past"]


def test_seats_say_who_is_away_who_sits_out_and_who_draws_on_the_time_bank() -> None:
    room = Room.open("big-raise")
    one, other = room.sit(1, 2)
    for user in (one, other):
        presence.linked(room.table_id, user.pk, room.now)
    room.deal(one, other)
    room.act(other, "fold")
    room.time_out()
    assert "is using the time bank" in html(room, other)["seat-1"]
    assert 'aria-label="Time left in your time bank"' in html(room, one)["dealer"]
    presence.unlinked(room.table_id, one.pk, room.now)
    presence.notice(room.table_id, room.later(10).now)
    assert "connection lost" in html(room, other)["seat-1"]
    room.time_out()  # the bank is empty; thirty seconds for the lost link
    assert "has 30 seconds more" in html(room, other)["seat-1"]
    room.time_out()
    room.time_out()
    room.deal(one, other)
    room.act(other, "fold")
    room.time_out()
    room.time_out()
    room.time_out()
    assert "sits out" in html(room, other)["seat-1"]
    assert 'value="back"' in html(room, one)["acts"]
    room.act(one, "back")
    assert 'value="back"' not in html(room, one)["acts"]


def test_the_time_bank_is_shown_beside_the_clock_of_who_is_asked() -> None:
    room = Room.open("big-raise")
    one, other = room.sit(1, 2)
    room.deal(one, other)
    assert "+30 s" in html(room, one)["dealer"]
    assert "+30 s" not in html(room)["dealer"]


def test_a_table_without_a_clock_speaks_of_no_time_bank() -> None:
    room = Room.open("big-raise", solo=True)
    (one,) = room.sit(1)
    room.deal(one)
    assert "Time bank" not in html(room, one)["dealer"]

"""The log shows everything that happens at a table, in order, to everybody, and no card of it."""

from collections.abc import Callable

import pytest

from games.models import Phase
from games.scenes.snapshots import html_for
from games.tables import bots, deadlines, presence
from games.tables.locked_table import MOST_NEWS
from tests.tables.room import Room
from tests.tables.seen import cards_in

pytestmark = pytest.mark.django_db


def log(room: Room, user: object = None) -> list[str]:
    return list(room.scene(user)["log"])  # type: ignore[arg-type]


def in_order(log: list[str], *sentences: str) -> bool:
    """Whether these are in the log, one after the other."""
    left = iter(log)
    return all(any(sentence == line for line in left) for sentence in sentences)


def test_sitting_betting_and_leaving_are_told_around_the_cards() -> None:
    room = Room.open("big-raise")
    one, other = room.sit(1, 2)
    first, second = (f"Seat {s} ({room.users[s].display_name})" for s in (1, 2))
    room.deal(one, other)
    room.later(1).act(other, "fold")
    room.later(1).leave(one)
    room.later(1)
    lines = log(room)
    assert in_order(
        lines,
        f"{first} sits down.",
        f"{second} sits down.",
        "No more bets.",
        "Seat 1 gets two cards.",
        f"{first} leaves; the clock plays the hand to its end.",
        "Seat 1: the clock folds.",
    )
    assert log(room, other)[-1] == lines[-1]


def test_links_lost_and_found_are_told_where_they_happened(stack: Callable[[str], None]) -> None:
    stack("5c 6d 9h 7s 8c 8h")  # two players and the dealer, none of them done
    room = Room.open("blackjack")
    one, other = room.sit(1, 2)
    who = f"Seat 2 ({other.display_name})"
    for user in (one, other):
        presence.linked(room.table_id, user.pk, room.now)
    room.deal(one, other)
    presence.unlinked(room.table_id, other.pk, room.later(1).now)
    presence.notice(room.table_id, room.later(7).now)
    presence.linked(room.table_id, other.pk, room.later(1).now)
    while room.table.phase == Phase.PLAYING:
        room.time_out()
    lines = log(room)
    lost, found = f"{who} has lost the connection.", f"{who} is connected again."
    assert in_order(lines, "No more bets.", lost, found, lines[-1])
    assert lines[-1].startswith("Seat ")


def test_time_of_ones_own_and_sitting_out_are_told() -> None:
    room = Room.open("big-raise")
    one, other = room.sit(1, 2)
    who = f"Seat 1 ({one.display_name})"
    presence.linked(room.table_id, one.pk, room.now)
    room.deal(one, other)
    room.act(other, "fold")
    presence.linked(room.table_id, one.pk, room.now)
    room.time_out()
    assert f"{who} is using the time bank." in log(room)
    presence.unlinked(room.table_id, one.pk, room.now)
    room.time_out()
    assert f"{who} has 30 seconds more for a lost connection." in log(room)
    room.time_out()
    room.time_out()
    room.deal(one, other)
    room.act(other, "fold")
    room.time_out()
    room.time_out()
    lines = f"{who} sits out: the clock has played for the seat twice in a row."
    assert lines in log(room)
    room.act(one, "back")
    assert in_order(log(room), lines, f"{who} plays again.")


def test_the_way_of_the_button_is_told() -> None:
    room = Room.open("big-draw")
    one, other = room.sit(1, 2)
    room.act(one, "pass")
    assert log(room)[-1] == "The button passes to seat 2."
    room.act(other, "choose", value="five-card-draw")
    words = room.table.rules.choice.values["five-card-draw"]  # type: ignore[union-attr]
    assert log(room)[-1] == f"Seat 2 ({other.display_name}) chooses {words}."


def test_a_bot_that_comes_is_named_as_one() -> None:
    room = Room.open("big-raise", bots=1)
    room.sit(1)
    bots.attend(room.table_id, room.later(2).now)
    assert log(room)[-1].endswith(", a bot) sits down.")


def test_a_seat_that_falls_free_is_told() -> None:
    room = Room.open("big-raise")
    one, other = room.sit(1, 2)
    room.later(200)
    presence.touch(room.table_id, other.pk, room.now)
    deadlines.sweep(room.now)
    who = f"Seat 1 ({one.display_name})"
    assert f"{who} was away for too long: the seat is free." in log(room)


def test_the_news_of_a_round_stay_in_its_log_and_are_bounded() -> None:
    room = Room.open("big-raise")
    users = room.sit(1, 2)
    room.deal(*users)
    for user in users:
        room.act(user, "fold")
    room.time_out()
    assert log(room) == []
    past = html_for(room.table_id, None, room.now)[1]["past"]
    assert "No more bets." in past
    for _ in range(MOST_NEWS):
        room.act(users[0], "sit_out")
        room.act(users[0], "back")
    assert len(room.table.news) == MOST_NEWS


def test_no_card_is_in_the_news(stack: Callable[[str], None]) -> None:
    for game in ("big-50", "big-raise", "blackjack"):
        room = Room.open(game)
        room.deal(*room.sit(1, 2))
        room.leave(room.users[1])
        while room.table.phase == Phase.PLAYING:
            room.time_out()
        assert cards_in(" ".join(item["words"] for item in room.table.news)) == set()

"""Bots keep a table of each game going while somebody watches, and no longer."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from accounts import ledger
from accounts.models import User
from games.models import Chair, Round, Table
from games.registry import GAMES
from games.tables import bots, company
from games.tables.deadlines import sweep
from games.tables.headlines import last_hands
from games.web.lobby import Listing
from tests.tables.room import WAGERS, Room

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def allowed(settings: Any) -> None:
    settings.LOBBY_BOTS = True


def watched(room: Room, seconds: int) -> None:
    """Somebody watches the lobby for a while, once a second as its board does."""
    for _ in range(seconds):
        company.keep(room.later(1).now)


def seated(room: Room) -> int:
    return Chair.objects.filter(table=room.table_id, user__isnull=False).count()


@pytest.mark.parametrize("game", WAGERS)
def test_bots_play_where_nobody_sits_while_somebody_watches(game: str) -> None:
    room = Room.open(game, bots=3)
    watched(room, 90)
    assert seated(room) == 3
    assert Round.objects.filter(table=room.table_id, ended__isnull=False).exists()


def test_they_leave_when_nobody_watches_any_more_and_their_chips_go_back() -> None:
    room = Room.open("big-50", bots=3)
    watched(room, 40)
    rounds = Round.objects.count()
    assert rounds > 1
    for _ in range(60):
        room.later(15)
        sweep(room.now)
        bots.attend_all(room.now)
    assert seated(room) == 0
    over = Round.objects.count()
    for _ in range(5):
        sweep(room.later(15).now)
        bots.attend_all(room.now)
    assert Round.objects.count() == over
    assert not ledger.audit()
    left = [ledger.balance_of(bot) for bot in User.objects.filter(is_bot=True)]
    assert left == [0] * len(left)


def test_one_table_of_a_game_is_kept_and_none_that_people_have_opened() -> None:
    first, second = Room.open("big-50", bots=3), Room.open("big-50", bots=3)
    watched(first, 20)
    assert seated(first) == 3
    assert seated(second) == 0
    (host,) = second.sit(1)
    Table.objects.filter(pk=first.table_id).update(host=host)
    assert company._chosen() == [second.table_id]


def test_bots_come_to_the_table_of_the_house_that_somebody_watches() -> None:
    Room.open("big-50", bots=3)
    room = Room.open("big-50", bots=3)
    for _ in range(20):
        company.watch(room.table_id, room.later(1).now)
        bots.attend(room.table_id, room.now)
    assert seated(room) == 3


def test_no_bots_come_to_a_table_of_somebodys_own_because_it_is_watched() -> None:
    room, (host,) = Room.open("big-50", bots=3), Room.open("big-50").sit(1)
    Table.objects.filter(pk=room.table_id).update(host=host)
    for _ in range(20):
        company.watch(room.table_id, room.later(1).now)
        bots.attend(room.table_id, room.now)
    assert seated(room) == 0


def test_a_person_who_sits_down_is_not_hurried_by_bots() -> None:
    room = Room.open("big-50", bots=3)
    watched(room, 90)
    while room.table.phase != "betting":
        watched(room, 1)
    room.sit(6)
    watched(room, 30)
    assert room.table.phase == "betting"
    assert room.table.deadline is None


def test_with_the_setting_off_nobody_comes(settings: Any) -> None:
    settings.LOBBY_BOTS = False
    room = Room.open("big-50", bots=3)
    company.watch(room.table_id, room.now)
    with CaptureQueriesContext(connection) as asked:
        watched(room, 5)
    assert not asked.captured_queries
    assert seated(room) == 0


def queries_of_a_look(count: int) -> int:
    rooms = [Room.open("big-50", bots=0) for _ in range(count)]
    for room in rooms:
        (user,) = room.sit(1)
        room.deal(user)
        while room.table.phase != "showing":
            room.time_out()
    with CaptureQueriesContext(connection) as asked:
        Listing().look()
    return len(asked)


def test_a_look_at_the_lobby_costs_the_same_with_few_tables_and_with_many() -> None:
    assert queries_of_a_look(1) == queries_of_a_look(8)


@pytest.mark.parametrize("game", WAGERS)
def test_the_lobby_shows_only_cards_that_everybody_has_seen(
    game: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    room = Room.open(game)
    one, other = room.sit(1, 2)
    if choice := GAMES[game].choice:
        room.act(one, "choose", value=next(iter(choice.values)))
    room.deal(one, other)
    assert not last_hands([room.table_id], 9).get(room.table_id)
    while room.table.phase != "showing":
        room.time_out()
    seen = {card for seat in room.shown().places for hand in seat.seat.hands for card in hand.cards}
    shown = last_hands([room.table_id], 9)[room.table_id]
    codes = {card.code for card in seen if card}
    assert all(card in codes for hand in shown for card in hand.cards)
    with django_assert_num_queries(1):  # a round that is over is read once
        assert last_hands([room.table_id], 9)[room.table_id] == shown

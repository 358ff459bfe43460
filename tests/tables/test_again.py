"""The bets of the last round, laid again and dealt in one act."""

from typing import Any

import pytest

from accounts import ledger
from accounts.models import User
from games.engine.errors import WagerRefused
from games.models import Phase
from games.tables.refusals import Refused
from tests.support.clients import client_of
from tests.tables.room import WAGERS, Room, spend

pytestmark = pytest.mark.django_db

BETS = {"poker_hand": 500, "range": 1000}


def played_once() -> tuple[Room, User]:
    """A solo table after a round of Big 50."""
    room = Room.open("big-50", solo=True)
    (user,) = room.sit(1)
    room.bet(user, BETS)
    room.act(user, "ready")
    room.act(user, "reveal")
    assert room.table.phase == Phase.SHOWING
    return room, user


def test_one_act_lays_the_last_bets_and_deals() -> None:
    room, user = played_once()
    number, had = room.round.number, ledger.balance_of(user)
    room.act(user, "again")
    assert room.table.phase == Phase.PLAYING
    assert room.round.number == number + 1
    assert room.part(user).wagers == BETS
    assert ledger.balance_of(user) == had - sum(BETS.values())


def test_bets_that_the_balance_does_not_cover_are_refused_and_the_result_stays() -> None:
    room, user = played_once()
    number = room.round.number
    spend(user, ledger.balance_of(user) - 100, room.now)
    with pytest.raises(WagerRefused, match="your balance is 1"):
        room.act(user, "again")
    assert (room.table.phase, room.round.number) == (Phase.SHOWING, number)


def test_with_company_it_says_ready_for_the_one_who_pressed() -> None:
    room = Room.open("big-50")
    one, other = room.sit(1, 2)
    room.deal(one, other)
    for user in (one, other):
        room.act(user, "reveal")
    room.time_out()
    room.act(one, "again")
    assert room.table.phase == Phase.BETTING
    assert room.chair(one).ready
    assert room.chair(one).wagers == WAGERS["big-50"]
    assert not room.chair(other).ready


def test_who_has_bet_nothing_here_has_nothing_to_repeat() -> None:
    room = Room.open("big-50", solo=True)
    (user,) = room.sit(1)
    with pytest.raises(Refused, match="no bets to repeat"):
        room.act(user, "again")


def drawn_once(**fields: Any) -> tuple[Room, User]:
    """A solo table after a round of Deuces Never Loses."""
    room = Room.open("big-draw", solo=True, **fields)
    (user,) = room.sit(1)
    room.act(user, "choose", value="deuces-never-loses")
    room.bet(user, {"big_draw": 500})
    room.act(user, "ready")
    room.act(user, "draw", discard=[])
    assert room.table.phase == Phase.SHOWING
    return room, user


def test_where_a_game_is_chosen_first_the_same_is_played_again() -> None:
    room, user = drawn_once()
    number = room.round.number
    room.act(user, "again")
    assert room.table.phase == Phase.PLAYING
    assert room.round.number == number + 1
    assert room.round.options["variant"] == "deuces-never-loses"
    assert room.part(user).wagers == {"big_draw": 500}


def test_a_balance_that_does_not_cover_the_last_bets_is_not_asked_to_repeat_them() -> None:
    room, user = drawn_once()
    reader = client_of(user)
    address = f"/tables/{room.table_id}"
    assert "Rebet and deal" in reader.get(address).content.decode()
    spend(user, ledger.balance_of(user) - 499, room.now)
    assert "Rebet and deal" not in reader.get(address).content.decode()


def test_without_a_chip_the_felt_says_where_a_refill_is() -> None:
    room = Room.open("big-50", solo=True)
    (user,) = room.sit(1)
    reader = client_of(user)
    refill = '<a href="/accounts/">Get a refill</a>'
    assert refill not in reader.get(f"/tables/{room.table_id}").content.decode()
    spend(user, ledger.balance_of(user) - 99, room.now)
    assert refill in reader.get(f"/tables/{room.table_id}").content.decode()

"""When a bet is taken or paid at a table, and what a page says of it."""

from collections.abc import Callable

import pytest

from accounts import ledger
from games.history.details import spots_of
from games.models import Headline
from games.scenes.parts import rounds_listed
from games.tables.finished_round import played
from games.tables.worths import worth_of
from tests.tables.room import Room
from tests.tables.test_log import log

pytestmark = pytest.mark.django_db

NATURAL = "5c Ah Ac 9d Kh 7d Td"
"""14 and a blackjack against an ace with a 7; a ten follows."""


@pytest.mark.report("take even money")
def test_take_even_money(stack: Callable[[str], None]) -> None:
    """One payment at once, in the log, in the balance and in the lists of rounds; the books have
    the bet and its insurance."""
    stack(NATURAL)
    room = Room.open("blackjack")
    one, other = room.sit(1, 2)
    room.deal(one, other, wagers={"main": 1000})
    before = ledger.balance_of(other)
    room.act(other, "insurance", amount=500)
    assert ledger.balance_of(other) == before - 500
    scene = room.scene(other)
    assert scene["you"]["balance"] == before + 2000
    assert [spot["result"] and spot["result"]["net"] for spot in scene["spots"]][:2] == [1000, None]
    room.time_out()
    assert "Seat 1: the clock takes no insurance." in log(room)
    room.time_out()
    part = room.part(other)
    assert (part.net, len(part.results)) == (1000, 2)
    assert "Seat 2 takes even money and wins 10." in log(room)
    assert not any("Insurance" in line for line in log(room))
    (row,) = rounds_listed(
        [part], {part.pk: Headline(title="Took even money")}, {part.pk: worth_of(part, None)}
    )
    assert (row.title, row.bets) == ("Took even money", ["Bet +10.00"])
    found = played(part.round)
    own = next(own for own in found.parts if own.seat == 2)
    (paid,) = spots_of(found, own, None)
    assert (paid.name, paid.words, paid.net) == ("Bet", "even money", 1000)


def test_a_bust_in_company_is_taken_while_others_play(stack: Callable[[str], None]) -> None:
    """No chips lie before the seat any more, on its own felt and on those of others."""
    stack("Tc 5c 6c 6d 5d 9d Kh")
    room = Room.open("blackjack")
    one, other = room.sit(1, 2)
    room.deal(one, other)
    room.act(one, "hit")
    spot = next(spot for spot in room.shown(one).spots if spot.key == "main")
    assert spot.result is not None
    assert spot.result.net == -1000
    seen = next(place.seat for place in room.shown(other).places if place.seat.seat == 1)
    assert seen.wagers == ()
    assert room.shown(other).state == "playing"


def test_split_hands_lose_their_bets_one_by_one(stack: Callable[[str], None]) -> None:
    """The bet on the table is what is left; there is no result before the last hand has one."""
    stack("8c 6c 8d 9d 5h Kh 3h")
    room = Room.open("blackjack", solo=True)
    (user,) = room.sit(1)
    room.deal(user)
    room.act(user, "split")
    room.act(user, "hit")
    spot = next(spot for spot in room.shown(user).spots if spot.key == "main")
    assert (spot.stake, spot.result) == (1000, None)

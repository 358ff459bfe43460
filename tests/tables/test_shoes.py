"""A shoe with a cut card: dealt on from round to round, sealed until the cut card is out."""

import json

import pytest

from games import printed_paytables
from games.engine.cards import parse_cards
from games.engine.record import read_record, replay
from games.history.verification import exported
from games.models import Round
from games.registry import GAMES
from games.tables.setup import open_table
from games.tables.shoes import deck_of
from tests.tables.room import OPENING, Room, stock

pytestmark = pytest.mark.django_db(transaction=True)

BLACKJACK = GAMES["blackjack"]


def _room() -> Room:
    """A blackjack table of two decks, dealt down to a cut card at half of them: 52 cards."""
    stock()
    options = BLACKJACK.options.read({"decks": 2, "shuffle": "cut_card", "penetration": 50})
    return Room(open_table(BLACKJACK, "Shoe", options=options).pk, OPENING)


def _played(room: Room) -> Round:
    """One round in which the only seat stands on everything."""
    (user,) = room.users.values()
    room.deal(user, wagers={"main": 1000})
    while room.table.phase == "playing":
        room.time_out()
    played = room.round
    room.time_out()
    return played


def _cards(round: Round) -> list[str]:
    """The cards that a round was dealt, in order."""
    return str(exported(round)["deck"]).split()


def test_rounds_follow_one_another_in_the_shoe_until_the_cut_card_is_out() -> None:
    room = _room()
    room.sit(1)
    first = _played(room)
    rounds = [first]
    while (following := _played(room)).shoe_id == first.pk:
        rounds.append(following)
    assert [round.start for round in rounds] == [
        sum(round.used for round in rounds[:count]) for count in range(len(rounds))
    ]
    assert all(round.start < 52 for round in rounds)
    assert sum(round.used for round in rounds) >= 52
    assert following.start == 0
    assert following.commitment != first.commitment

    first.refresh_from_db()
    whole = deck_of(first, list(first.seats.all()))
    dealt = [parse_cards(" ".join(_cards(round)[: round.used])) for round in rounds]
    assert sum(dealt, ()) == whole[: sum(round.used for round in rounds)]


def test_the_seed_of_a_shoe_in_play_is_nowhere_to_be_read() -> None:
    room = _room()
    (user,) = room.sit(1)
    first = _played(room)
    first.refresh_from_db()
    record = exported(first)
    assert record["server_seed"] is None
    assert len(_cards(first)) == first.used
    everything = json.dumps([record, room.scene(user), room.scene()])
    assert first.server_seed not in everything
    assert record["commitment"] == room.round.commitment


def test_the_seed_is_revealed_when_the_next_shoe_is_sealed() -> None:
    room = _room()
    room.sit(1)
    first = _played(room)
    while room.round.shoe_id == first.pk:
        last = _played(room)
    for round in (first, last):
        round.refresh_from_db()
        record = exported(Round.objects.get(pk=round.pk))
        assert record["server_seed"] == first.server_seed
        assert record["shoe"] == {"round": str(first.pk), "start": round.start}


def test_a_round_in_the_middle_of_a_shoe_is_paid_as_its_record_replays() -> None:
    room = _room()
    room.sit(1)
    _played(room)
    second = _played(room)
    assert second.start > 0
    record = exported(Round.objects.get(pk=second.pk))
    again = replay(read_record(record, GAMES, printed_paytables.printed))
    assert [result.as_json() for result in again.results] == record["results"]


def test_other_tables_get_a_fresh_shoe_every_round() -> None:
    room = Room.open("blackjack")
    room.sit(1)
    first, second = _played(room), _played(room)
    assert first.shoe is None
    assert second.shoe is None
    assert (second.start, second.used) == (0, 0)
    assert first.commitment != second.commitment
    assert exported(Round.objects.get(pk=first.pk))["server_seed"] == first.server_seed

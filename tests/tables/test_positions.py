"""More than one betting position for a player, where the rules and the house allow it."""

from typing import Any

import pytest

from accounts.models import User
from games.engine.errors import BadLimits, BadOption, WagerRefused
from games.models import Chair
from games.registry import GAMES
from games.scenes import scene
from games.tables import services
from games.tables.locked_table import step_of
from games.tables.refusals import Refused
from games.tables.selectors import snapshot
from games.tables.setup import open_table
from tests.tables.room import Room, balances, escrowed, spend, stock

pytestmark = pytest.mark.django_db(transaction=True)


def _two_positions() -> tuple[Room, User]:
    """One player at seats 2 and 5 of a Big 50 table that allows two positions."""
    room = Room.open("big-50", positions=2)
    (user,) = room.sit(2)
    services.sit(room.table_id, user, 5, room.now)
    return room, user


def _bet(room: Room, user: User, seat: int, wagers: dict[str, object]) -> None:
    chair = Chair.objects.get(table_id=room.table_id, seat=seat)
    step = step_of(room.table, chair)
    services.place(room.table_id, user, step, wagers, ready=True, now=room.now, seat=seat)


def test_a_player_has_one_seat_unless_the_table_allows_more() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(2)
    with pytest.raises(Refused, match="You have seat 2 at this table"):
        services.sit(room.table_id, user, 5, room.now)


def test_no_player_has_more_seats_than_the_table_allows() -> None:
    room, user = _two_positions()
    with pytest.raises(Refused, match="You have seats 2 and 5 at this table"):
        services.sit(room.table_id, user, 6, room.now)


def test_each_position_has_its_own_wagers_cards_and_result() -> None:
    room, user = _two_positions()
    _bet(room, user, 2, {"range": 1000})
    _bet(room, user, 5, {"poker_hand": 500})
    room.time_out()
    assert room.table.phase == "playing"
    assert escrowed() == 1500
    assert balances([user]) == [98500]
    for seat, other in ((2, 5), (5, 2)):
        shown = scene(snapshot(room.table_id), user.pk, room.now, seat)
        assert shown.you.seat == seat
        hands = {place.seat.seat: place.seat.hands for place in shown.places}
        assert all(card.code for card in hands[seat][0].cards)
        assert not any(card.code for card in hands[other][0].cards)
    room.time_out()
    parts = list(room.round.seats.order_by("seat"))
    assert [part.seat for part in parts] == [2, 5]
    assert balances([user]) == [100000 + sum(part.net for part in parts)]


def test_both_positions_together_stay_within_the_balance() -> None:
    room, user = _two_positions()
    services.place(
        room.table_id,
        user,
        step_of(room.table, Chair.objects.get(table_id=room.table_id, seat=2)),
        {"range": 10000, "big_50": 10000, "poker_hand": 10000},
        ready=False,
        now=room.now,
        seat=2,
    )
    spend(user, 60000)
    with pytest.raises(WagerRefused, match="need 450; your balance is 400"):
        _bet(room, user, 5, {"range": 5000, "poker_hand": 10000})


def test_an_action_for_one_position_does_not_pass_for_the_other() -> None:
    room, user = _two_positions()
    _bet(room, user, 2, {"range": 1000})
    with pytest.raises(Refused, match="Take a seat first"):
        services.act(room.table_id, user, "1.betting.0", {"action": "ready"}, room.now, seat=4)


def test_one_position_can_be_given_up_and_the_other_kept() -> None:
    room, user = _two_positions()
    services.leave(room.table_id, user, room.now, seat=5)
    assert list(Chair.objects.filter(user=user).values_list("seat", flat=True)) == [2]
    services.leave(room.table_id, user, room.now)
    assert not Chair.objects.filter(user=user).exists()


def test_a_game_whose_hands_must_not_be_shared_has_one_position_a_player() -> None:
    stock()
    with pytest.raises(BadOption, match="one position a player"):
        open_table(GAMES["big-raise"], "Twice", positions=2)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"minimum": 500_00, "maximum": 600_00}, "allow at most 300 on one wager"),
        ({"minimum": 150, "unit": 100}, "must be a multiple of the chip unit, 1, not 1.50"),
        ({"spot_limits": {"rnage": [100, 200]}}, "There is no spot 'rnage'; the spots are poker_"),
        ({"aggregate_payout": 4_000_00}, "must cover 5,000 for Royal Flush"),
    ],
)
def test_a_table_cannot_be_opened_with_limits_that_make_no_sense(
    fields: dict[str, Any], sentence: str
) -> None:
    stock()
    with pytest.raises(BadLimits, match=sentence):
        open_table(GAMES["big-50"], "Nonsense", **fields)


def test_an_aggregate_limit_that_covers_the_maximum_at_fifty_to_one_will_do() -> None:
    stock()
    table = open_table(GAMES["big-50"], "Covered", aggregate_payout=5_000_00)
    assert table.limits.aggregate_payout == 5_000_00

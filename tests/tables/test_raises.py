"""What a decision adds to the stake is taken with the decision: once, or not at all."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts import ledger
from accounts.models import Transfer, User
from games.engine.errors import IllegalAction
from games.models import Phase
from games.tables import services
from games.tables.refusals import Refused, Stale
from tests.tables.room import Room, escrowed, spend

pytestmark = pytest.mark.django_db

Stack = Callable[[str], None]

PAIR_OF_EIGHTS = "8c 6h 8d Td 3c 4c 2h 2d 5d"
"""Blackjack, one seat: 8 8 against 6 (a ten below); then 3 and 4 for the split hands, and on."""
AGAINST_AN_ACE = "9c Ah 9d 5d 7c 7d"
"""Blackjack, one seat: 18 against an ace, and no blackjack under it."""


def alone(game: str, wagers: dict[str, int], cents: int = 1_000_00) -> Room:
    """One player, dealt to, with another who only watches."""
    room = Room.open(game)
    user, _ = room.sit(1, 2, cents=cents)
    room.bet(user, wagers)
    room.time_out()
    assert room.table.phase == Phase.PLAYING
    return room


def raises(room: Room) -> list[tuple[str, int]]:
    """The keys under which raises were taken, and the cents."""
    found = Transfer.objects.filter(reason="Raise", ref=str(room.round.pk)).order_by("pk")
    prefix = f"round/{room.round.pk}/"
    return [(one.key.removeprefix(prefix), one.entries.get(amount__gt=0).amount) for one in found]


def everything(room: Room) -> dict[str, Any]:
    """All that a refused decision must leave as it was."""
    user = room.users[1]
    return {
        "step": room.step(user),
        "version": room.table.version,
        "deadline": room.table.deadline,
        "actions": room.round.actions.count(),
        "staked": room.part(user).staked,
        "balance": ledger.balance_of(user),
        "escrow": escrowed(),
        "transfers": Transfer.objects.count(),
    }


def test_a_raise_in_big_raise_holdem_is_taken_once() -> None:
    room = Room.open("big-raise")
    user, other = room.sit(1, 2)
    room.deal(user, other, wagers={"ante": 500})
    step = room.step(user)
    room.act(user, "play", amount=1500, step=step)
    with pytest.raises(Stale):
        room.act(user, "play", amount=1500, step=step)
    with pytest.raises(IllegalAction):
        room.act(user, "play", amount=1500)
    assert raises(room) == [("stake/1/1", 1500)]
    assert room.part(user).staked == 2000
    assert ledger.balance_of(user) == 98_000
    assert escrowed() == 2500


@pytest.mark.parametrize("amount", [0, -1000, 500, 1050, 2500, 10**15])
def test_a_raise_that_is_not_offered_changes_nothing(amount: int) -> None:
    room = alone("big-raise", {"ante": 500})
    before = everything(room)
    with pytest.raises(IllegalAction):
        room.act(room.users[1], "play", amount=amount)
    assert everything(room) == before


@pytest.mark.parametrize("amount", ["1000", 1000.0, True, [1000]])
def test_an_amount_that_is_no_whole_number_changes_nothing(amount: object) -> None:
    room = alone("big-raise", {"ante": 500})
    before = everything(room)
    with pytest.raises(ValueError, match="whole number of cents"):
        room.act(room.users[1], "play", amount=amount)
    assert everything(room) == before


def test_a_raise_that_is_not_covered_is_refused_with_both_figures_and_changes_nothing() -> None:
    room = alone("big-raise", {"ante": 500}, cents=1500)
    spend(room.users[1], 1)
    before = everything(room)
    with pytest.raises(Refused, match=r"This needs 10; your balance is 9\.99\."):
        room.act(room.users[1], "play", amount=1000)
    assert everything(room) == before
    room.act(room.users[1], "fold")
    assert room.table.phase == Phase.SHOWING


def test_chips_spent_at_another_table_cannot_be_raised_here() -> None:
    room = alone("big-raise", {"ante": 500}, cents=2000)
    spend(room.users[1], 800)
    with pytest.raises(Refused, match="your balance is 7"):
        room.act(room.users[1], "play", amount=1000)


def test_a_double_is_taken_once_and_paid_on_both_halves(stack: Stack) -> None:
    stack("6c 6h 5d Td 9c 4c 7h")  # eleven against a six; the dealer draws a four to twenty
    room = alone("blackjack", {"main": 1000})
    room.act(room.users[1], "double")
    assert raises(room) == [("stake/1/1", 1000)]
    part = room.part(room.users[1])
    assert (part.staked, part.returned) == (2000, 2000)  # twenty against twenty
    assert ledger.balance_of(room.users[1]) == 1_000_00


def test_a_split_takes_an_equal_stake_and_a_double_after_it_its_own(stack: Stack) -> None:
    stack(PAIR_OF_EIGHTS)
    room = alone("blackjack", {"main": 1000})
    user = room.users[1]
    room.act(user, "split")
    room.act(user, "double")  # eleven
    room.act(user, "stand")
    assert raises(room) == [("stake/1/1", 1000), ("stake/1/2", 1000)]
    part = room.part(user)
    assert part.staked == 3000
    assert sum(result["stake"] for result in part.results) == 3000
    assert ledger.balance_of(user) == 1_000_00 - 3000 + (part.returned or 0)


@pytest.mark.parametrize("action", ["double", "split"])
def test_what_is_not_covered_in_blackjack_is_refused_and_changes_nothing(
    action: str, stack: Stack
) -> None:
    stack(PAIR_OF_EIGHTS)
    room = alone("blackjack", {"main": 1000}, cents=1999)
    before = everything(room)
    with pytest.raises(Refused, match=r"This needs 10; your balance is 9\.99\."):
        room.act(room.users[1], action)
    assert everything(room) == before
    room.act(room.users[1], "stand")
    assert room.table.phase == Phase.SHOWING


def test_a_second_double_that_is_no_longer_covered_is_refused(stack: Stack) -> None:
    stack(PAIR_OF_EIGHTS)
    room = alone("blackjack", {"main": 1000}, cents=2500)
    room.act(room.users[1], "split")
    before = everything(room)
    with pytest.raises(Refused, match="This needs 10; your balance is 5"):
        room.act(room.users[1], "double")
    assert everything(room) == before


def test_insurance_is_taken_once_in_the_amount_chosen(stack: Stack) -> None:
    stack(AGAINST_AN_ACE)
    room = alone("blackjack", {"main": 1000})
    user = room.users[1]
    room.act(user, "insurance", amount=500)
    assert raises(room) == [("stake/1/1", 500)]
    with pytest.raises(IllegalAction):
        room.act(user, "insurance", amount=500)
    room.act(user, "stand")
    part = room.part(user)
    assert part.staked == 1500
    assert {r["spot"]: r["stake"] for r in part.results} == {"main": 1000, "insurance": 500}


def test_no_insurance_takes_nothing(stack: Stack) -> None:
    stack(AGAINST_AN_ACE)
    room = alone("blackjack", {"main": 1000})
    room.act(room.users[1], "insurance", amount=0)
    assert raises(room) == []
    assert room.round.actions.count() == 1


@pytest.mark.parametrize("amount", [600, -100, 1])
def test_insurance_beyond_half_the_wager_changes_nothing(amount: int, stack: Stack) -> None:
    stack(AGAINST_AN_ACE)
    room = alone("blackjack", {"main": 1000})
    before = everything(room)
    with pytest.raises(IllegalAction):
        room.act(room.users[1], "insurance", amount=amount)
    assert everything(room) == before


def test_insurance_that_is_not_covered_is_refused_and_changes_nothing(stack: Stack) -> None:
    stack(AGAINST_AN_ACE)
    room = alone("blackjack", {"main": 1000}, cents=1400)
    before = everything(room)
    with pytest.raises(Refused, match="This needs 5; your balance is 4"):
        room.act(room.users[1], "insurance", amount=500)
    assert everything(room) == before


def test_the_last_decision_takes_its_raise_and_pays_all_in_one(stack: Stack) -> None:
    room = Room.open("big-raise")
    user, other = room.sit(1, 2)
    room.deal(user, other, wagers={"ante": 500})
    room.act(user, "fold")
    room.act(other, "play", amount=1000)
    assert room.table.phase == Phase.SHOWING
    assert escrowed() == 0
    for player in (user, other):
        part = room.part(player)
        assert ledger.balance_of(player) == 1_000_00 - part.staked + (part.returned or 0)
    assert ledger.audit() == []


def test_what_another_seat_raised_is_not_told_by_its_balance() -> None:
    """Nobody learns what another decided before all have."""
    room = Room.open("big-raise")
    user, other = room.sit(1, 2)
    room.deal(user, other, wagers={"ante": 500})
    before = room.scene(other)["seats"][0]
    room.act(user, "play", amount=1500)
    after = room.scene(other)["seats"][0]
    assert after["bank"] == before["bank"]
    assert after["staked"] == before["staked"]
    assert after["wagers"] == before["wagers"]
    assert room.scene(user)["you"]["balance"] == 98_000


def test_the_bank_of_a_seat_tells_no_raise_at_another_table_either() -> None:
    """Two who sit together at two tables: what the one decides here is not read off there."""
    room, beside = Room.open("big-raise"), Room.open("big-50")
    one, other = room.sit(1, 2)
    for seat, user in ((1, one), (2, other)):
        services.sit(beside.table_id, user, seat, room.now)

    def bank(viewer: User | None) -> int:
        seats = beside.scene(viewer)["seats"]
        return next(int(seat["bank"]) for seat in seats if seat["seat"] == 1)

    room.deal(one, other, wagers={"ante": 500})
    assert bank(other) == 995_00
    room.act(one, "play", amount=1500)
    assert bank(other) == bank(None) == 995_00
    assert beside.scene(one)["you"]["balance"] == ledger.balance_of(one) == 980_00
    room.act(other, "fold")
    assert room.round.over
    assert bank(other) == ledger.balance_of(one)


@pytest.mark.parametrize("decision", [{"action": "play", "amount": 1500}, {"action": "fold"}])
def test_the_bank_beside_is_right_again_once_the_round_is_over(decision: dict[str, Any]) -> None:
    room, beside = Room.open("big-raise"), Room.open("big-50")
    (one,) = room.sit(1)
    services.sit(beside.table_id, one, 1, room.now)
    room.deal(one, wagers={"ante": 500})
    room.act(one, **decision)
    assert room.round.over
    assert beside.scene()["seats"][0]["bank"] == ledger.balance_of(one)

"""Blackjack: insurance, the dealer, and what is paid in which order.

From the maker's rules of play, the rules page and common casino practice; cents by hand.
"""

import pytest

from games.engine.errors import IllegalAction
from games.engine.game import Action
from tests.rules.blackjack_rounds import (
    BOTH,
    GAME,
    dealt,
    insure,
    nets,
    offers,
    order,
    played,
)

# Insurance


def test_all_seats_are_asked_at_once_against_an_ace_naturals_too() -> None:
    state = dealt({1: "Ac Kd", 2: "Th 3d", 5: "Ts 4d"}, "As 9c")
    assert GAME.waiting_on(state) == {1, 2, 5}
    state = insure(state, {5: 0, 1: 500})
    assert GAME.waiting_on(state) == {2}
    assert offers(state, 5) == []


@pytest.mark.parametrize("up", ["Kc", "Tc", "9c", "2c"])
def test_nobody_is_asked_against_another_card(up: str) -> None:
    assert offers(dealt("Th 3d", f"{up} 9d")) == ["hit", "stand", "double"]


def test_insurance_is_any_whole_chip_up_to_half_and_exactly_half() -> None:
    def amounts(stake: int, unit: int) -> list[int]:
        state = dealt("Th 3d", "As 9c", wagers={"main": stake}, unit=unit)
        (offer,) = GAME.legal_actions(state, 1)
        return list(offer.amounts or ())

    assert amounts(1000, 100) == [0, 100, 200, 300, 400, 500]
    assert amounts(500, 100) == [0, 100, 200, 250]
    assert amounts(1500, 500) == [0, 500, 750]
    assert amounts(325, 100) == [0, 100, 162]


def test_a_stake_of_one_cent_has_no_half_to_insure() -> None:
    assert offers(dealt("Th 3d", "As 9c", wagers={"main": 1})) == ["hit", "stand", "double"]


def test_insurance_pays_two_to_one_on_blackjack_and_is_lost_otherwise() -> None:
    state = insure(dealt("Th 9d", "As Kc"), {1: 400})
    assert nets(state) == {"main": -1000, "insurance": 800}
    state = played(insure(dealt("Th 9d", "As 7c"), {1: 400}), "stand")
    assert nets(state) == {"insurance": -400, "main": 1000}


def test_the_clock_is_asked_nothing_after_all_have_answered_and_blackjack_was_found() -> None:
    state = insure(dealt({1: "Th 9d", 2: "Ts 9s"}, "As Kc"), {1: 0, 2: 0})
    assert GAME.waiting_on(state) == frozenset()
    with pytest.raises(IllegalAction, match="the round is over"):
        GAME.act(state, 1, Action("hit"))


# The dealer


@pytest.mark.parametrize("dealer", ["Kc Ad", "Tc Ad"])
def test_blackjack_under_a_ten_goes_straight_to_settlement(dealer: str) -> None:
    state = dealt("Th 9d", dealer)
    assert GAME.waiting_on(state) == frozenset()
    assert nets(state) == {"main": -1000}


def test_without_a_peek_the_seats_act_against_a_blackjack() -> None:
    state = dealt("6h 5d", "Kc Ad", "Th", peek=False)
    assert offers(state) == ["hit", "stand", "double"]
    assert nets(played(state, "double")) == {"main": -2000}


def test_the_dealer_draws_only_against_a_live_hand() -> None:
    for cards, deeds, rules in (
        ("Th 6d", "hit", {}),
        ("Th 6d", "surrender", {"surrender": "late"}),
        ("Ah Kd", "", {}),
    ):
        state = played(dealt(cards, "6c Td", "Ts 5s", **rules), deeds)
        assert GAME.hands(state)["dealer"] == ["6c", "Td"]
    state = played(dealt({1: "Th 6d", 2: "9h 9d"}, "6c Td", "Ts 5s"), "hit stand")
    assert GAME.hands(state)["dealer"] == ["6c", "Td", "5s"]


# Settlement


def test_seats_settle_from_the_highest_and_in_a_seat_hands_insurance_side_wager() -> None:
    state = dealt({1: "8c 8d", 4: "Th Kd"}, "Ac 9s", "3c Tc", wagers=BOTH, peek=False)
    state = played(insure(state, {1: 500, 4: 500}), "split stand stand stand")
    assert order(state) == [
        (4, "main"), (4, "insurance"), (4, "bad_beat"),
        (1, "main"), (1, "main"), (1, "insurance"), (1, "bad_beat"),
    ]  # fmt: skip


def test_lost_side_wagers_then_lost_insurance_then_naturals_then_the_rest() -> None:
    hands = {1: "Ah Kd", 2: "Th 6d", 3: "Ts 9d", 6: "Ac Ks"}
    state = dealt(hands, "As 6c", "4d", wagers=BOTH)
    state = insure(state, {1: 500, 2: 100, 3: 0, 6: 0})
    state = played(state, "stand stand")
    assert order(state) == [
        (2, "bad_beat"),
        (2, "insurance"), (1, "insurance"),
        (6, "main"), (6, "bad_beat"), (1, "main"), (1, "bad_beat"),
        (3, "main"), (3, "bad_beat"), (2, "main"),
    ]  # fmt: skip


def test_every_hand_of_a_split_has_its_own_result() -> None:
    state = played(dealt("8c 8d", "6c Td", "3c Kc 2c 5s"), "split double stand")
    results = [(result.hand, result.stake, result.net) for result in GAME.settle(state)]
    assert results == [(0, 2000, 0), (1, 1000, -1000)]


def test_a_hand_that_was_not_split_has_no_number() -> None:
    state = played(dealt("Th 9d", "6c Td", "5s", wagers=BOTH), "stand")
    assert [result.hand for result in GAME.settle(state)] == [None, None]


@pytest.mark.parametrize(
    ("pays", "stake", "won"),
    [
        ("3:2", 1000, 1500),
        ("6:5", 1000, 1200),
        ("3:2", 500, 750),
        ("3:2", 25, 37),
        ("6:5", 99, 118),
        ("3:2", 1, 1),
    ],
)
def test_a_natural_pays_what_the_house_says_rounded_down_once(
    pays: str, stake: int, won: int
) -> None:
    state = dealt("Ah Kd", "6c Td", wagers={"main": stake}, blackjack_pays=pays)
    assert nets(state) == {"main": won}


@pytest.mark.parametrize(("stake", "lost"), [(1000, 500), (1525, 763), (1, 1)])
def test_surrender_returns_half_rounded_down(stake: int, lost: int) -> None:
    state = dealt("Th 6d", "9c Td", wagers={"main": stake}, surrender="late")
    assert nets(played(state, "surrender")) == {"main": -lost}

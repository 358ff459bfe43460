"""Blackjack: the deal, whose turn it is, and what a hand may do.

From the maker's rules of play, the rules page and common casino practice; cents by hand.
"""

from dataclasses import replace

import pytest

from games.blackjack.options import BlackjackOptions
from games.engine.errors import BadWager, DeckTooShort, IllegalAction
from games.engine.game import Action
from games.engine.record import check_spots
from tests.rules.blackjack_rounds import (
    BOTH,
    GAME,
    dealt,
    insure,
    nets,
    offers,
    order,
    played,
    setup,
)

# The deal


def test_cards_come_one_to_each_seat_the_up_card_a_second_to_each_the_hole_card() -> None:
    state = dealt({2: "2c 2d", 5: "5c 5d"}, "9c 9d")
    assert [
        event.cards for event in GAME.view(state, None).events if event.kind == "deal"
    ] == [("2c",), ("5c",), ("9c",), ("2d",), ("5d",), (None,)]  # fmt: skip
    assert GAME.hands(state) == {"2": ["2c", "2d"], "5": ["5c", "5d"], "dealer": ["9c", "9d"]}
    assert GAME.dealt(state) == 6


def test_drawn_cards_come_seat_by_seat_and_the_dealers_last() -> None:
    state = dealt({1: "Tc 2d", 2: "Th 3d"}, "6c Td", "4c 5c 2c")
    state = played(state, "hit stand hit stand")
    assert GAME.hands(state) == {
        "1": ["Tc", "2d", "4c"], "2": ["Th", "3d", "5c"], "dealer": ["6c", "Td", "2c"],
    }  # fmt: skip
    assert GAME.dealt(state) == 9


def test_hands_of_a_split_are_listed_one_by_one() -> None:
    state = played(dealt("8c 8d", "6c Td", "3c Tc 5c"), "split stand stand")
    assert GAME.hands(state)["1"] == [["8c", "3c"], ["8d", "Tc"]]


def test_a_deck_too_short_for_the_deal_is_refused() -> None:
    enough = setup({1: "2c 2d", 2: "3c 3d"}, "9c 9d")
    with pytest.raises(DeckTooShort, match="it has 5 cards, and the round needs at least 6"):
        GAME.deal(replace(enough, deck=enough.deck[:5]))


# The wagers


def test_bad_beat_is_wagered_only_beside_a_main_wager() -> None:
    spots = GAME.spots(BlackjackOptions())
    assert check_spots({"bad_beat": 100, "main": 1000}, spots) == BOTH
    with pytest.raises(BadWager, match="A wager on Bad Beat needs one on Bet too"):
        check_spots({"bad_beat": 100}, spots)


def test_insurance_takes_no_wager_before_the_deal() -> None:
    with pytest.raises(BadWager, match="There is no wager on 'insurance'"):
        check_spots({"main": 1000, "insurance": 500}, GAME.spots(BlackjackOptions()))


def test_spots_are_in_the_order_of_settlement_and_insurance_only_where_it_is_offered() -> None:
    def keys(options: BlackjackOptions) -> list[str]:
        return [spot.key for spot in GAME.spots(options)]

    assert keys(BlackjackOptions()) == ["main", "insurance", "bad_beat"]
    assert keys(BlackjackOptions(insurance=False)) == ["main", "bad_beat"]


def test_what_is_staked_counts_doubles_splits_insurance_and_the_side_wager() -> None:
    state = insure(dealt("8c 8d", "Ac 6d", "3c Tc Th", wagers=BOTH), {1: 300})
    assert GAME.committed(state) == {1: 1400}
    state = played(state, "split")
    assert GAME.committed(state) == {1: 2400}
    state = played(state, "double")
    assert GAME.committed(state) == {1: 3400}


# Turns


def test_one_seat_acts_at_a_time_in_ascending_order() -> None:
    state = dealt({2: "Tc 2d", 4: "Th 3d", 7: "Ts 4d"}, "6c Td", "Tc")
    for seat in (2, 4, 7):
        assert GAME.waiting_on(state) == {seat}
        for other in {2, 4, 7} - {seat}:
            assert offers(state, other) == []
        state = GAME.act(state, seat, Action("stand"))
    assert GAME.waiting_on(state) == frozenset()


def test_a_seat_out_of_turn_is_told_whose_turn_it_is() -> None:
    state = dealt({1: "Tc 2d", 2: "Th 3d"}, "6c Td")
    with pytest.raises(IllegalAction, match="not seat 2's turn to hit; waiting on seat 1"):
        GAME.act(state, 2, Action("hit"))


@pytest.mark.parametrize("cards", ["Ac Kd", "Th As"])
def test_a_natural_is_asked_nothing(cards: str) -> None:
    state = dealt({1: cards, 2: "Th 3d"}, "6c Td")
    assert GAME.waiting_on(state) == {2}


def test_a_hand_of_21_stands_by_itself() -> None:
    state = played(dealt({1: "5c 6d", 2: "Th 3d"}, "6c Td", "Tc"), "hit")
    assert GAME.waiting_on(state) == {2}


def test_a_hand_that_busts_is_over() -> None:
    state = played(dealt({1: "Tc 6d", 2: "Th 3d"}, "6c Td", "Tc"), "hit")
    assert GAME.waiting_on(state) == {2}


def test_the_clock_stands_every_hand_and_the_round_ends() -> None:
    state = played(dealt({1: "8c 8d", 2: "Th 3d"}, "6c Td", "3c 4c 5c"), "split")
    for seat in (1, 1, 2):
        action = GAME.timeout_action(state, seat)
        assert action == Action("stand")
        state = GAME.act(state, seat, action)
    assert GAME.waiting_on(state) == frozenset()
    assert nets(state) == {"main.0": -1000, "main.1": -1000}


def test_the_clock_declines_insurance() -> None:
    state = dealt({1: "Tc 9d", 3: "Th 3d"}, "Ac Kd")
    for seat in (1, 3):
        action = GAME.timeout_action(state, seat)
        assert action == Action("insurance", 0)
        state = GAME.act(state, seat, action)
    assert order(state) == [(3, "main"), (1, "main")]


# What a hand may do


def test_the_first_two_cards_may_be_hit_stood_doubled_and_as_a_pair_split() -> None:
    assert offers(dealt("8c 9d", "6c Td")) == ["hit", "stand", "double"]
    assert offers(dealt("8c 8d", "6c Td")) == ["hit", "stand", "double", "split"]
    assert offers(played(dealt("8c 2d", "6c Td", "3c"), "hit")) == ["hit", "stand"]


def test_double_and_split_cost_the_main_stake_again() -> None:
    state = dealt("8c 8d", "6c Td", wagers={"main": 1500, "bad_beat": 500})
    costs = {offer.action: offer.cost for offer in GAME.legal_actions(state, 1)}
    assert costs == {"hit": 0, "stand": 0, "double": 1500, "split": 1500}


@pytest.mark.parametrize(
    ("double_on", "totals"),
    [("any", set(range(4, 21))), ("9-11", {9, 10, 11}), ("10-11", {10, 11})],
)
def test_only_the_totals_of_the_house_may_be_doubled(double_on: str, totals: set[int]) -> None:
    two_cards = {
        4: "2c 2d", 5: "2c 3d", 6: "2c 4d", 7: "3c 4d", 8: "3c 5d", 9: "4c 5d", 10: "4c 6d",
        11: "5c 6d", 12: "5c 7d", 13: "6c 7d", 14: "6c 8d", 15: "7c 8d", 16: "7c 9d", 17: "8c 9d",
        18: "8c Td", 19: "9c Td", 20: "Tc Qd",
    }  # fmt: skip
    doubled = {
        value
        for value, cards in two_cards.items()
        if "double" in offers(dealt(cards, "6c Td", double_on=double_on))
    }
    assert doubled == totals


def test_a_soft_hand_is_no_nine_to_eleven() -> None:
    assert "double" not in offers(dealt("Ac 9d", "6c Td", double_on="9-11"))
    assert "double" in offers(dealt("Ac 9d", "6c Td"))


def test_a_double_takes_one_card_and_ends_the_hand() -> None:
    state = played(dealt({1: "5c 6d", 2: "Th 3d"}, "6c Td", "2c"), "double")
    assert GAME.hands(state)["1"] == ["5c", "6d", "2c"]
    assert GAME.waiting_on(state) == {2}


def test_a_split_hand_is_doubled_for_its_own_stake_where_the_house_allows_it() -> None:
    state = played(dealt("8c 8d", "6c Td", "3c"), "split")
    assert {o.action: o.cost for o in GAME.legal_actions(state, 1)} == {
        "hit": 0, "stand": 0, "double": 1000,
    }  # fmt: skip
    state = played(dealt("8c 8d", "6c Td", "3c", double_after_split=False), "split")
    assert offers(state) == ["hit", "stand"]


@pytest.mark.parametrize("cards", ["Tc Kd", "Jc Qd", "Kc Jd", "9c 9d", "Ac Ad"])
def test_cards_of_equal_value_may_be_split(cards: str) -> None:
    assert "split" in offers(dealt(cards, "6c Td"))


@pytest.mark.parametrize("cards", ["9c Td", "Ac Td", "Ac 9d", "2c 3d"])
def test_cards_of_unequal_value_may_not(cards: str) -> None:
    assert "split" not in offers(dealt(cards, "6c Td"))


@pytest.mark.parametrize("hands", [2, 3, 4])
def test_a_seat_may_hold_as_many_hands_as_the_house_allows(hands: int) -> None:
    state = dealt("8c 8d", "6c Td", "8h 8s 8c 8d", resplit_to=hands)
    for _ in range(hands - 1):
        state = played(state, "split")
    assert len(GAME.view(state, 1).seats[0].hands) == hands
    assert offers(state) == ["hit", "stand", "double"]


def test_split_hands_carry_equal_stakes() -> None:
    state = played(dealt("8c 8d", "6c Td", "8h 8s 8c", wagers=BOTH), "split split split")
    assert [hand.wagers["main"] for hand in GAME.view(state, 1).seats[0].hands] == [1000] * 4


def test_a_split_hands_second_card_comes_when_the_hand_is_reached() -> None:
    state = played(dealt("8c 8d", "6c Td", "3c 2c 4c"), "split")
    assert GAME.hands(state)["1"] == [["8c", "3c"], ["8d"]]
    state = played(state, "hit")
    assert GAME.hands(state)["1"] == [["8c", "3c", "2c"], ["8d"]]
    state = played(state, "stand")
    assert GAME.hands(state)["1"] == [["8c", "3c", "2c"], ["8d", "4c"]]


def test_21_on_the_first_split_hand_goes_on_to_the_second() -> None:
    state = played(dealt("Tc Kd", "6c Td", "Ac 5c"), "split")
    assert GAME.hands(state)["1"] == [["Tc", "Ac"], ["Kd", "5c"]]
    assert offers(state) == ["hit", "stand", "double"]


def test_split_aces_get_one_card_each() -> None:
    state = played(dealt("Ac Ad", "6c Td", "Kc 5c 9h"), "split")
    assert GAME.hands(state)["1"] == [["Ac", "Kc"], ["Ad", "5c"]]
    assert GAME.waiting_on(state) == frozenset()


def test_aces_split_again_only_where_the_house_says_so() -> None:
    state = played(dealt("Ac Ad", "6c Td", "Ah 5c 9h", resplit_aces=True), "split")
    assert offers(state) == ["stand", "split"]
    state = played(dealt("Ac Ad", "6c Td", "Ah 5c 9h"), "split")
    assert GAME.waiting_on(state) == frozenset()


def test_aces_split_again_only_as_often_as_other_pairs() -> None:
    draws = "Ah As Kc 2c 3c 9h"
    state = dealt("Ac Ad", "6c Td", draws, resplit_aces=True, resplit_to=3)
    state = played(state, "split split")
    assert GAME.hands(state)["1"] == [["Ac", "As"], ["Ah", "Kc"], ["Ad", "2c"]]
    assert GAME.waiting_on(state) == frozenset()


def test_split_aces_are_played_on_only_where_the_house_says_so() -> None:
    state = played(dealt("Ac Ad", "6c Td", "5c", hit_split_aces=True), "split")
    assert offers(state) == ["hit", "stand", "double"]
    state = dealt("Ac Ad", "6c Td", "5c", hit_split_aces=True, double_after_split=False)
    assert offers(played(state, "split")) == ["hit", "stand"]


def test_late_surrender_is_the_first_decision_or_none() -> None:
    assert "surrender" in offers(dealt("Tc 6d", "9c Td", surrender="late"))
    assert "surrender" not in offers(dealt("Tc 6d", "9c Td"))
    state = dealt("8c 8d", "9c Td", "2c", surrender="late")
    assert "surrender" not in offers(played(state, "hit"))
    assert "surrender" not in offers(played(state, "split"))


def test_a_surrendered_hand_is_over_and_the_next_seat_acts() -> None:
    state = dealt({1: "Tc 6d", 2: "Th 3d"}, "9c Td", surrender="late")
    assert GAME.waiting_on(played(state, "surrender")) == {2}


def test_a_refusal_says_what_would_be_accepted() -> None:
    with pytest.raises(IllegalAction, match="may not split now; accepted: hit; stand; double"):
        played(dealt("8c 9d", "6c Td"), "split")

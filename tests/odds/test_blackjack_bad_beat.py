"""The odds of Bad Beat: the figures of the rules page; rounds of an independent dealer."""

from fractions import Fraction
from math import comb, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest

from games.blackjack.odds.bad_beat import outcomes
from games.blackjack.options import BlackjackOptions
from games.odds.report import Bet
from tests.odds.bets import bets_of, edge_percent
from tests.rules.blackjack_oracle import Table, best

PRINTED = {
    2: {
        "P1": 9.7192, "P2": 8.6496, "P3": 6.1313, "P4": 5.0618, "P5": 3.2352,
        "L1": 9.4762, "L2": 8.4066, "L3": 5.8883, "L4": 4.8188, "L5": 2.9922,
    },
    6: {
        "P1": 9.0260, "P2": 7.8765, "P3": 5.3660, "P4": 4.2164, "P5": 2.5060,
        "L1": 8.7490, "L2": 7.5994, "L3": 5.0889, "L4": 3.9394, "L5": 2.2290,
    },
}  # fmt: skip
"""By decks: option 2, H17, side-bet play, computed by others."""


def bad_beat(paytable: Any = "P5", stake: int = 100, **rules: Any) -> Bet:
    """Bad Beat under side-bet play."""
    return bets_of("blackjack", rules, stake=stake, bad_beat=paytable)["bad_beat"]


@pytest.mark.parametrize("decks", PRINTED)
def test_the_figures_of_all_ten_paytables(decks: int) -> None:
    found = {code: edge_percent(bad_beat(code, decks=decks)) for code in PRINTED[decks]}
    assert found == PRINTED[decks]


def test_option_1_costs_about_two_points_more() -> None:
    """2.0829 points by figures of four decimals, 2.0828 before these are rounded."""
    first, second = bad_beat("P1", bad_beat_option=1), bad_beat("P1")
    assert edge_percent(first) - edge_percent(second) == pytest.approx(2.0829, abs=1e-9)
    assert float(100 * (first.edge - second.edge)) == pytest.approx(2.0828, abs=5e-5)


def test_basic_strategy_costs_about_a_point_more_than_side_bet_play() -> None:
    """The wager wants 9,9 split against 7, ten and ace, and soft 19 stood on against 6."""
    bet = bad_beat("P1")
    (basic,) = bet.otherwise
    assert 0.8 < float(100 * (basic.edge - bet.edge)) < 1.2
    assert "basic strategy" in basic.assumption.lower()
    assert "always split" in bet.assumption
    assert "aces only once" in bet.assumption
    assert basic.simulated
    assert not bet.simulated


@pytest.mark.parametrize("hits", [True, False])
@pytest.mark.parametrize("decks", range(1, 9))
def test_two_cards_of_19_to_21_by_hand(decks: int, hits: bool) -> None:
    """Under option 1 a wager lives on with T,T, A,9, T,9, A,8 and A,T; splits only add to that."""
    alone, split = (
        outcomes(
            BlackjackOptions(decks=decks, dealer_hits_soft_17=hits, bad_beat_option=option),
            basic=False,
        )
        for option in (1, 2)
    )
    tens, others = 16 * decks, 4 * decks
    hands = comb(tens, 2) + 2 * others * others + 2 * tens * others
    assert 1 - alone["lose"] == Fraction(hands, comb(52 * decks, 2))
    assert all(split[line] > alone[line] > 0 for line in alone if line != "lose")


def test_natural_against_blackjack_is_counted_by_hand() -> None:
    """One deck, option 1: a natural and a blackjack are the only 21s that push."""
    natural = 2 * Fraction(4 * 16, 52 * 51)
    blackjack = 2 * Fraction(3 * 15, 50 * 49)
    chances = outcomes(BlackjackOptions(decks=1, bad_beat_option=1), basic=False)
    assert chances["twenty_one_push"] == natural * blackjack


def test_a_paytable_of_ones_own() -> None:
    lines = {
        "twenty_beaten": "fixed 5000", "nineteen_beaten": "15:1", "twenty_one_push": "3:2",
        "twenty_push": "push", "nineteen_push": "lose 1/2", "win": "push",
    }  # fmt: skip
    bet = bad_beat({"lines": lines}, stake=50)
    chance = {line.line: line.probability for line in bet.lines}
    assert -bet.edge == (
        100 * chance["twenty_beaten"]
        + 15 * chance["nineteen_beaten"]
        + Fraction(3, 2) * chance["twenty_one_push"]
        - Fraction(1, 2) * chance["nineteen_push"]
        - chance["lose"]
    )
    assert bet.top_prize == 100
    assert [line.pays for line in bet.lines] == [*lines.values(), "lose"]


RANKS = "A23456789" + "T" * 4
ROUNDS = 10_000

P5 = {
    "twenty_beaten": 25, "nineteen_beaten": 15, "twenty_one_push": 5, "twenty_push": 5,
    "nineteen_push": 5, "win": 0, "lose": -1,
}  # fmt: skip
"""What the independent dealer pays."""

RULES: dict[str, dict[str, Any]] = {
    "as usual": {},
    "one deck, no look, S17": {"decks": 1, "peek": False, "dealer_hits_soft_17": False},
    "aces split again": {"decks": 1, "resplit_aces": True, "resplit_to": 3},
    "option 1, no look": {"decks": 1, "peek": False, "bad_beat_option": 1},
    "two hands": {"decks": 1, "resplit_to": 2, "hit_split_aces": True},
}


def side_bet_play(table: Table, deeds: list[str]) -> str:
    """What the rules page assumes: split 8s, 9s and aces, stand on 19 to 21, whatever else."""
    hand = next(hand for hand in table.hands[1] if not hand["end"])
    return "split" if "split" in deeds and hand["cards"][0] in "89A" else "stand"


@pytest.mark.parametrize("name", RULES)
def test_rounds_of_an_independent_dealer_come_out_so(name: str) -> None:
    options = BlackjackOptions.read(RULES[name])
    chance, shoe = Random(17), 4 * options.decks * RANKS
    nets = []
    for _ in range(ROUNDS):
        table = Table(chance.sample(shoe, 30), [1], options.as_json())

        def choose(seat: int, deeds: list[str], table: Table = table) -> str:
            return "decline" if "decline" in deeds else side_bet_play(table, deeds)

        table.play(choose)
        nets.append(table.side(table.hands[1], best(table.dealer[:2]) == 21))
    chances = outcomes(options, basic=False)
    expected = float(sum(P5[line] * chance for line, chance in chances.items()))
    assert abs(fmean(nets) - expected) < 5 * stdev(nets) / sqrt(ROUNDS)

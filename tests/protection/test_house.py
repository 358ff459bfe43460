"""What the house can expect, and the joint rounds it rests on."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest

from games.engine.limits import HOUSE, WASHINGTON, Limits
from games.odds.colex import subsets
from games.odds.draw import WHOLE
from games.odds.single_deal import HANDS
from games.protection.house import (
    bankroll,
    expectation,
    largest_payout,
    layouts,
    rounds_until_ahead,
    tail,
)
from games.protection.nets import Nets
from games.protection.totals import total
from games.registry import GAMES
from tests.odds.bets import bets_of
from tests.protection.rounds import at_most, by_hand, made, nets_of

# --- The rounds ---------------------------------------------------------------------------------

ALONE: list[tuple[str, str, dict[str, Any]]] = [
    *(("big-50", spot, {}) for spot in ("poker_hand", "all_red", "all_black", "big_50", "range")),
    ("big-50", "one_colour", {"colour_wager": "either"}),
    *(("big-draw", spot, {}) for spot in ("first_five", "big_draw")),
    ("big-draw", "big_draw", {"variant": "deuces-never-loses"}),
    ("big-raise", "ante", {}),
    ("big-raise", "two_card_bonus", {}),
    ("big-raise", "five_card_bonus", {"five_card_bonus": True}),
    ("blackjack", "main", {}),
    ("blackjack", "bad_beat", {}),
    ("blackjack", "insurance", {}),
]


@pytest.mark.parametrize(("game", "spot", "rules"), ALONE)
def test_a_wager_alone_has_the_edge_and_the_spread_of_its_bet(
    game: str, spot: str, rules: dict[str, Any]
) -> None:
    nets, bet = nets_of(game, {spot: 500}, **rules), bets_of(game, rules, stake=500)[spot]
    assert nets.mean == -500 * bet.edge
    assert nets.standard_deviation == pytest.approx(500 * bet.standard_deviation, rel=1e-4)
    assert nets.staked == 500
    assert nets.joint
    assert sum(nets.chances.values()) == 1


MIXES: list[tuple[str, dict[str, int], dict[str, Any]]] = [
    ("big-50", {"poker_hand": 500, "all_red": 100, "all_black": 200, "range": 300}, {}),
    ("big-draw", {"first_five": 100, "big_draw": 500}, {}),
    ("big-draw", {"first_five": 300, "big_draw": 100}, {"variant": "deuces-never-loses"}),
    ("big-raise", {"ante": 500, "two_card_bonus": 100}, {}),
    ("blackjack", {"main": 500}, {}),
]


@pytest.mark.parametrize(("game", "wagers", "rules"), MIXES)
def test_expected_wins_add_up_over_the_wagers_of_a_round(
    game: str, wagers: dict[str, int], rules: dict[str, Any]
) -> None:
    nets = nets_of(game, wagers, **rules)
    alone = sum(nets_of(game, {spot: cents}, **rules).mean for spot, cents in wagers.items())
    assert nets.mean == alone
    assert nets.joint
    assert nets.staked == sum(wagers.values())


def test_colours_and_totals_of_big_50_are_those_of_all_hands() -> None:
    """All 2,598,960 hands, by arithmetic on their cards."""
    hands = subsets(5).astype(np.int64)
    rank, suit = hands >> 2, hands & 3
    reds = ((suit == 1) | (suit == 2)).sum(axis=1)
    points = np.where(rank == 12, 1, np.minimum(rank + 2, 10)).sum(axis=1)
    # All Red pays 17, Big 50 pays 500 and is staked a hundredfold, so that nets differ.
    expected: Counter[int] = Counter()
    for red, fifty, count in (
        (red, fifty, int(((reds == 5) == red) @ ((points == 50) == fifty).astype(np.int64)))
        for red in (True, False)
        for fifty in (True, False)
    ):
        expected[(1700 if red else -100) + (5_000_000 if fifty else -10_000)] += count
    nets = nets_of("big-50", {"all_red": 100, "big_50": 10_000})
    assert {net: chance * HANDS for net, chance in nets.chances.items()} == expected
    assert expected[1700 + 5_000_000] == comb(8, 5)  # red tens and faces


def test_both_colours_together_lose_one_wager_at_least() -> None:
    nets = nets_of("big-50", {"all_red": 100, "all_black": 100})
    one = Fraction(2 * comb(26, 5), HANDS)
    assert nets.chances == {-200: 1 - one, 1600: one}


def test_a_red_royal_flush_pays_two_wagers() -> None:
    nets = nets_of("big-50", {"all_red": 100, "poker_hand": 100})
    assert nets.chances[1700 + 100_000] == Fraction(2, HANDS)
    assert nets.chances[-100 + 100_000] == Fraction(2, HANDS)


def test_what_is_dealt_and_held_pays_on_both_wagers_of_big_draw() -> None:
    """A full house is best held: First 5 pays 60 and Big Draw pays 6, in all 3,744 hands."""
    nets = nets_of("big-draw", {"first_five": 1, "big_draw": 100_000})
    chances = nets.chances
    full = 60
    assert chances[full + 600_000] == Fraction(3744, HANDS)
    finals = {net - full for net in chances if -200_000 < net - full < 20_000_000}
    assert 600_000 in finals
    # Four of a kind is 200 to 1 and 25 to 1 whatever the fifth card, and cannot become less.
    quads = {net for net in chances if (net - 200) % 100_000 == 0}
    assert quads == {200 + 2_500_000}
    assert chances[200 + 2_500_000] == Fraction(624, HANDS)


def test_first_five_and_the_draw_after_it_are_dependent() -> None:
    nets = nets_of("big-draw", {"first_five": 100, "big_draw": 100})
    apart = sum(nets_of("big-draw", {spot: 100}).variance for spot in ("first_five", "big_draw"))
    assert nets.variance > apart
    assert WHOLE * HANDS % max(chance.denominator for chance in nets.chances.values()) == 0


def test_a_pair_of_aces_is_never_folded() -> None:
    """2 Card Bonus of 10,000.00: aces win 30 of it, kings 20, and so on; no fold with either."""
    nets = nets_of("big-raise", {"ante": 100, "two_card_bonus": 1_000_000})
    aces = {net - 30_000_000: chance for net, chance in nets.chances.items() if net > 29_000_000}
    assert sum(aces.values()) == Fraction(comb(4, 2), comb(52, 2))
    assert -100 not in aces
    assert {-500, 500} <= set(aces)  # the ante and four more
    losers = {net + 1_000_000: chance for net, chance in nets.chances.items() if net < 0}
    assert losers[-100] > Fraction(1, 10)  # folds


def test_what_is_assumed_is_said() -> None:
    for game, wagers, rules in (
        ("blackjack", {"main": 500, "bad_beat": 100}, {}),
        ("big-raise", {"ante": 100, "five_card_bonus": 100}, {"five_card_bonus": True}),
    ):
        nets = nets_of(game, wagers, **rules)
        assert not nets.joint
        assert "independently" in nets.assumption
    with pytest.raises(ValueError, match="Insurance"):
        nets_of("blackjack", {"main": 500, "insurance": 100})


# --- What follows -------------------------------------------------------------------------------


def test_the_houses_win_by_hand() -> None:
    """Even money with 3 chances of 5 for the house, five rounds: wins of -5 to 5."""
    nets = made({100: Fraction(2, 5), -100: Fraction(3, 5)})
    found = expectation(nets, 5)
    chances = {
        100 * (5 - 2 * hits): comb(5, hits) * Fraction(2, 5) ** hits * Fraction(3, 5) ** (5 - hits)
        for hits in range(6)
    }
    assert found.mean == pytest.approx(100)
    assert found.deviation == pytest.approx(
        float(sum(chance * (win - 100) ** 2 for win, chance in chances.items())) ** 0.5
    )
    assert found.standard_deviation == pytest.approx(100 * (24 / 25) ** 0.5)
    assert found.as_json()["low_95"] == -300
    assert found.behind == pytest.approx(
        float(sum(chance for win, chance in chances.items() if win < 0)), abs=found.error
    )
    # One chance in 98 to lose all five, one in 12.9 to win them.
    assert (found.low_95, found.high_95) == (-300, 500)


def test_the_interval_of_a_million_rounds_is_nearly_the_normal_one() -> None:
    nets = nets_of("big-50", {"all_red": 100})
    found = expectation(nets, 1_000_000)
    half = 1.959964 * found.deviation
    assert found.low_95 == pytest.approx(found.mean - half, rel=1e-3)
    assert found.high_95 == pytest.approx(found.mean + half, rel=1e-3)
    assert found.slack == 0
    assert found.behind < 1e-8


def test_after_how_many_rounds_the_house_is_not_behind() -> None:
    """Even money, 11 chances of 20 for the house: by binomial coefficients."""
    win = Fraction(11, 20)

    def behind(rounds: int) -> Fraction:
        return sum(
            (
                comb(rounds, lost) * (1 - win) ** lost * win ** (rounds - lost)
                for lost in range(rounds // 2 + 1, rounds + 1)
            ),
            Fraction(),
        )

    nets = made({100: 1 - win, -100: win})
    found = rounds_until_ahead(nets)
    assert found is not None
    assert behind(found) <= Fraction(1, 100) < behind(found - 1)
    one = rounds_until_ahead(nets, chance=0.5)
    assert one == 1  # 11 of 20 already


def test_a_bet_that_favours_the_player_is_never_safe() -> None:
    assert rounds_until_ahead(made({100: Fraction(1, 2), -100: Fraction(1, 2)})) is None
    assert rounds_until_ahead(nets_of("big-draw", {"first_five": 100})) is None


def test_one_hit_of_17_to_1_in_two_rounds_is_no_alarm() -> None:
    nets = nets_of("big-50", {"all_red": 500})
    chance = Fraction(comb(26, 5), HANDS)
    found = tail(-(17 * 500 - 500), (nets, 2))
    assert found.as_low == pytest.approx(float(1 - (1 - chance) ** 2), abs=found.error)
    assert found.as_high == pytest.approx(float(1 - chance**2), abs=found.error)
    assert found.rounds == 2
    assert found.as_json()["as_low"] == found.as_low
    assert not found.alarms()


def test_six_hits_of_17_to_1_in_twelve_rounds_are_an_alarm() -> None:
    nets = nets_of("big-50", {"all_red": 500})
    chance = Fraction(comb(26, 5), HANDS)
    found = tail(-(6 * 8500 - 6 * 500), (nets, 12))
    expected = sum(comb(12, k) * chance**k * (1 - chance) ** (12 - k) for k in range(6, 13))
    assert found.as_low == pytest.approx(float(expected), abs=found.error)
    assert found.alarms()


def test_a_hold_that_is_too_good_is_an_alarm_too() -> None:
    nets = made({100: Fraction(1, 2), -100: Fraction(1, 2)})
    assert tail(2000, (nets, 20)).alarms()  # one in a million
    assert not tail(1000, (nets, 20)).alarms()


def test_rounds_with_other_stakes_are_judged_together() -> None:
    small, large = nets_of("big-50", {"all_red": 100}), nets_of("big-50", {"poker_hand": 2000})
    found = tail(-5000, (small, 3), (large, 2))
    totals = by_hand((small, 3), (large, 2))
    assert found.expected == pytest.approx(float(-3 * small.mean - 2 * large.mean))
    # The house wins -50.00 or less: the player 50.00 or more.
    assert found.as_low == pytest.approx(float(1 - at_most(totals, 4999)), abs=found.error)
    assert found.as_high == pytest.approx(float(at_most(totals, 5000)), abs=found.error)


def ever_reached(nets: Nets, rounds: int, cents: int) -> Fraction:
    """The chance that the player's total is ever above so many cents, round by round."""
    below, above = {0: Fraction(1)}, Fraction()
    for _ in range(rounds):
        after: dict[int, Fraction] = {}
        for so_far, chance in below.items():
            for net, share in nets.chances.items():
                if so_far + net > cents:
                    above += chance * share
                else:
                    after[so_far + net] = after.get(so_far + net, Fraction()) + chance * share
        below = after
    return above


@pytest.mark.parametrize("rounds", [1, 10, 40])
@pytest.mark.parametrize("confidence", [0.9, 0.99])
def test_a_bankroll_sees_the_house_through(rounds: int, confidence: float) -> None:
    nets = made({500: Fraction(1, 10), 100: Fraction(1, 5), -100: Fraction(7, 10)})
    cents = bankroll(nets, rounds, confidence)
    assert cents <= 500 * rounds
    assert ever_reached(nets, rounds, cents) <= 1 - Fraction(confidence)


def test_a_bankroll_for_ever_is_lundbergs() -> None:
    """Even money, 3 chances of 5 for the house: exp(R) = 3/2 a stake, whatever comes after."""
    nets = made({100: Fraction(2, 5), -100: Fraction(3, 5)})
    expected = 100 * np.log(100) / np.log(1.5)
    assert bankroll(nets, 10**9, 0.99) == pytest.approx(expected, rel=0.01)
    assert bankroll(nets, 10**8, 0.99) == bankroll(nets, 10**9, 0.99)


@pytest.mark.parametrize("confidence", [0, 1, 1.5])
def test_a_confidence_is_between_0_and_1(confidence: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        bankroll(made({100: 1}), 1, confidence)


def test_the_largest_payout_of_big_50() -> None:
    """Three wagers of 100.00 are all that may be large: a royal flush in red pays 1000, 17 and, as
    10 10 10 10 1 counts 41, 3 to 2 on the range."""
    game = GAMES["big-50"]

    def nets(wagers: Mapping[str, int]) -> Nets:
        return nets_of("big-50", dict(wagers))

    limits = Limits(minimum=100, maximum=100_00, profile=WASHINGTON)
    found = largest_payout(nets, game.spots(game.options()), limits, 6)
    assert found.spots == {
        "poker_hand": 100_000_00,
        "all_red": 1_700_00,
        "all_black": 1_700_00,
        "big_50": 50_000_00,
        "range": 50_000_00,
    }
    assert found.hand == (100_000 + 1_700 + 150) * 100
    assert set(found.wagers) in (
        {"poker_hand", "all_red", "range"},
        {"poker_hand", "all_black", "range"},
    )
    assert found.table == 6 * found.hand
    assert found.bankroll > found.hand
    assert found.as_json()["wagers"] == found.wagers


def test_the_costliest_wagers_keep_to_the_limits() -> None:
    game = GAMES["big-50"]
    spots = game.spots(game.options())
    limits = Limits(minimum=1_00, maximum=100_00, profile=WASHINGTON)
    for wagers in layouts(spots, limits):
        assert sum(cents > 5_00 for cents in wagers.values()) <= 3
    assert {len(wagers) for wagers in layouts(spots, limits)} == {1, 2, 3, 4, 5}
    free = list(layouts(spots, Limits(minimum=1_00, maximum=100_00, profile=HOUSE)))
    assert dict.fromkeys(("poker_hand", "all_red", "all_black", "big_50", "range"), 100_00) in free
    dear = list(layouts(spots, Limits(minimum=10_00, maximum=100_00, profile=WASHINGTON)))
    assert max(map(len, dear)) == 3, "a fourth wager could only be of 5.00"
    raised = GAMES["big-raise"]
    for wagers in layouts(raised.spots(raised.options()), limits):
        assert "ante" in wagers, "a bonus needs an ante"


def test_a_million_rounds_of_a_mix_are_one_total() -> None:
    nets = nets_of("big-50", {"poker_hand": 500, "all_red": 100, "range": 300, "big_50": 100})
    found = total((nets.reversed(), 1_000_000))
    assert found.slack == 0
    assert found.mean == pytest.approx(float(-nets.mean * 1_000_000), rel=1e-9)

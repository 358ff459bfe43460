"""Totals of many rounds: by hand for few of them, by exact moments and binomials for many."""

from fractions import Fraction
from math import comb, exp, isclose, lgamma, log, sqrt

import numpy as np
import pytest

from games.protection.nets import gathered, independent
from games.protection.totals import MOST_POINTS, total
from tests.protection.rounds import at_most, by_hand, made, nets_of

ROUNDS = {
    "poker hand": nets_of("big-50", {"poker_hand": 1000}),
    "three wagers": nets_of("big-50", {"poker_hand": 500, "all_red": 100, "range": 300}),
    "first five": nets_of("big-draw", {"first_five": 100, "big_draw": 500}),
    "deuces": nets_of("big-draw", {"big_draw": 300}, variant="deuces-never-loses"),
    "ante": nets_of("big-raise", {"ante": 500, "two_card_bonus": 100}),
    "five card bonus": nets_of("big-raise", {"five_card_bonus": 100}, five_card_bonus=True),
    "main": nets_of("blackjack", {"main": 500}),
    "insurance": nets_of("blackjack", {"insurance": 500}),
    "bad beat": nets_of("blackjack", {"bad_beat": 500}),
    "one result": made({-100: 1}),
}


@pytest.mark.parametrize("name", ROUNDS)
@pytest.mark.parametrize("rounds", range(1, 6))
def test_few_rounds_are_what_convolution_by_hand_gives(name: str, rounds: int) -> None:
    nets = ROUNDS[name]
    found, expected = total((nets, rounds)), by_hand((nets, rounds))
    assert found.slack == 0
    places = [(cents - found.start) / found.step for cents in expected]
    assert all(place == int(place) for place in places), "every total is on the grid"
    inside = {
        int(place): float(chance)
        for place, chance in zip(places, expected.values(), strict=True)
        if 0 <= place < len(found.chances)
    }
    by_place = np.zeros(len(found.chances))
    by_place[list(inside)] = list(inside.values())
    assert abs(found.chances - by_place).max() <= found.error
    outside = sum(float(chance) for chance in expected.values()) - by_place.sum()
    assert abs(outside) <= found.error
    for cents in (min(expected), -100 * rounds, 0, 1, 2500, max(expected)):
        exact = at_most(expected, cents)
        assert found.at_most(cents) == pytest.approx(float(exact), abs=found.error)
        assert found.at_least(cents + 1) == pytest.approx(float(1 - exact), abs=found.error)


@pytest.mark.parametrize("name", ROUNDS)
@pytest.mark.parametrize("rounds", [1, 2, 17, 1000, 54_321, 1_000_000])
def test_mean_and_variance_are_the_exact_ones(name: str, rounds: int) -> None:
    nets = ROUNDS[name]
    found = total((nets, rounds))
    spread = nets.standard_deviation * sqrt(rounds)
    # Far tails that are cut off, by chances of 1e-15, carry a little of both.
    assert abs(found.mean - rounds * nets.mean) <= 1e-6 * spread + 1e-9 * abs(rounds * nets.mean)
    assert isclose(found.variance, rounds * float(nets.variance), rel_tol=1e-8, abs_tol=1e-6)


def test_parts_of_several_kinds_are_added() -> None:
    parts = ((ROUNDS["poker hand"], 2), (ROUNDS["bad beat"], 1), (ROUNDS["one result"], 3))
    found, expected = total(*parts), by_hand(*parts)
    for cents in (-3000, -800, 0, 4200, 12_700):
        assert found.at_most(cents) == pytest.approx(
            float(at_most(expected, cents)), abs=found.error
        )


def binomial(hits: int, rounds: int, chance: float) -> float:
    """The chance of at most so many hits, by logarithms of factorials."""
    return sum(
        exp(
            lgamma(rounds + 1)
            - lgamma(one + 1)
            - lgamma(rounds - one + 1)
            + one * log(chance)
            + (rounds - one) * log(1 - chance)
        )
        for one in range(hits + 1)
    )


@pytest.mark.parametrize(("rounds", "hits"), [(1000, 12), (1000, 30), (1_000_000, 25_000)])
def test_a_wager_with_two_results_is_binomial(rounds: int, hits: int) -> None:
    chance = Fraction(comb(26, 5), comb(52, 5))
    found = total((nets_of("big-50", {"all_red": 500}), rounds))
    win = 8500 * hits - 500 * (rounds - hits)
    assert found.at_most(win) == pytest.approx(binomial(hits, rounds, float(chance)), abs=1e-8)


def test_a_rare_prize_keeps_its_exact_chance() -> None:
    """The royal flush is 1 in 649,740: at least one in ten thousand rounds."""
    chance = Fraction(4, comb(52, 5))
    nets = made({1_000_000: chance, -1000: 1 - chance})
    expected = 1 - float((1 - chance) ** 10_000)
    found = total((nets, 10_000))
    assert found.at_least(1_000_000 - 9_999_000) == pytest.approx(expected, abs=found.error)


COARSE = made({90_000_001: Fraction(1, 7), 10_000: Fraction(2, 7), -7_003: Fraction(4, 7)})


@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_where_the_grid_is_coarser_the_error_is_within_its_bound(rounds: int) -> None:
    found, expected = total((COARSE, rounds)), by_hand((COARSE, rounds))
    assert len(found.chances) <= MOST_POINTS + 10
    assert found.step > 1
    assert found.slack > 0
    for cents in expected:
        for beside in (-1, 0, 1):
            low = float(at_most(expected, cents + beside - found.slack))
            high = float(at_most(expected, cents + beside + found.slack))
            assert low - found.error <= found.at_most(cents + beside) <= high + found.error
    assert isclose(found.mean, rounds * float(COARSE.mean), rel_tol=1e-9)


def test_a_million_rounds_that_need_a_coarser_grid() -> None:
    found = total((COARSE, 1_000_000))
    spread = COARSE.standard_deviation * 1000
    assert 0 < found.slack < 0.05 * spread
    assert isclose(found.mean, 1e6 * float(COARSE.mean), rel_tol=1e-9)
    assert isclose(found.variance, spread**2, rel_tol=1e-4)


def test_quantiles() -> None:
    found = total((made({-100: Fraction(1, 2), 100: Fraction(1, 2)}), 4))
    # -400, -200, 0, 200, 400 with chances 1, 4, 6, 4, 1 of 16.
    assert [found.quantile(chance / 16) for chance in (0.5, 1.5, 5.5, 11.5, 15.5)] == [
        -400, -200, 0, 200, 400,
    ]  # fmt: skip
    assert found.at_most(-401) == 0
    assert found.at_most(-400) == pytest.approx(1 / 16)
    assert found.at_most(-201) == pytest.approx(1 / 16)
    assert found.at_least(401) == 0
    assert found.at_least(-1000) == pytest.approx(1)


def test_a_total_is_of_at_least_one_round() -> None:
    for parts in ((), ((COARSE, 0),), ((COARSE, 1), (COARSE, -1))):
        with pytest.raises(ValueError, match="at least one round"):
            total(*parts)


def test_chances_that_do_not_add_up_are_refused() -> None:
    with pytest.raises(ValueError, match="add up"):
        gathered([(100, Fraction(1, 3)), (-100, Fraction(1, 3))])


def test_independent_wagers_say_so() -> None:
    one, other = made({100: Fraction(1, 2), -100: Fraction(1, 2)}), made({300: Fraction(1)})
    both = independent(one, other)
    assert both.chances == {200: Fraction(1, 2), 400: Fraction(1, 2)}
    assert both.staked == 200
    assert not both.joint
    assert "independently of each other" in both.assumption
    assert one.joint


def test_both_sides_of_the_table() -> None:
    nets = ROUNDS["ante"]
    house = nets.reversed()
    assert house.mean == -nets.mean
    assert house.variance == nets.variance
    mine, theirs = total((nets, 3)), total((house, 3))
    assert mine.at_most(-500) == pytest.approx(theirs.at_least(500), abs=mine.error)

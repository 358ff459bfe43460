"""EV by true count and by penetration, by bets and shoes that are worked out by hand."""

from dataclasses import replace

import numpy as np
import pytest

from games.protection.counting import (
    DEALT,
    TRUE_COUNTS,
    Moments,
    by_penetration,
    by_true_count,
)
from games.protection.effects import Bet, Floats, Ints, effects
from tests.protection.test_effects import DECK, HI_LO, RANKS, next_is_ten


class Seen:
    """A bet that keeps the shoes it is asked about."""

    def __init__(self, bet: Bet) -> None:
        self.shoes: list[Ints] = []
        self.bet = replace(bet, values=self._values)
        self._inner = bet.values

    def _values(self, shoes: Ints) -> Floats:
        self.shoes.append(shoes)
        return self._inner(shoes)


def test_the_shoes_of_a_true_count_have_it() -> None:
    """Three quarters of two decks are 78 cards: a true count t is a running count of 1.5 t."""
    seen = Seen(next_is_ten(tuple(2 * cards for cards in DECK)))
    found = effects(seen.bet)
    figures = by_true_count(seen.bet, found, found.count(HI_LO), shoes=300, seed=4)
    tags = np.array([HI_LO[rank] for rank in RANKS])
    assert [one.true_count for one in figures] == list(TRUE_COUNTS)
    for true_count, shoes in zip(TRUE_COUNTS, seen.shoes, strict=True):
        assert shoes.shape == (300, 10)
        assert (shoes >= 0).all()
        assert (shoes <= 2 * np.array(DECK)).all()
        assert set(shoes.sum(axis=1)) == {104 * (100 - DEALT) // 100}
        running = (2 * np.array(DECK) - shoes) @ tags
        assert set(running) <= {np.floor(1.5 * true_count), np.ceil(1.5 * true_count)}
        assert running.mean() == pytest.approx(1.5 * true_count, abs=0.15)


def test_the_shoes_of_a_true_count_are_as_likely_as_when_they_are_dealt() -> None:
    """Against shoes that are dealt and kept when they happen to have a count of 0."""
    seen, deck = Seen(next_is_ten()), np.array(DECK)
    found = effects(seen.bet)
    by_true_count(seen.bet, found, found.count(HI_LO), shoes=1500, seed=8)
    drawn = seen.shoes[list(TRUE_COUNTS).index(0)]
    dealt = np.random.default_rng(9).multivariate_hypergeometric(deck, 39, 60_000)
    kept = dealt[(deck - dealt) @ np.array([HI_LO[rank] for rank in RANKS]) == 0]
    error = (kept.var(axis=0) / len(kept) + drawn.var(axis=0) / len(drawn)) ** 0.5
    assert len(kept) > 4000
    assert (abs(drawn.mean(axis=0) - kept.mean(axis=0)) < 4 * error).all()
    assert drawn.std(axis=0) == pytest.approx(kept.std(axis=0), rel=0.08)


def test_a_figure_by_true_count_says_how_it_was_found() -> None:
    bet = next_is_ten()
    found = effects(bet)
    count = found.count(HI_LO)
    figures = by_true_count(bet, found, count, shoes=100, seed=3)
    assert figures == by_true_count(bet, found, count, shoes=100, seed=3)
    assert figures != by_true_count(bet, found, count, shoes=100, seed=5)
    for one in figures:
        assert one.model == pytest.approx(count.at(one.true_count))
        assert (one.how.kind, one.how.seed, one.shoes) == ("sampled", 3, 100)
        assert one.how.error == pytest.approx(one.spread / 10)
        # The bet is linear in the shoe, and its mean at a count is on the line.
        assert abs(one.mean - one.model) < 4 * one.spread / 10
        raw = one.as_json()
        assert raw["how"] == "sampled"
        assert raw["error"] == one.how.error


def moments(shoes: list[list[tuple[int, list[int]]]], depth: int = 85) -> Moments:
    """By shoe, its rounds: the cards dealt before, and those unseen by rank; a bet can be made in
    every round."""
    rounds = [(shoe, *one) for shoe, rows in enumerate(shoes) for one in rows]
    number, dealt, unseen = (np.array(column) for column in zip(*rounds, strict=True))
    return Moments(number, dealt, unseen, number, dealt, 52, depth, 17)


TENS_LEFT = [0, 0, 0, 0, 0, 4, 4, 4, 4, 16]
"""All small cards and aces gone: an EV of 3 * 16/32 - 1 = 1/2, a Hi-Lo count of 16 or 26 a deck."""

TENS_GONE = [4, 4, 4, 4, 4, 4, 4, 4, 4, 8]
"""A Hi-Lo count of -8."""


def test_units_by_hand() -> None:
    """Two shoes. The first has three rounds and one bet, after 20 cards, worth half a unit; the
    second two rounds and no bet. In all 0.5 units in 5 rounds; by shoe 0.5 - 0.1 * 3 = 0.2 and
    0 - 0.1 * 2 = -0.2 more than the mean, so that the error is sqrt(0.08 * 2/1) / 5."""
    full, bet = list(DECK), next_is_ten()
    found = effects(bet)
    seen = moments([[(0, full), (8, TENS_GONE), (20, TENS_LEFT)], [(0, full), (8, TENS_GONE)]])
    figures = by_penetration(bet, found, found.count(HI_LO), seen, valued=100, seed=1)
    assert [one.depth for one in figures] == [50, 65, 75, 85]
    for one in figures:
        assert (one.decks, one.rounds) == (1, 5)
        assert one.trigger == found.count(HI_LO).trigger
        assert one.favourable_share == pytest.approx(1 / 5)
        assert one.units_per_100 == pytest.approx(100 * 0.5 / 5)
        assert one.standard_error == pytest.approx(100 * 0.16**0.5 / 5)
        assert (one.how.kind, one.how.error, one.how.seed) == ("sampled", one.standard_error, 17)


def test_the_cut_card_ends_a_shoe() -> None:
    """At half of 52 cards no round begins after 26; at 65 percent it does until 33."""
    bet, full = next_is_ten(), list(DECK)
    found = effects(bet)
    late = moments([[(0, full), (26, TENS_LEFT)], [(0, full), (32, TENS_LEFT)]], depth=75)
    half, more, deepest = by_penetration(bet, found, found.count(HI_LO), late, valued=100, seed=1)
    assert (half.rounds, half.favourable_share, half.units_per_100) == (2, 0, 0)
    assert (more.rounds, more.favourable_share) == (4, 0.5)
    assert more.units_per_100 == pytest.approx(100 * 2 * 0.5 / 4)
    assert deepest.depth == 75


def test_what_the_model_has_wrong_is_set_right() -> None:
    """A bet that is worth a tenth more than the model whatever the shoe: a few exact values say
    so, and that they all say the same leaves no doubt."""
    bet, full = next_is_ten(), list(DECK)
    found = effects(bet)
    more = replace(bet, values=lambda shoes: bet.values(shoes) + 0.1)
    seen = moments([[(0, full), (20, TENS_LEFT)] for _ in range(40)])
    for valued in (8, 1000):
        figure = by_penetration(more, found, found.count(HI_LO), seen, valued=valued, seed=2)[-1]
        assert figure.units_per_100 == pytest.approx(100 * 0.6 / 2)
        assert figure.standard_error == pytest.approx(0, abs=1e-9)


def test_few_exact_values_leave_more_doubt_than_many() -> None:
    """A bet that now is worth one more, now one less: whatever is valued, the figure is right
    within four standard errors of its own."""
    bet, full = next_is_ten(), list(DECK)
    found = effects(bet)

    def values(shoes: Ints) -> Floats:
        return bet.values(shoes) + np.where(shoes[:, 5] == 4, 1.0, -1.0)

    odd = [*TENS_LEFT[:5], 3, *TENS_LEFT[6:]]
    rounds = [[(0, full), (20, TENS_LEFT), (25, odd)] for _ in range(400)]
    right = 100 * sum(next_is_ten().exact(tuple(one)) for one in (TENS_LEFT, odd)) / 3
    few, many = (
        by_penetration(
            replace(bet, values=values), found, found.count(HI_LO), moments(rounds),
            valued=valued, seed=6,
        )[-1]
        for valued in (12, 4000)
    )  # fmt: skip
    assert many.units_per_100 == pytest.approx(float(right))
    assert abs(few.units_per_100 - float(right)) < 4 * few.standard_error
    assert few.standard_error > 5 * many.standard_error


def test_there_is_an_error_however_few_values_are_exact() -> None:
    """A bet that is off the model by up to a unit, here and there in each band of depths: it is
    doubted at least as much as it is wrong, though only two values a band are known."""
    bet, chance = next_is_ten(), np.random.default_rng(12)
    found, full = effects(bet), list(DECK)

    def values(shoes: Ints) -> Floats:
        off: Floats = np.cos(40 * shoes[:, 5] + 9 * shoes[:, 6] + shoes[:, 7])
        return bet.values(shoes) + off

    shoes = [
        [(0, full)] + [(at, [*([0] * 5), *chance.integers(0, 5, 4).tolist(), 16]) for at in deep]
        for deep in [(20, 30, 36, 40)] * 300
    ]
    seen = moments(shoes)
    good = seen.unseen[seen.dealt > 0]
    right = 100 * float(values(good).sum()) / len(seen.round_shoe)
    squares = []
    for seed in range(20):
        figure = by_penetration(
            replace(bet, values=values), found, found.count(HI_LO), seen, valued=1, seed=seed
        )[-1]
        assert figure.favourable_share == 4 / 5
        squares.append(((figure.units_per_100 - right) / figure.standard_error) ** 2)
    # With four degrees of freedom 2 is expected.
    assert sum(squares) / len(squares) < 4


def test_two_shoes_take_their_error_from_all_true_counts() -> None:
    """Of two shoes that happen to be alike no count is known exactly."""
    bet = next_is_ten()
    found = effects(bet)
    figures = by_true_count(bet, found, found.count(HI_LO), shoes=2, seed=3)
    variance = sum(one.spread**2 for one in figures) / len(figures)
    for one in figures:
        assert one.how.error == pytest.approx((variance / 2) ** 0.5)
    assert min(one.spread for one in figures) < 0.2 * variance**0.5


def test_a_count_that_does_not_follow_the_bet_has_no_figures() -> None:
    bet = next_is_ten()
    found = effects(bet)
    other_way = found.count({rank: -tag for rank, tag in HI_LO.items()})
    seen = moments([[(0, list(DECK))], [(0, list(DECK))]])
    assert by_penetration(bet, found, other_way, seen, valued=10, seed=1) == ()

"""Effects of removal, counts and the linear model, by a bet that is worked out by hand.

The bet is insurance on a deck of which nothing has been seen, as P. Griffin has it in "The Theory
of Blackjack", chapter 3: 2 to 1 that the next card counts ten.
"""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from games.protection.effects import (
    Bet,
    Effects,
    Floats,
    How,
    Ints,
    Shoe,
    best_level_one,
    effects,
    optimal_count,
)

RANKS = tuple("A23456789T")
DECK = (4,) * 9 + (16,)
HI_LO = dict(zip(RANKS, (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1), strict=True))


def next_is_ten(shoe: Shoe = DECK) -> Bet:
    """The bet that the next card counts ten, at 2 to 1."""

    def exact(unseen: Shoe) -> Fraction:
        return Fraction(3 * unseen[9], sum(unseen)) - 1

    def values(shoes: Ints) -> Floats:
        return np.array([float(exact(tuple(one))) for one in shoes.tolist()])

    return Bet("ten", "", RANKS, shoe, exact, values)


def effects_of(points: list[float], value: float = -1.0) -> Effects:
    """Effects as they might be of a deck."""
    by_rank = dict(zip(RANKS, points, strict=True))
    return Effects("x", "", value, dict(zip(RANKS, DECK, strict=True)), by_rank, How("exact"))


def test_the_effects_on_insurance_are_those_of_griffin() -> None:
    """-7.69 with the full deck; 1.81 for any card but a ten, whose own is 3 * 15/51 - 3 * 16/52."""
    found = effects(next_is_ten())
    assert found.value == pytest.approx(-100 / 13)
    assert found.edge_percent == pytest.approx(100 / 13)
    assert {round(found.points[rank], 2) for rank in "A23456789"} == {1.81}
    assert found.points["T"] == pytest.approx(100 * (45 / 51 - 48 / 52))
    assert found.weighted_sum == pytest.approx(0, abs=1e-12)
    assert found.how == How("exact", 0)


def test_the_linear_model_on_griffins_example() -> None:
    """An ace and three other cards that are no tens gone: 16 tens in 48 cards, which is even."""
    shoe = np.array([[3, 3, 3, 3, 4, 4, 4, 4, 4, 16]])
    assert effects(next_is_ten()).linear(shoe)[0] == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(
    "shoe", [(4,) * 9 + (2,), (0,) * 9 + (16,), (1, 2, 3, 4, 0, 1, 2, 3, 4, 5)]
)
def test_the_linear_model_is_exact_for_a_bet_on_the_next_card(shoe: Shoe) -> None:
    bet = next_is_ten()
    assert effects(bet).linear(np.array([shoe]))[0] == pytest.approx(float(100 * bet.exact(shoe)))


def test_the_line_of_a_count_is_the_best_through_the_linear_model() -> None:
    """Against a least-squares fit over random shoes of half a deck; -1 a ten and +4/9 the rest are
    right about every shoe."""
    found = effects(next_is_ten())
    tags = dict.fromkeys(RANKS[:9], 4 / 9) | {"T": -1.0}
    count = found.count(tags)
    assert count.correlation == pytest.approx(1)
    shoes = np.random.default_rng(11).multivariate_hypergeometric(np.array(DECK), 26, 2000)
    for one in (tags, HI_LO):
        true = 52 * (np.array(DECK) - shoes) @ np.array([one[rank] for rank in RANKS]) / 26
        slope, start = np.polyfit(true, found.linear(shoes), 1)
        assert slope == pytest.approx(found.count(one).slope, rel=0.06)
        assert start == pytest.approx(found.value, abs=1)


def test_insurance_correlations_that_are_published() -> None:
    """https://lifesagambol.com/card-counting-systems.html, from the Blackjack Review Encyclopedia
    and QFIT: .76 for Hi-Lo, .85 for Hi-Opt I, .91 for Hi-Opt II, .85 for Omega II and Zen, .72 for
    Halves (which is .725: others round it to .73), .78 for Knock-Out, which is not balanced."""
    found = effects(next_is_ten())
    published = {
        (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1): 0.76,
        (0, 0, 1, 1, 1, 1, 0, 0, 0, -1): 0.85,
        (0, 1, 1, 2, 2, 1, 1, 0, 0, -2): 0.91,
        (0, 1, 1, 2, 2, 2, 1, 0, -1, -2): 0.85,
        (-1, 1, 1, 2, 2, 2, 1, 0, 0, -2): 0.85,
        (-1, 0.5, 1, 1, 1.5, 1, 0.5, 0, -0.5, -1): 0.725,
        (-1, 1, 1, 1, 1, 1, 1, 0, 0, -1): 0.78,
    }
    for tags, correlation in published.items():
        count = found.count(dict(zip(RANKS, tags, strict=True)))
        assert count.correlation == pytest.approx(correlation, abs=0.0051)


def test_the_trigger_is_where_the_line_crosses_nothing() -> None:
    count = effects(next_is_ten()).count(HI_LO)
    assert count.trigger is not None
    assert count.at(count.trigger) == pytest.approx(0)
    assert count.at(count.trigger + 1) == pytest.approx(count.slope)
    other_way = {rank: -tag for rank, tag in HI_LO.items()}
    assert effects(next_is_ten()).count(other_way).trigger is None


def test_the_best_simple_count_is_the_best_of_all() -> None:
    """Every balanced count with tags -1, 0 and +1, one by one."""
    points = [-0.5, 0.3, 0.35, 0.5, 0.7, 0.4, 0.25, -0.05, -0.2, -0.4375]
    found = effects_of(points)
    assert found.weighted_sum == pytest.approx(0)
    best = best_level_one(found)
    for tags in product((-1, 0, 1), repeat=10):
        if any(tags) and sum(cards * tag for cards, tag in zip(DECK, tags, strict=True)) == 0:
            count = found.count(dict(zip(RANKS, tags, strict=True)))
            assert count.correlation <= best.correlation + 1e-9
    assert sum(DECK[place] * best.tags[rank] for place, rank in enumerate(RANKS)) == 0
    assert set(best.tags.values()) <= {-1, 0, 1}


def test_among_equal_counts_deuces_come_first() -> None:
    """Of insurance's nine ranks that are no tens any four will do."""
    best = best_level_one(effects(next_is_ten((3, *DECK[1:]))))
    assert [best.tags[rank] for rank in RANKS] == [0, 1, 1, 1, 1, 0, 0, 0, 0, -1]


def test_the_optimal_tags_follow_the_effects() -> None:
    found = effects_of([-0.5, 0.3, 0.35, 0.5, 0.7, 0.4, 0.25, -0.05, -0.2, -0.4375])
    best = optimal_count(found)
    assert best.correlation == pytest.approx(1)
    assert max(abs(tag) for tag in best.tags.values()) == 1
    assert best.tags["5"] == 1
    assert best.tags["A"] == pytest.approx(-0.5 / 0.7)

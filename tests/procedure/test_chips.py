"""Payments in chips: the fewest, in words, and the quickest way to a right stack."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.procedure.chips import CHIPS, as_a_dealer_would, correction, fewest, in_words

VALUES = sorted(CHIPS)


@pytest.mark.parametrize(
    ("cents", "words"),
    [
        (175_00, "one black and three green"),
        (595_00, "one purple, three green and four red"),
        (22_50, "four red, two white and one blue"),
        (12_50, "two red, two white and one blue"),
        (0, ""),
    ],
)
def test_the_fewest_chips(cents: int, words: str) -> None:
    assert in_words(fewest(cents)) == words


@given(st.integers(0, 3000))
def test_no_smaller_number_of_chips_makes_the_amount(halves: int) -> None:
    """Each chip is a multiple of the next smaller one, so as many as make a higher one are never
    needed."""
    chips = fewest(halves * 50)
    assert sum(chips) == halves * 50
    for low, high in pairwise(VALUES):
        assert chips.count(low) * low < high
    assert as_a_dealer_would(chips)


@pytest.mark.parametrize(
    ("built", "owed", "said"),
    [
        ((100_00, 25_00), 150_00, "Add one green, or clear it and use one black and two green."),
        ((100_00, 25_00), 100_00, "Take back one green, or clear it and use one black."),
        ((100_00,), 75_00, "Clear it and use three green."),
        ((), 5_00, "Add one red."),
        ((5_00,), 5_00, ""),
        ((5_00,), 5_33, ""),  # no chip is worth 33 cents
    ],
)
def test_the_quickest_correction(built: tuple[int, ...], owed: int, said: str) -> None:
    assert correction(built, owed) == said


def test_the_order_of_colours_is_from_the_highest_down() -> None:
    assert not as_a_dealer_would((25_00, 100_00))
    assert not as_a_dealer_would((5_00,) * 5)

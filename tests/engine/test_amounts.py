"""The amounts an action accepts, held as three numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.amounts import Amounts
from games.engine.game import Action, Offer


@given(st.integers(0, 300), st.integers(0, 300), st.integers(1, 120))
def test_amounts_are_the_steps_and_the_highest(low: int, more: int, step: int) -> None:
    amounts = Amounts(low, low + more, step)
    listed = sorted({*range(low, low + more + 1, step), low + more})
    assert list(amounts) == listed
    assert len(amounts) == len(listed)
    assert (amounts[0], amounts[-1], amounts[1:]) == (low, low + more, tuple(listed[1:]))
    assert [cents for cents in range(-1, low + more + 130) if cents in amounts] == listed


@pytest.mark.parametrize("other", ["0", None, 50.5])
def test_what_is_no_number_of_cents_is_no_amount(other: object) -> None:
    assert other not in Amounts(0, 100, 50)


def test_the_amounts_of_a_large_stake_take_no_room() -> None:
    amounts = Amounts(0, 10**12 + 1, 1)
    assert len(amounts) == 10**12 + 2
    assert 10**12 - 1 in amounts
    assert -1 not in amounts


@pytest.mark.parametrize(
    ("amounts", "words"),
    [
        (Amounts(0, 500, 100), "insurance with an amount from 0 to 500 cents, in steps of 100"),
        (
            Amounts(0, 1250, 100),
            "insurance with an amount from 0 to 1250 cents, in steps of 100, or 1250",
        ),
        (Amounts(0, 0, 100), "insurance with an amount 0 cents"),
    ],
)
def test_an_offer_says_which_amounts_it_accepts(amounts: Amounts, words: str) -> None:
    assert str(Offer("insurance", amounts)) == words


def test_an_offer_admits_its_amounts_alone() -> None:
    offer = Offer("insurance", Amounts(0, 250, 100))
    admitted = [cents for cents in range(0, 300, 50) if offer.admits(Action("insurance", cents))]
    assert admitted == [0, 100, 200, 250]
    assert not offer.admits(Action("insurance"))

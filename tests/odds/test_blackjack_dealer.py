"""The dealer's chances and the value of split hands, against going through every card."""

import numpy as np
import pytest

from games.blackjack.odds.dealer import blackjack_chance, endings, exact_endings, without
from games.blackjack.odds.split_hands import split_hands
from games.blackjack.odds.strategy import HARD, SOFT, Column
from games.blackjack.odds.values import Against
from games.blackjack.options import BlackjackOptions
from tests.odds.blackjack_brute import Hand, SplitRound, dealer, total

SHOES = {
    "aces and small cards": (6, 5, 0, 4, 0, 3, 0, 0, 1, 2),
    "no aces": (0, 2, 2, 2, 2, 2, 2, 2, 2, 8),
    "tens and a few": (1, 0, 1, 0, 1, 2, 1, 0, 0, 9),
    "a whole deck but seven": (3, 3, 3, 4, 4, 3, 4, 4, 3, 14),
}


@pytest.mark.parametrize("hits", [True, False], ids=["H17", "S17"])
@pytest.mark.parametrize("name", SHOES)
def test_every_ending_of_the_dealer_against_all_orders_of_all_cards(name: str, hits: bool) -> None:
    shoe = SHOES[name]
    for up in range(10):
        expected = dealer((up + 1,), shoe, hits)
        exact = exact_endings(shoe, up, hits)
        assert list(exact) == [expected.get(value, 0) for value in range(17, 22)]
        assert blackjack_chance(shoe, up) == expected.get(0, 0)
        rounded = endings(np.array([shoe]), up, hits)[0]
        assert rounded == pytest.approx([float(chance) for chance in exact], abs=1e-14)


def act(hand: Hand) -> str:
    """A way of playing with all that can happen: doubled 9 to 11, soft hands hit to 18."""
    if len(hand) == 2 and 9 <= total(hand) <= 11:
        return "double"
    least = 18 if total(hand) != sum(hand) else 13
    return "hit" if total(hand) < least else "stand"


COLUMN = Column(
    {value: ("double", "hit") if 9 <= value <= 11 else (act((value,)),) for value in HARD},
    {value: ("hit",) if value < 18 else ("stand",) for value in SOFT},
    {},
)
"""The same as a column of basic strategy."""


def one_card_to_aces(hand: Hand) -> str:
    return "stand"


@pytest.mark.parametrize("peek", [True, False], ids=["peek", "no peek"])
@pytest.mark.parametrize("hands", [2, 3, 4])
@pytest.mark.parametrize(
    ("pair", "up", "shoe"),
    [
        # By rank: aces, 2s, 3s .. tens, without the up card, the pair among them.
        (8, 10, (2, 0, 3, 0, 0, 0, 0, 7, 0, 5)),
        (8, 6, (1, 2, 0, 0, 3, 0, 0, 6, 0, 6)),
        (3, 1, (2, 0, 7, 0, 0, 0, 2, 0, 0, 7)),
        (10, 10, (2, 3, 0, 0, 0, 0, 0, 2, 0, 9)),
    ],
    ids=["8,8 v T", "8,8 v 6", "3,3 v A", "T,T v T"],
)
def test_all_hands_of_a_split_against_all_orders_of_all_cards(
    pair: int, up: int, shoe: tuple[int, ...], hands: int, peek: bool
) -> None:
    """Splitting again included, which no hand but the first is looked at for by its cards."""
    options = BlackjackOptions(resplit_to=hands, peek=peek)
    brute = SplitRound(pair, up, hands, act, looks=peek)
    expected = brute.value(without(shoe, (pair - 1, pair - 1)))
    found = split_hands(Against(shoe, up - 1, options), pair - 1, COLUMN)
    assert found.value == pytest.approx(float(expected), abs=1e-12)


@pytest.mark.parametrize(("again", "hands"), [(False, 2), (True, 3), (True, 4)])
def test_split_aces_get_one_card_each(again: bool, hands: int) -> None:
    shoe = (6, 2, 0, 0, 2, 0, 0, 3, 0, 6)
    brute = SplitRound(1, 10, hands, one_card_to_aces, looks=True)
    options = BlackjackOptions(resplit_aces=again, resplit_to=hands if again else 4)
    found = split_hands(Against(shoe, 9, options), 0, COLUMN)
    expected = brute.value(without(shoe, (0, 0)))
    assert found.value == pytest.approx(float(expected), abs=1e-12)


def test_split_aces_are_played_on_where_the_house_lets_them() -> None:
    shoe = (5, 2, 0, 0, 4, 0, 0, 3, 0, 7)
    brute = SplitRound(1, 10, 2, act, looks=True)
    found = split_hands(Against(shoe, 9, BlackjackOptions(hit_split_aces=True)), 0, COLUMN)
    expected = brute.value(without(shoe, (0, 0)))
    assert found.value == pytest.approx(float(expected), abs=1e-12)

"""Published effects of removal of blackjack's main wager, each under the conventions of its source.

All of them are of a deck without end, which `EndlessDeck` values by recursions of its own; the
effects of finite shoes are led to the same numbers, under the same play.
"""

from typing import Any

import numpy as np
import pytest

from games.blackjack.odds.basic_strategy import basic_strategy
from games.blackjack.odds.dealer import full_shoe
from games.blackjack.odds.main_wager import main_value
from games.blackjack.options import BlackjackOptions
from tests.protection.blackjack_shoes import STAKE
from tests.protection.endless_deck import FULL, RANKS, Choice, EndlessDeck

GRIFFINS = BlackjackOptions(
    decks=8, dealer_hits_soft_17=False, double_after_split=False, resplit_to=2
)


def without(rank: int, cards: float) -> tuple[float, ...]:
    """The shares of so many cards, evenly mixed, when one of a rank is gone."""
    left = cards * FULL
    left[rank] -= 1
    return tuple(left / (cards - 1))


def gradient(**rules: Any) -> list[float]:
    """In points, scaled to one deck: the effects of the first part of a card, the play fixed."""
    deck = EndlessDeck(tuple(FULL), **rules)
    full, cards = deck.value(), 1e6
    fixed = rules | {"chosen": deck.chosen}
    less = [EndlessDeck(without(rank, cards), **fixed).value() for rank in RANKS]
    return [100 * (value - full) * cards / 52 for value in less]


def test_effects_that_are_published_to_seven_digits() -> None:
    """STANDARD_H17_EOR in src/ridefree/counting.py of https://github.com/mrwatts88/ride-free-sim:
    shares of 52 cards less one, the best play for each, dealer hits soft 17, double after a split,
    any two cards doubled, as eor.py and rules.py beside it say."""
    published = (
        -0.0052017, 0.0039827, 0.0048520, 0.0065485, 0.0080104, 0.0048199, 0.0028417, -0.0001621,
        -0.0022227, -0.0053536,
    )  # fmt: skip
    rules: dict[str, Any] = {"hits_soft_17": True, "double_after_split": True}
    full = EndlessDeck(tuple(FULL), **rules).value()
    found = [EndlessDeck(without(rank, 52), **rules).value() - full for rank in RANKS]
    assert found == pytest.approx(published, abs=0.51e-7)


def test_griffins_deck_without_end() -> None:
    """ "The Theory of Blackjack", chapter 11, quoted at http://www.pokeronlineguru.com/resources
    /casino/games/blackjack/linier-approximation-to-infinite-deck-blackjack/: EV -.690223 percent,
    effects scaled to one deck. Eight come out within their rounding, the 7 just beyond; no play
    of nearly the same worth makes the 8's effect 0, as it is printed."""
    assert 100 * EndlessDeck(tuple(FULL)).value() == pytest.approx(-0.690223, abs=2e-5)
    griffin = (-0.59, 0.37, 0.43, 0.55, 0.69, 0.44, 0.26, 0.00, -0.19, -0.49)
    off = np.abs(np.array(gradient()) - griffin)
    assert list(np.flatnonzero(off > 0.005)) == [6, 7]
    assert off[6] < 0.006
    assert off[7] < 0.0125


def test_the_effects_of_shoes_come_to_those_of_the_deck_without_end() -> None:
    """Of 2, 4 and 8 decks, scaled to one, all by the basic strategy of eight: their limit, by a
    parabola in the number of decks' inverse, is the gradient under the same strategy."""
    decks = (2, 4, 8)
    by_decks = [[scaled(count, rank) for rank in RANKS] for count in decks]
    limits = np.polyfit([1 / count for count in decks], by_decks, 2)[-1]
    expected = gradient(chosen=chosen_by(GRIFFINS))
    assert list(limits) == pytest.approx(expected, abs=0.0005)


def scaled(decks: int, rank: int) -> float:
    """The effect of a rank in points with so many decks, as if there were one."""
    shoe = full_shoe(decks)
    less = tuple(count - (place == rank) for place, count in enumerate(shoe))
    effect = main_value(GRIFFINS, less, STAKE) - main_value(GRIFFINS, shoe, STAKE)
    return float(effect) * 100 * (sum(shoe) - 1) / 52


def chosen_by(options: BlackjackOptions) -> dict[Choice, bool]:
    """What our basic strategy chooses."""
    found: dict[Choice, bool] = {}
    for up, column in enumerate(basic_strategy(options).columns):
        for soft, cells in ((False, column.hard), (True, column.soft)):
            for total, plays in cells.items():
                found["hit", up, total, soft] = plays[-1] == "hit"
                found["double", up, total, soft] = plays[0] == "double"
        found |= {("split", up, pair, False): plays[0] == "split"
                  for pair, plays in column.pairs.items()}  # fmt: skip
    return found

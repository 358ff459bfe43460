"""How many hands that hold certain cards hit each line: the basis for the values of all holds.

N(S, line) is how many of the 2,598,960 hands that hold all cards of S hit a line. It depends on the
lines and not on what they pay, so it is made once per game.
"""

from collections.abc import Callable, Sequence
from math import comb

import numpy as np
from numpy.typing import NDArray

from games.engine.cards import DEUCE
from games.odds.colex import Cards, Ints, Places, places, subsets
from games.odds.single_deal import Hand, kinds


class Counts:
    """N(S, line) for every set S of up to five cards.

    `lines` are the lines counted, `line_of` gives the line of a hand by its kind (see
    `single_deal.kinds`), `wild` whether deuces have no suit.
    """

    def __init__(self, lines: Sequence[str], line_of: Callable[[Hand], str], wild: bool) -> None:
        numbers = {name: number for number, name in enumerate(lines)}
        self.lines = tuple(lines)
        self._of_hand = numbers_of_all_hands(lambda hand: numbers[line_of(hand)], wild).astype(
            np.int8
        )
        self._of_set = _counts_of_sets(self._of_hand, len(numbers))

    def worth(self, size: int, where: Places, nets: Ints) -> Ints:
        """What all hands that hold the set of this size at each place win, with these `nets` of the
        lines."""
        if size == 5:
            return nets[self._of_hand[where]]
        table = self._of_set[size]
        return table[where] @ nets if len(where) < len(table) else (table @ nets)[where]

    def total(self, size: int, where: Places, times: Ints) -> Ints:
        """The sum by line of `times` N(S, line) over the sets S of a size at these places."""
        if size < 5:
            return times @ self._of_set[size][where]
        return np.bincount(self._of_hand[where], times, len(self.lines)).astype(np.int64)


def numbers_of_all_hands(number_of: Callable[[Hand], int], wild: bool = False) -> NDArray[np.int16]:
    """The number of every hand by the hand's place, where the number is its kind's."""
    table = np.zeros((2, comb(17, 5)), np.int16)
    for ranks, suited, hand, _ in kinds(wild):
        # Ranks ascend, but not strictly; r1 < r2 + 1 < .. < r5 + 4 do, and have a place.
        place = sum(comb(rank + index, index + 1) for index, rank in enumerate(ranks))
        table[int(suited), place] = number_of(hand)
    cards = subsets(5)
    rank_of, suit_of = np.right_shift(cards, 2), np.bitwise_and(cards, 3)
    same_suit = (suit_of == suit_of[:, 4:]) | (wild & (rank_of == DEUCE))
    apart: Cards = rank_of + np.arange(5, dtype=np.int8)
    numbers: NDArray[np.int16] = table[same_suit.all(axis=1).astype(np.int8), places(apart)]
    return numbers


def _counts_of_sets(of_hand: NDArray[np.int8], lines: int) -> list[Ints]:
    """N for the sets of no to four cards: arrays of shape (C(52, size), lines).

    A hand that holds a set of k cards holds 5 - k of the sets of k + 1 cards that hold it too.
    """
    table = np.zeros(comb(52, 4) * lines, np.int64)
    for without in _without_one(subsets(5)):
        table += np.bincount(without * lines + of_hand, minlength=len(table))
    tables = [table.reshape(-1, lines)]
    for size in range(3, -1, -1):
        above, counts = tables[0], np.zeros((comb(52, size), lines), np.int64)
        for without in _without_one(subsets(size + 1)):
            for number in range(lines):
                found = np.bincount(without, above[:, number], len(counts))
                counts[:, number] += found.astype(np.int64)
        tables.insert(0, counts // (5 - size))
    return tables


def _without_one(sets: Cards) -> list[Places]:
    """The places of the sets that lack one card of each set, for every card in turn."""
    return [places(np.delete(sets, gone, axis=1)) for gone in range(sets.shape[1])]

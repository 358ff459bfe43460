"""Sets of cards as numbers: every set of k cards has a position in colexicographic order.

Sets are ascending rows. In that order the sets within the lowest cards come first, whatever the
deck holds above them; the place of c1 < c2 < .. < ck is C(c1, 1) + C(c2, 2) + .. + C(ck, k) (Knuth,
"The Art of Computer Programming" 4A, 7.2.1.3, the combinatorial number system).
"""

from collections.abc import Sequence
from math import comb

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

Cards = NDArray[np.int8]
"""Sets of cards: one per row, ascending."""

Places = NDArray[np.int32]
"""The place of each set among all sets of its size."""

_MOST = 5
_TERMS = [[comb(card, size) for card in range(52)] for size in range(1, _MOST + 1)]
_COLUMNS = np.array(_TERMS, np.int32)


def subsets(size: int) -> Cards:
    """All sets of `size` cards, shape (C(52, size), size), in colexicographic order."""
    rows = np.zeros((1, 0), np.int8)
    for length in range(1, size + 1):
        below = [rows[: comb(top, length - 1)] for top in range(52)]
        tops = np.repeat(np.arange(52, dtype=np.int8), [len(part) for part in below])
        rows = np.column_stack([np.concatenate(below), tops])
    return rows


def places(sets: Cards) -> Places:
    """The place of each set of up to five cards, shape (len(sets),)."""
    total = np.zeros(len(sets), np.int32)
    for terms, column in zip(_COLUMNS, sets.T, strict=False):
        total += terms[column]
    return total


def place(cards: Sequence[int]) -> int:
    """The place of one set of up to five cards, ascending."""
    return sum(terms[card] for terms, card in zip(_TERMS, cards, strict=False))

"""What a hand of blackjack may draw: every set of cards that totals 21 at most, aces as one.

A *row* is such a set; the first is the empty one. Tables over rows are arrays of their length. The
result of a row depends on what the hand *held* before it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.blackjack.odds.dealer import ACE, RANKS, Ints
from games.blackjack.totals import BEST

Bools = NDArray[np.bool_]


class Held(NamedTuple):
    """What a hand holds: its total with every ace as one, and whether it has an ace."""

    hard: int = 0
    ace: bool = False

    @classmethod
    def of(cls, *ranks: int) -> "Held":
        """Cards by their ranks."""
        return cls(sum(one + 1 for one in ranks), ACE in ranks)


NOTHING = Held()


@dataclass(frozen=True, slots=True)
class Draws:
    """The rows. `cards`: how many of each rank, (n, 10). `hard`: their totals with aces as one.
    `child`: the row with one more card of each rank, (n, 10), -1 if that is over 21. `by_hard`: the
    rows that total 0, 1, .. 21."""

    cards: Ints
    hard: Ints
    size: Ints
    child: Ints
    by_hard: tuple[Ints, ...]
    index: dict[tuple[int, ...], int]

    def totals(self, held: Held) -> Ints:
        """The hand's total after each row, above 21 if it is bust."""
        hard = self.hard + held.hard
        return np.where(self.soft(held), hard + 10, hard)

    def soft(self, held: Held) -> Bools:
        """Whether an ace counts 11."""
        aces = (self.cards[:, ACE] > 0) | held.ace
        return aces & (self.hard + held.hard <= BEST - 10)

    def row(self, *ranks: int) -> int:
        """The row of these cards."""
        counts = [0] * len(RANKS)
        for one in ranks:
            counts[one] += 1
        return self.index[tuple(counts)]


def _sets(rank: int, room: int) -> Iterator[tuple[int, ...]]:
    """Counts of the ranks from `rank` on that total `room` at most."""
    if rank == len(RANKS):
        yield ()
        return
    for count in range(room // (rank + 1) + 1):
        for rest in _sets(rank + 1, room - count * (rank + 1)):
            yield (count, *rest)


def _draws() -> Draws:
    sets = list(_sets(0, BEST))
    index = {counts: row for row, counts in enumerate(sets)}
    child = [
        [index.get((*counts[:one], counts[one] + 1, *counts[one + 1 :]), -1) for one in RANKS]
        for counts in sets
    ]
    cards = np.array(sets, np.int64)
    hard: Ints = cards @ np.arange(1, 11)
    by_hard = tuple(np.flatnonzero(hard == count) for count in range(BEST + 1))
    return Draws(cards, hard, cards.sum(axis=1), np.array(child, np.int64), by_hard, index)


DRAWS = _draws()

"""Blackjack dealt from a deck without end: what a round is worth by the shares of the ranks alone.

Every card is drawn with the same chances, whatever has been dealt, so that a few recursions by
total say everything. No code in common with `games.blackjack`. Aces first, tens last; 1 unit is
bet, a natural pays 3 to 2, the dealer looks for theirs; any two cards may be doubled, a pair is
split once, and split aces take one card each.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np

RANKS = range(10)
FULL = np.array([1 / 13] * 9 + [4 / 13])
"""The shares of a full deck."""

Total = tuple[int, bool]
"""A hand's points, and whether an ace among them counts 11."""

Choice = tuple[str, int, int, bool]
"""What is decided: ``hit``, ``double`` or ``split``; the up card; the total (or the rank of the
pair); whether it is soft."""


def plus(hand: Total, rank: int) -> Total:
    """A hand with one more card."""
    points, soft = hand
    points += rank + 1
    if rank == 0 and points + 10 <= 21:
        return points + 10, True
    return (points - 10, False) if points > 21 and soft else (points, soft)


@dataclass
class EndlessDeck:
    """A deck by its shares. `chosen`: how every choice is made; those that are not in it are made
    in the best way, and kept there."""

    shares: Sequence[float]
    hits_soft_17: bool = False
    double_after_split: bool = False
    chosen: dict[Choice, bool] = field(default_factory=dict)

    def value(self) -> float:
        """What a round is worth to the player, in units."""
        return sum(self.shares[up] * self._against(up) for up in RANKS)

    def _against(self, up: int) -> float:
        """The same against an up card."""
        hole = [0.0 if (up, rank) in ((0, 9), (9, 0)) else self.shares[rank] for rank in RANKS]
        natural = 1 - sum(hole)
        first = plus((0, False), up)
        ends = np.zeros(6)
        for rank in RANKS:
            ends += hole[rank] / (1 - natural) * self._dealer(plus(first, rank))
        hands = _Hands(self, up, self._standing(ends))
        met = sum(
            self.shares[one] * self.shares[other] * hands.first_two(one, other)
            for one in RANKS for other in RANKS if {one, other} != {0, 9}
        )  # fmt: skip
        naturals = 2 * self.shares[0] * self.shares[9]
        return (1 - natural) * (met + 1.5 * naturals) - natural * (1 - naturals)

    def _dealer(self, hand: Total) -> np.ndarray:
        """The chances of 17 to 21, and of a bust before them."""
        return _dealer(hand, tuple(self.shares), self.hits_soft_17)

    @staticmethod
    def _standing(ends: np.ndarray) -> Callable[[int], float]:
        def standing(points: int) -> float:
            if points > 21:
                return -1.0
            low = [ends[total - 16] for total in range(17, 22) if total < points]
            high = [ends[total - 16] for total in range(17, 22) if total > points]
            return float(ends[0] + sum(low) - sum(high))

        return standing

    def decide(self, choice: Choice, yes: float, no: float) -> float:
        """What a choice is worth, made as it is made."""
        if self.chosen.setdefault(choice, yes > no):
            return yes
        return no


@cache
def _dealer(hand: Total, shares: tuple[float, ...], hits_soft_17: bool) -> np.ndarray:
    points, soft = hand
    if points >= 17 and not (hits_soft_17 and points == 17 and soft):
        end: np.ndarray = np.eye(6)[0 if points > 21 else points - 16]
        return end
    found: np.ndarray = sum(
        (shares[rank] * _dealer(plus(hand, rank), shares, hits_soft_17) for rank in RANKS),
        np.zeros(6),
    )
    return found


class _Hands:
    """The player's hands against one up card of a dealer without a natural."""

    def __init__(self, deck: EndlessDeck, up: int, standing: Callable[[int], float]) -> None:
        self.deck, self.up, self.standing = deck, up, standing
        self.drawn = cache(self._drawn)

    def mean(self, hand: Total, worth: Callable[[Total], float]) -> float:
        """What a hand is worth that takes one more card."""
        return sum(self.deck.shares[rank] * worth(plus(hand, rank)) for rank in RANKS)

    def _drawn(self, hand: Total) -> float:
        """A hand that is hit or stood on."""
        points, soft = hand
        if points >= 21:
            return self.standing(points)
        choice = ("hit", self.up, points, soft)
        return self.deck.decide(choice, self.mean(hand, self.drawn), self.standing(points))

    def doubled(self, hand: Total) -> float:
        """Two cards that are doubled, or else hit or stood on."""
        twice = 2 * self.mean(hand, lambda last: self.standing(last[0]))
        return self.deck.decide(("double", self.up, *hand), twice, self.drawn(hand))

    def first_two(self, one: int, other: int) -> float:
        """Two cards that are no natural."""
        single = plus((0, False), one)
        whole = self.doubled(plus(single, other))
        if one != other:
            return whole
        if one == 0:
            half = self.mean(single, lambda last: self.standing(last[0]))
        else:
            half = self.mean(single, self.doubled if self.deck.double_after_split else self.drawn)
        return self.deck.decide(("split", self.up, one, False), 2 * half, whole)

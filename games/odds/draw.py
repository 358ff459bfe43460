"""Draw poker against a paytable: every hold of every hand, valued exactly.

Who keeps H of five cards and throws D away draws to the hands that hold H and nothing of D. With
N(S, line) from `draw_counts`, there are

    sum over T within D of (-1)^|T| N(H + T, line)

of them on a line (inclusion and exclusion; for all 32 holds at once, a Moebius transform over the
subsets of the hand). Each of the C(47, |D|) draws is equally likely: scaled to their least common
multiple, the value of every hold is a whole number, and no comparison is rounded.

Hands that differ only by renaming suits have the same value: one of each kind is evaluated, and
counted as often as there are such hands.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb, lcm

import numpy as np
from numpy.typing import NDArray

from games.engine.cards import Card
from games.odds.colex import Cards, Ints, place, places, subsets
from games.odds.draw_counts import Counts
from games.odds.single_deal import Hand

HOLDS: tuple[tuple[int, ...], ...] = tuple(
    kept for size in range(5, -1, -1) for kept in combinations(range(5), size)
)
"""The 32 ways to hold some of five cards, by their places in the hand: all five first."""

WHOLE = lcm(*(comb(47, count) for count in range(6)))
"""The common denominator of all holds' values: 7,669,695."""

_NUMBER = {kept: number for number, kept in enumerate(HOLDS)}
_SCALE = [WHOLE // comb(47, 5 - len(kept)) for kept in HOLDS]


def hold_values(counts: Counts, nets: Sequence[int], hands: Cards) -> Ints:
    """What each hold of each hand wins on average, times `WHOLE`: shape (32, len(hands)).

    `nets` gives what each of the lines of `counts` wins, in whole units of any size.
    """
    # A value is at most the highest net times WHOLE; beyond 64 bits Python's own integers do.
    fits = max(map(abs, nets)) * WHOLE < 2**63
    won = np.array(nets, np.int64 if fits else object)
    values = np.stack(
        [counts.worth(len(kept), places(hands[:, list(kept)]), won) for kept in HOLDS]
    )
    leave_thrown(values)
    for number, scale in enumerate(_SCALE):
        values[number] *= scale
    return values


def leave_thrown(values: Ints) -> None:
    """Turns what all hands that hold each of `HOLDS` win into what those win that hold no other of
    the five cards; in place, shape (32, hands)."""
    for card in range(5):
        for number, kept in enumerate(HOLDS):
            if card not in kept:
                values[number] -= values[_NUMBER[tuple(sorted((*kept, card)))]]


@dataclass(frozen=True, slots=True)
class Solution:
    """The best hold of every hand, and its results.

    `draws`: how many of the HANDS * WHOLE equally likely deals and draws hit each line of the
    counts. If two holds are worth the same, more cards are held.
    """

    best: NDArray[np.int8]
    draws: tuple[int, ...]

    def hold(self, hand: Hand) -> Hand:
        """The cards of a hand that are best to hold."""
        renamed = sorted(zip(_renamed(hand), hand, strict=True))
        known = one_of_each().places
        row = bisect_left(known, place([card for card, _ in renamed]))
        return tuple(renamed[index][1] for index in HOLDS[self.best[row]])


def solve(counts: Counts, nets: Sequence[int]) -> Solution:
    """Find the best of 32 holds for all hands; arguments as for `hold_values`."""
    dealt = one_of_each()
    best = hold_values(counts, nets, dealt.hands).argmax(axis=0).astype(np.int8)
    return Solution(best, draws_of(counts, best, dealt.times))


def draws_of(counts: Counts, best: NDArray[np.int8], times: Ints) -> tuple[int, ...]:
    """How many deals and draws hit each line, every one of `one_of_each` being dealt `times` and
    held as `best` says; for each time it is dealt there are `WHOLE` draws."""
    dealt = one_of_each()
    draws = np.zeros(len(counts.lines), np.int64)
    for number, kept in enumerate(HOLDS):
        rows = (best == number) & (times > 0)
        hands, weights = dealt.hands[rows], times[rows] * _SCALE[number]
        thrown = [card for card in range(5) if card not in kept]
        for size in range(len(thrown) + 1):
            for more in combinations(thrown, size):
                held = places(hands[:, sorted((*kept, *more))])
                draws += (-1) ** size * counts.total(len(kept) + size, held, weights)
    return tuple(map(int, draws))


@dataclass(frozen=True, slots=True)
class Dealt:
    """Hands that represent all hands: no two are the same up to suits.

    `times`: how many hands each represents. `places`: their positions, ascending.
    """

    hands: Cards
    times: Ints
    places: list[int]


@cache
def one_of_each() -> Dealt:
    """The 134,459 hands in which the ranks held in clubs, read as a number with a binary digit a
    rank, are at least those in diamonds, these at least those in hearts, and these at least those
    in spades."""
    hands = subsets(5)
    held = np.zeros((4, len(hands)), np.int16)
    for card in hands.T:
        held[card & 3, np.arange(len(hands))] += np.left_shift(1, card >> 2, dtype=np.int16)
    first = (held[:-1] >= held[1:]).all(axis=0)
    # Swapping suits that hold the same ranks gives the same hand.
    same = (held[:-1] == held[1:])[:, first]
    times = np.full(same.shape[1], 24)
    run = np.ones(same.shape[1], np.int64)
    for alike in same:
        run = np.where(alike, run + 1, 1)
        times //= run
    return Dealt(hands[first], times, np.flatnonzero(first).tolist())


def _renamed(hand: Sequence[Card]) -> list[int]:
    """The cards with their suits renamed as `one_of_each` has them."""
    held = [0, 0, 0, 0]
    for card in hand:
        held[card & 3] |= 1 << (card >> 2)
    order = sorted(range(4), key=held.__getitem__, reverse=True)
    return [card & ~3 | order.index(card & 3) for card in hand]

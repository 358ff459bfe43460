"""Counts the results of every play in Big Raise Hold'em, and stores them.

``python -m games.big_raise.build_outcomes`` writes the file of `games.big_raise.outcomes`, the same
bytes every time. It takes under a minute on one core, and needs to run again only when the house
way or the ranking of hands changes.

Boards that are the same up to suits are counted once (1,755 of 22,100). With one board and one up
card, a hand wins or ties against the dealer's hands that are at or below its own strength, less
those that hold one of its cards. So for every card it is counted how many of the dealer's hands
that hold it are at or below each strength, and the rest is addition.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations
from math import comb
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from games.big_raise.outcomes import DEALS, FILE, KINDS, Situation, situation
from games.big_raise.state import house_way
from games.engine.cards import DECK, SUITS, Card, rank_of, suit_of
from games.engine.poker import category_of, strength

Ints = NDArray[np.int64]

LEFT = 49
"""The cards not on the board. During one board, a card is identified by its place among these."""

_TWO = np.triu_indices(LEFT, 1)

_UP, _ONE, _OTHER = np.indices((LEFT,) * 3)
_APART = (_UP != _ONE) & (_UP != _OTHER) & (_ONE != _OTHER)
_THREES = tuple(axis[_APART] for axis in (_UP, _ONE, _OTHER))
"""[up, one, other]: every three different places in any order."""

_HANDS = tuple(axis[_APART & (_ONE < _OTHER)] for axis in (_UP, _ONE, _OTHER))
"""[up, one, other]: an up card and a seat's hand, the lower card first."""

DEALER_HANDS = comb(LEFT - 3, 2)
"""How many other two cards a dealer can have with a board, an up card and a seat's hand."""


def boards() -> Counter[tuple[Card, ...]]:
    """One board of each kind up to suits, and how many boards are of that kind."""
    return Counter(map(_like, combinations(DECK, 3)))


def _like(board: Sequence[Card]) -> tuple[Card, ...]:
    """The first of all boards that a change of suits can make of this one."""
    return min(
        tuple(sorted(Card(len(SUITS) * rank_of(card) + suits[suit_of(card)]) for card in board))
        for suits in permutations(range(len(SUITS)))
    )


def discards() -> Ints:
    """The card that the house way discards of [a, b, c]; shape (52, 52, 52)."""
    table = np.zeros((len(DECK),) * 3, np.int64)
    for three in combinations(DECK, 3):
        for order in permutations(three):
            table[order] = house_way(three)
    return table


def situations() -> tuple[Counter[Situation], Ints]:
    """How many deals are each situation, and the number of it of [up, one, other] in ascending
    order of situations; shape (52, 52, 52)."""
    found = {
        (up, *hand): situation(hand, up)
        for hand in combinations(DECK, 2)
        for up in DECK
        if up not in hand
    }
    starts = Counter(sorted(found.values()))
    numbers = {one: number for number, one in enumerate(starts)}
    table = np.zeros((len(DECK),) * 3, np.int64)
    for deal, one in found.items():
        table[deal] = numbers[one]
    return starts, table


class Board:
    """Every hand of two cards on one board.

    Of [one, other], two places of `cards`, `levels` are the strengths as numbers 0.. without gaps,
    and `kinds` are indices of `KINDS`.
    """

    def __init__(self, board: Sequence[Card]) -> None:
        cards = [card for card in DECK if card not in board]
        strengths = [strength((*hand, *board)) for hand in combinations(cards, 2)]
        distinct, level = np.unique(strengths, return_inverse=True)
        lines = [category_of(value).line for value in distinct.tolist()]
        self.cards = np.array(cards)
        self.count = len(distinct)
        self.levels = np.zeros((LEFT, LEFT), np.int64)
        self.levels[_TWO] = self.levels[_TWO[::-1]] = level
        self.kinds = np.array([KINDS.index(line) if line in KINDS else 0 for line in lines])[
            self.levels
        ]

    def hands(self) -> tuple[Ints, Ints, Ints]:
        """All up cards with all hands of a seat, as three arrays: up, one, other."""
        up, one, other = (self.cards[places] for places in _HANDS)
        return up, one, other

    def wins(self, discards: Ints) -> Ints:
        """How many of `DEALER_HANDS` each of `hands` wins or ties against."""
        dealer = self._kept(discards)
        up, one, _ = _THREES
        keys = (up * LEFT + one) * self.count + dealer[_THREES]
        held = np.bincount(keys, minlength=LEFT * LEFT * self.count)
        # With [up, card]: how many of the dealer's hands that hold the card are at most [level].
        held = held.reshape(LEFT, LEFT, self.count).cumsum(axis=2)
        every = held.sum(axis=1) // 2
        up, one, other = _HANDS
        own = self.levels[one, other]
        twice = dealer[_HANDS] <= own
        wins: Ints = every[up, own] - held[up, one, own] - held[up, other, own] + twice
        return wins

    def _kept(self, discards: Ints) -> Ints:
        """The level of the two that a dealer keeps of [up, one, other]; shape (LEFT,) * 3."""
        gone = discards[np.ix_(self.cards, self.cards, self.cards)]
        kept = np.where(
            gone == self.cards[_OTHER], self.levels[_UP, _ONE], self.levels[_UP, _OTHER]
        )
        levels: Ints = np.where(gone == self.cards[_UP], self.levels[_ONE, _OTHER], kept)
        return levels


def save(file: Path) -> None:
    """Count and write: situations in ascending order, their starts, and their outcomes by
    [situation, 0 for a win and 1 for a loss, kind]."""
    starts, numbers = situations()
    gone = discards()
    shape = len(starts), len(KINDS)
    size = len(starts) * len(KINDS)
    won, played = np.zeros(size), np.zeros(size)
    for cards, alike in boards().items():
        board = Board(cards)
        keys = numbers[board.hands()] * len(KINDS) + board.kinds[_HANDS[1:]]
        # In floats, but whole numbers below 2**53 all of them: exact.
        won += np.bincount(keys, alike * board.wins(gone), size)
        played += np.bincount(keys, minlength=size) * (alike * DEALER_HANDS)
    counts = np.stack([won.reshape(shape), (played - won).reshape(shape)], axis=1)
    many = np.array(list(starts.values()))
    outcomes, rest = np.divmod(counts, many[:, None, None])
    assert not rest.any()
    assert (outcomes.sum(axis=(1, 2)) == DEALS).all()
    np.savez_compressed(
        file,
        situations=np.array(list(starts), np.uint8),
        starts=many.astype(np.uint8),
        outcomes=outcomes.astype(np.uint32),
    )


if __name__ == "__main__":
    save(FILE)

"""The value of a play in Big Raise Hold'em when more is known than a seat may see.

Unknown cards can be on the board or with the dealer in any way, and all ways are enumerated. The
dealer keeps one of few pairs, whose strength on a board is looked up, all boards of a pair at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.big_raise.build_outcomes import discards
from games.big_raise.outcomes import KINDS
from games.engine.cards import DECK
from games.engine.poker import CLASSES, category_of, strength
from games.odds.colex import Cards, Ints, places, subsets
from games.odds.draw_counts import numbers_of_all_hands

Levels = NDArray[np.int16]

NEVER = CLASSES
"""The level of a pair on a board that holds one of its cards: no hand reaches it."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """All cards that are known: a seat's two, the dealer's up card, and more of them.

    `dealer`: hidden cards of the dealer. `community`: cards of the board. `others`: cards of other
    seats, which can be neither.
    """

    hand: Sequence[int]
    up: int
    dealer: Sequence[int] = ()
    community: Sequence[int] = ()
    others: Sequence[int] = ()

    @property
    def unseen(self) -> Ints:
        """The other cards, ascending."""
        seen = (*self.hand, self.up, *self.dealer, *self.community, *self.others)
        return np.setdiff1d(np.arange(len(DECK)), seen)


@dataclass(frozen=True, slots=True)
class Chances:
    """`margin`: the chance that a play wins or ties, minus the chance that it loses. `kinds`: the
    chance of each of `KINDS` with the seat's five cards."""

    margin: float
    kinds: NDArray[np.float64]


def chances(known: Knowledge) -> Chances:
    """The chances of a play, over all remaining boards and dealer's hands."""
    unseen = known.unseen
    boards = _boards(known.community, unseen)
    where = places(boards).astype(np.intp)
    own = levels_of_pairs()[_place(*known.hand)][where]
    hands = _dealers(known, unseen)
    once, several = (_levels(kept, where) <= own for kept in (hands.once, hands.kept))
    often = hands.times[:, None] - sum(hands.thrown[:, card] for card in boards.T)
    wins = int(np.count_nonzero(once)) + int(often[several].sum(dtype=np.int64))
    each = comb(len(unseen) - 3 + len(known.community), 2 - len(known.dealer))
    kinds = np.bincount(_kinds()[own], minlength=len(KINDS)) / len(boards)
    return Chances(2 * wins / (each * len(boards)) - 1, kinds)


def _levels(pairs: Ints, boards: Ints) -> Levels:
    """The strengths of some pairs on some boards, by their places."""
    levels = levels_of_pairs()
    if len(boards) < levels.shape[1] // 8:
        return levels[np.ix_(pairs, boards)]
    # Whole rows are contiguous; and bounds checks would take longest of all.
    return levels[pairs].take(boards, axis=1, mode="clip")


_subsets = cache(subsets)


def _boards(community: Sequence[int], unseen: Ints) -> Cards:
    """All boards, ascending, (n, 3)."""
    more = 3 - len(community)
    rows = unseen.astype(np.int8)[_subsets(more)[: comb(len(unseen), more)]]
    if not community:
        return rows
    known = np.tile(np.array(community, np.int8), (len(rows), 1))
    return np.sort(np.concatenate([rows, known], axis=1), axis=1)


@dataclass(frozen=True, slots=True)
class _Dealers:
    """The pairs a dealer may keep, as places. Those of `once` are kept from one three, and the
    discarded card is a known one. Those of `kept` are kept `times` times; `thrown`, (n, 52), says
    how often with each card discarded."""

    once: Ints
    kept: Ints
    times: NDArray[np.int16]
    thrown: NDArray[np.int16]


def _dealers(known: Knowledge, unseen: Ints) -> _Dealers:
    one, other = _hidden(known, unseen)
    gone = _discards()[known.up, one, other]
    first = np.where(gone == known.up, one, known.up)
    second = np.where(gone == other, one, other)
    pairs = _place(first, second)
    alone = ~np.isin(gone, unseen)
    kept, number = np.unique(pairs[~alone], return_inverse=True)
    thrown = np.zeros((len(kept), len(DECK)), np.int16)
    np.add.at(thrown, (number, gone[~alone]), 1)
    return _Dealers(pairs[alone], kept, thrown.sum(axis=1, dtype=np.int16), thrown)


def _hidden(known: Knowledge, unseen: Ints) -> tuple[Ints, Ints]:
    """All pairs of hidden cards that the dealer may have."""
    match len(known.dealer):
        case 0:
            one, other = np.triu_indices(len(unseen), 1)
            return unseen[one], unseen[other]
        case 1:
            return np.full(len(unseen), known.dealer[0]), unseen
        case _:
            return np.array(known.dealer[:1]), np.array(known.dealer[1:])


def _place(one: Any, other: Any) -> Any:
    """The place of two cards among all pairs, in any order (see `games.odds.colex`)."""
    low, high = np.minimum(one, other), np.maximum(one, other)
    return low + high * (high - 1) // 2


@cache
def levels_of_pairs() -> Levels:
    """The strength of every pair of cards with every board, (1326, 22100) places; `NEVER` if they
    share a card. 59 MB."""
    hands = subsets(5)
    strengths = numbers_of_all_hands(strength)
    levels = np.full((comb(52, 2), comb(52, 3)), NEVER, np.int16)
    for pair in combinations(range(5), 2):
        board = [card for card in range(5) if card not in pair]
        levels[places(hands[:, list(pair)]), places(hands[:, board])] = strengths
    return levels


@cache
def _kinds() -> Ints:
    """The place in `KINDS` of every strength."""
    lines = [category_of(value).line for value in range(CLASSES)]
    return np.array([KINDS.index(line) if line in KINDS else 0 for line in lines])


_discards = cache(discards)

"""The dealer's results from any shoe in blackjack.

A *shoe* here is ten counts of the unseen cards: aces, twos, ..., nines, tens. A *rank* is a place
in it. When the dealer stops depends on the cards and not on their order, so hands are sets of drawn
cards, each with the number of orders in which it comes up; every such order of d cards has the
chance

    product over ranks of falling(count, drawn) / falling(all cards, d),

falling(n, k) = n (n - 1) .. (n - k + 1): exactly, with every seen card removed. Cards that others
draw before the dealer, by any rule, do not change these chances while they are unseen: unseen cards
are exchangeable.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import perm

import numpy as np
from numpy.typing import NDArray

from games.blackjack.totals import BEST, dealer_draws, is_natural, total
from games.engine.cards import DECK, Card, points

Shoe = tuple[int, ...]
"""How many cards of each rank are unseen."""

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

RANKS = range(10)
ACE, TEN = 0, 9
"""Ranks: a card's value minus one."""

CARDS: tuple[Card, ...] = tuple(
    next(card for card in DECK if points(card) == rank + 1) for rank in RANKS
)
"""A card of each rank."""

ENDINGS = range(17, BEST + 1)
"""The totals on which the dealer stands; on anything else the dealer is bust or has blackjack."""

_MOST_CARDS = 8 * len(DECK)

_AT_ONCE = 128
"""How many shoes are processed together: with more, their tables would leave the processor's
cache."""


def rank(card: Card) -> int:
    """The rank of a card."""
    return points(card) - 1


def full_shoe(decks: int) -> Shoe:
    """A shoe before anything is dealt."""
    return (4 * decks,) * 9 + (16 * decks,)


def without(shoe: Shoe, ranks: Iterable[int]) -> Shoe:
    """The shoe after cards have been seen. A rank may fall to 0, not below."""
    left = list(shoe)
    for one in ranks:
        left[one] = max(0, left[one] - 1)
    return tuple(left)


def blackjack_chance(shoe: Shoe, up: int) -> Fraction:
    """The chance that the card under an up card of rank `up` makes a blackjack."""
    if up not in (ACE, TEN):
        return Fraction(0)
    return Fraction(shoe[TEN if up == ACE else ACE], sum(shoe))


@dataclass(frozen=True, slots=True)
class DealerHand:
    """Cards a dealer draws to the up card before standing: how many of each rank, in how many
    orders, and the total, 17 to 21 and no blackjack."""

    drawn: tuple[int, ...]
    orders: int
    ending: int


@cache
def dealer_hands(up: int, hits_soft_17: bool, hole: int | None = None) -> tuple[DealerHand, ...]:
    """All hands with which the dealer stands, except blackjack. If the rank of the hole card is
    known, it is not among the cards drawn."""
    shown = [CARDS[up]] if hole is None else [CARDS[up], CARDS[hole]]
    found: list[DealerHand] = []
    waiting: dict[tuple[int, ...], int] = {(0,) * len(RANKS): 1}
    while waiting:
        following: dict[tuple[int, ...], int] = {}
        for drawn, orders in waiting.items():
            cards = [*shown, *_cards(drawn)]
            if len(cards) > 1 and not dealer_draws(cards, hits_soft_17):
                if total(cards) <= BEST and not is_natural(cards):
                    found.append(DealerHand(drawn, orders, total(cards)))
                continue
            for one in RANKS:
                more = (*drawn[:one], drawn[one] + 1, *drawn[one + 1 :])
                following[more] = following.get(more, 0) + orders
        waiting = following
    return tuple(found)


def _cards(drawn: Iterable[int]) -> Iterator[Card]:
    for one, count in enumerate(drawn):
        yield from [CARDS[one]] * count


@lru_cache(maxsize=4096)
def exact_endings(
    shoe: Shoe, up: int, hits_soft_17: bool, hole: int | None = None
) -> tuple[Fraction, ...]:
    """The chances of 17, 18, 19, 20 and 21 without blackjack, exactly."""
    cards = sum(shoe)
    hands = [hand for hand in dealer_hands(up, hits_soft_17, hole) if sum(hand.drawn) <= cards]
    longest = max((sum(hand.drawn) for hand in hands), default=0)
    ways = dict.fromkeys(ENDINGS, 0)
    for hand in hands:
        drawn = sum(hand.drawn)
        these = hand.orders * perm(cards - drawn, longest - drawn)
        for have, need in zip(shoe, hand.drawn, strict=True):
            if need:
                these *= perm(have, need)
        ways[hand.ending] += these
    whole = perm(cards, longest)
    return tuple(Fraction(count, whole) for count in ways.values())


def endings(shoes: Ints, up: int, hits_soft_17: bool, hole: int | None = None) -> Floats:
    """The chances of 17 to 21 without blackjack for many shoes at once, as floats.

    `shoes` is (n, 10), the result (n, 5).
    """
    table = _dealer_table(up, hits_soft_17, hole)
    found = [
        table.endings(shoes[start : start + _AT_ONCE]) for start in range(0, len(shoes), _AT_ONCE)
    ]
    return np.concatenate(found) if found else np.zeros((0, len(ENDINGS)))


class _DealerTable:
    """The dealer's hands as rows. A product over ranks is that over the low ranks times that over
    the high ones, and many hands share either. Hands of one ending and size are adjacent."""

    def __init__(self, hands: tuple[DealerHand, ...]) -> None:
        hands = tuple(sorted(hands, key=lambda hand: (hand.ending, sum(hand.drawn))))
        drawn = np.array([hand.drawn for hand in hands], np.int64)
        self.orders = np.array([[hand.orders] for hand in hands], np.float64)
        self.halves = [
            (low, *np.unique(drawn[:, low : low + 5], axis=0, return_inverse=True))
            for low in (0, 5)
        ]
        alike = [(hand.ending, sum(hand.drawn)) for hand in hands]
        groups = sorted(set(alike))
        self.starts = [alike.index(group) for group in groups]
        self.sizes = [size for _, size in groups]
        kinds = [ending for ending, _ in groups]
        # With a known hole card the dealer may have only some of the endings left.
        self.possible = [place for place, ending in enumerate(ENDINGS) if ending in kinds]
        self.ends = [kinds.index(ENDINGS[place]) for place in self.possible]

    def endings(self, shoes: Ints) -> Floats:
        """The chances of 17 to 21, (len(shoes), 5)."""
        falling, cards = _falling(), shoes.sum(axis=1)
        ways = self.orders
        for low, counts, hand in self.halves:
            half = np.ones((len(counts), len(shoes)))
            for place in range(5):
                half *= falling[:, shoes[:, low + place]][counts[:, place]]
            ways = half[hand] * ways
        together = np.add.reduceat(ways, self.starts, axis=0)
        # Hands longer than the shoe cannot come up, whatever they are divided by.
        together /= np.maximum(falling[:, cards][self.sizes], 1)
        result = np.zeros((len(shoes), len(ENDINGS)))
        result[:, self.possible] = np.add.reduceat(together, self.ends, axis=0).T
        return result


@cache
def _dealer_table(up: int, hits_soft_17: bool, hole: int | None) -> _DealerTable:
    return _DealerTable(dealer_hands(up, hits_soft_17, hole))


@cache
def _falling() -> Floats:
    """falling(n, k) by k up to 21 (no hand has more cards) and n up to 8 decks."""
    cards = range(_MOST_CARDS + 1)
    return np.array([[perm(n, k) for n in cards] for k in range(BEST + 1)], np.float64)

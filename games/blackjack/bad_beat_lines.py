"""The chances of Bad Beat's lines as polynomials in the cards of the shoe, whatever the lines pay.

A round decides the wager by a set of cards: those of the first hand and of the pairs split on the
way to it, the up card, what the dealer draws. The chance that a shoe deals such a set in a given
order is

    product over ranks of falling(count, needed) / falling(all cards, size of the set),

falling(n, k) = n (n - 1) .. (n - k + 1). The sets that end on a line, each with the number of
orders in which it does, are found once for a table's rules and way of playing; the chances of any
shoe, exactly or for thousands at once, are then products and sums. The play must not look at the
shoe: side-bet play does not, and basic strategy is that of a full shoe.

If a shoe has too few cards to play every hand out, hands that run out count as the dealer's bust.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import perm

import numpy as np

from games.blackjack.odds.bad_beat import FirstHand, first_hands, lines_of
from games.blackjack.odds.basic_strategy import relevant
from games.blackjack.odds.dealer import ACE, ENDINGS, RANKS, TEN, Floats, Ints, Shoe, dealer_hands
from games.blackjack.options import BlackjackOptions
from games.blackjack.rules import BAD_BEAT

LINES: tuple[str, ...] = tuple(BAD_BEAT.lines)
"""The lines whose chances are found, in this order; on anything else the wager loses."""

_BITS = 5
"""A set of cards as one number, with this many bits per rank, so that sets add up like numbers."""

_HALF = 5
"""The ranks in the lower half, aces to fives."""

_AT_ONCE = 16
"""How many shoes are processed together: with more, their tables would leave the processor's
cache."""

_BUST, _BLACKJACK = len(ENDINGS), len(ENDINGS) + 1
"""Places in `lines_of`, after the dealer's 17 to 21."""


@dataclass(frozen=True)
class LineChances:
    """The sets of cards that decide the wager: `needed` of each rank, (n, 10), and in how many
    `orders` each ends on each of `LINES`, (n, lines)."""

    needed: Ints
    orders: Ints

    def exact(self, shoe: Shoe) -> tuple[Fraction, ...]:
        """The chance of each of `LINES`, exactly."""
        cards, longest = sum(shoe), int(self._sizes.max())
        rest = [perm(max(cards - size, 0), longest - size) for size in range(longest + 1)]
        ways = np.array(rest, object)[self._sizes]
        for one in RANKS:
            most = int(self.needed[:, one].max())
            falling = np.array([perm(shoe[one], need) for need in range(most + 1)], object)
            ways = ways * falling[self.needed[:, one]]
        whole = perm(cards, longest)
        return tuple(Fraction(int(line), whole) for line in ways @ self.orders.astype(object))

    def chances(self, shoes: Ints) -> Floats:
        """The chance of each of `LINES` for many shoes, (n, 10) to (n, lines)."""
        found = np.empty((len(shoes), len(LINES)))
        cards = shoes.sum(axis=1)
        for count in np.unique(cards):
            rows = np.flatnonzero(cards == count)
            falling = [max(perm(int(count), size), 1) for size in range(self._sizes.max() + 1)]
            weights = self.orders / np.array(falling, np.float64)[self._sizes, None]
            for start in range(0, len(rows), _AT_ONCE):
                some = rows[start : start + _AT_ONCE]
                found[some] = self._ways(shoes[some]).T @ weights
        return found

    def _ways(self, shoes: Ints) -> Floats:
        """In how many ways each shoe contains each set, (sets, shoes)."""
        ways = np.ones((len(self.needed), len(shoes)))
        for low, counts, sets in self._halves:
            half = np.ones((len(counts), len(shoes)))
            for place in range(_HALF):
                falling = _falling(int(counts[:, place].max()), int(shoes.max()))
                half *= falling[:, shoes[:, low + place]][counts[:, place]]
            ways *= half[sets]
        return ways

    @cached_property
    def _sizes(self) -> Ints:
        sizes: Ints = self.needed.sum(axis=1)
        return sizes

    @cached_property
    def _halves(self) -> list[tuple[int, Ints, Ints]]:
        """Many sets share a half: where each begins, its contents, and which one a set has."""
        return [
            (low, *np.unique(self.needed[:, low : low + _HALF], axis=0, return_inverse=True))
            for low in (0, _HALF)
        ]


def line_chances(options: BlackjackOptions, *, basic: bool) -> LineChances:
    """The chances of the lines under a table's rules, by basic strategy or side-bet play."""
    # Side-bet play is the same with any number of decks.
    decks = options.decks if basic else BlackjackOptions().decks
    return _line_chances(replace(relevant(options), decks=decks), options.bad_beat_option, basic)


@lru_cache(maxsize=8)
def _line_chances(options: BlackjackOptions, option: int, basic: bool) -> LineChances:
    keys, lines, orders = [], [], []
    for first in first_hands(options, option, basic=basic):
        for place, key, count in _endings(first, options):
            line = lines_of(first.hand, option)[place]
            if line in LINES:
                keys.append(key)
                orders.append(count)
                lines.append(np.full(len(key), LINES.index(line)))
    sets, places = np.unique(np.concatenate(keys), return_inverse=True)
    found = np.zeros((len(sets), len(LINES)), np.int64)
    np.add.at(found, (places, np.concatenate(lines)), np.concatenate(orders))
    needed = sets[:, None] >> (_BITS * np.arange(len(RANKS))) & (2**_BITS - 1)
    # Orders that win one way and lose another may cancel out.
    used = found.any(axis=1)
    return LineChances(needed[used], found[used])


def _endings(first: FirstHand, options: BlackjackOptions) -> Iterator[tuple[int, Ints, Ints]]:
    """How a first hand can end: the place in `lines_of`, the sets of cards, their orders.

    The dealer is bust whenever the hand ends in no other way.
    """
    dealt = np.array([_key(*first.drawn, first.up)])
    once = np.array([first.orders])
    under = {ACE: TEN, TEN: ACE}.get(first.up)
    natural = dealt + (_key(under) if under is not None else 0)
    if first.looked:
        if under is not None:
            yield _BLACKJACK, natural, once
        return
    yield _BUST, dealt, once
    if under is not None:
        yield _BUST, natural, -once
        if not options.peek:
            yield _BLACKJACK, natural, once
    for place, (drawn, orders) in enumerate(_dealer(first.up, options.dealer_hits_soft_17)):
        yield place, dealt + drawn, first.orders * orders
        yield _BUST, dealt + drawn, -first.orders * orders


@lru_cache(maxsize=20)
def _dealer(up: int, hits_soft_17: bool) -> tuple[tuple[Ints, Ints], ...]:
    """For 17 to 21, the sets of cards that make it of an up card, and their orders."""
    hands = dealer_hands(up, hits_soft_17)
    found = []
    for ending in ENDINGS:
        these = [hand for hand in hands if hand.ending == ending]
        drawn = np.array([hand.drawn for hand in these], np.int64).reshape(-1, len(RANKS))
        keys = drawn @ (1 << _BITS * np.arange(len(RANKS)))
        found.append((keys, np.array([hand.orders for hand in these], np.int64)))
    return tuple(found)


def _key(*ranks: int) -> int:
    return sum(1 << _BITS * one for one in ranks)


@lru_cache(maxsize=256)
def _falling(most: int, cards: int) -> Floats:
    """falling(n, k) by k up to `most` and n up to `cards`."""
    return np.array([[perm(n, k) for n in range(cards + 1)] for k in range(most + 1)], np.float64)

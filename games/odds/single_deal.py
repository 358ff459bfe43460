"""Bets that one deal decides: how many hands hit each line, counted by kind of hand.

Hands with the same ranks that are either all suited or all not hit the same lines: the rules
evaluate one of each kind, and binomials say how many there are. No chances are hard-coded here.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, prod

from games.engine.cards import DECK, DEUCE, SUITS, Card

Hand = tuple[Card, ...]

HANDS = comb(52, 5)
"""How many hands of five cards a deck has: 2,598,960."""

ONE_HAND = "Five cards from a full deck, every hand equally likely; nothing is decided."
"""The assumption of such a bet."""


def _ways(alike: tuple[bool, ...]) -> int:
    """In how many ways five ranks can have suits, by which neighbours of the sorted ranks are
    equal."""
    runs = [1]
    for same in alike:
        if same:
            runs[-1] += 1
        else:
            runs.append(1)
    return prod(comb(4, length) for length in runs)


_WAYS = {alike: _ways(alike) for alike in product((False, True), repeat=4)}


def kinds(wild: bool = False) -> Iterator[tuple[tuple[int, ...], bool, Hand, int]]:
    """Every kind of five-card hand: ranks, ascending; suited or not; one such hand; how many.

    The hands of one kind have the same ranks, and their cards either are of one suit or are not.
    With `wild`, the suits of deuces do not count.
    """
    for ranks in combinations_with_replacement(range(13), 5):
        a, b, c, d, e = ranks
        alike = a == b, b == c, c == d, d == e
        mixed = DECK[4 * a], DECK[4 * b + 1], DECK[4 * c + 2], DECK[4 * d + 3], DECK[4 * e]
        ways = _WAYS[alike]
        deuces = ranks.count(DEUCE) if wild else 0
        if ways and not any(alike[deuces:]):
            suited = mixed[:deuces] + tuple(DECK[4 * rank] for rank in ranks[deuces:])
            count = comb(4, deuces) * len(SUITS)
            yield ranks, True, suited, count
            ways -= count
        if ways:
            yield ranks, False, mixed, ways


@cache
def five_card_counts(line_of: Callable[[Hand], str], wild: bool = False) -> Counter[str]:
    """How many of all hands hit each line, if `line_of` gives the line of a hand by its kind."""
    counts: Counter[str] = Counter()
    for _, _, hand, count in kinds(wild):
        counts[line_of(hand)] += count
    return counts

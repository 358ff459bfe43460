"""Ranking of five-card hands in which the deuces are wild: their lines, words and playing cards.

A deuce represents any card that makes the best line; the ace plays low and high in straights, and
four deuces are a line of their own, never five of a kind. The ranking is table-driven like
`games.engine.poker`, except that a deuce has no suit. The order of the lines is the printed one of
"Deuces Never Loses" (Big Draw Poker, Warren Montney 2007).
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement

from games.engine import poker
from games.engine.cards import ACE, DECK, DEUCE, RANK_PLURALS, Card, rank_of, suit_of
from games.engine.poker import Category, HandKind


class WildCategory(HandKind):
    """The kinds of hand on a deuces-wild paytable, weakest first."""

    NOTHING = 0
    THREE_OF_A_KIND = 1
    STRAIGHT = 2
    FLUSH = 3
    FULL_HOUSE = 4
    FOUR_OF_A_KIND = 5
    STRAIGHT_FLUSH = 6
    FIVE_OF_A_KIND = 7
    WILD_ROYAL_FLUSH = 8
    NATURAL_ROYAL_FLUSH = 9
    FOUR_DEUCES = 10


# As in games.engine.poker, but deuces count for no suit: a hand can be a flush if all cards
# counted, one to five, are of one suit.
_RANK_BITS = 34
_RANK_MASK = (1 << _RANK_BITS) - 1
_KEYS = tuple(
    6 ** rank_of(card) + (rank_of(card) != DEUCE) * (1 << (_RANK_BITS + 3 * suit_of(card)))
    for card in DECK
)
_FLUSH_SUITS = frozenset(count << (3 * suit) for count in range(1, 6) for suit in range(4))

_FIVE = 3

_Ranked = tuple[WildCategory, *tuple[int, ...]]
"""A category and the ranks that describe it, the most telling first."""


def _straight_high(naturals: Sequence[int]) -> int | None:
    """Rank of the highest card of the best straight that holds these distinct ranks, else None."""
    low, high = min(naturals), max(naturals)
    if high - low <= 4:
        return min(low + 4, ACE)
    if high == ACE and sorted(naturals)[-2] <= _FIVE:
        return _FIVE
    return None


def _rank(naturals: Sequence[int], deuces: int, flush: bool) -> _Ranked:
    """Rank a hand by the ranks of its cards other than deuces and whether these are of one suit."""
    groups = sorted(((n, rank) for rank, n in Counter(naturals).items()), reverse=True)
    order = tuple(rank for _, rank in groups)
    alike = groups[0][0] + deuces
    high = _straight_high(naturals) if groups[0][0] == 1 else None
    if deuces == 4:
        return WildCategory.FOUR_DEUCES, DEUCE
    if flush and high == ACE:
        royal = WildCategory.WILD_ROYAL_FLUSH if deuces else WildCategory.NATURAL_ROYAL_FLUSH
        return royal, ACE
    if alike == 5:
        return WildCategory.FIVE_OF_A_KIND, *order
    if flush and high is not None:
        return WildCategory.STRAIGHT_FLUSH, high
    if alike == 4:
        return WildCategory.FOUR_OF_A_KIND, *order
    if len(order) == 2:
        return WildCategory.FULL_HOUSE, *order
    if flush:
        return WildCategory.FLUSH, ACE if deuces else order[0]
    if high is not None:
        return WildCategory.STRAIGHT, high
    if alike == 3:
        return WildCategory.THREE_OF_A_KIND, *order
    return WildCategory.NOTHING, *order


def _build() -> tuple[dict[int, _Ranked], dict[int, _Ranked]]:
    plain: dict[int, _Ranked] = {}
    flushes: dict[int, _Ranked] = {}
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] == ranks[4]:
            continue
        naturals = [rank for rank in ranks if rank != DEUCE]
        key, deuces = sum(6**rank for rank in ranks), 5 - len(naturals)
        plain[key] = _rank(naturals, deuces, False)
        if len(set(naturals)) == len(naturals):
            flushes[key] = _rank(naturals, deuces, True)
    return plain, flushes


_PLAIN, _FLUSHES = _build()


def _ranked(hand: Sequence[Card]) -> _Ranked:
    a, b, c, d, e = hand
    keys = _KEYS
    total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
    if total >> _RANK_BITS in _FLUSH_SUITS:
        return _FLUSHES[total & _RANK_MASK]
    return _PLAIN[total & _RANK_MASK]


def category(hand: Sequence[Card]) -> WildCategory:
    """The best category of exactly five different cards, deuces wild."""
    return _ranked(hand)[0]


def describe(hand: Sequence[Card]) -> str:
    """Five cards in words with the deuces as the cards they represent: ``"four of a kind,
    fives"``."""
    kind, *order = _ranked(hand)
    if kind is WildCategory.NOTHING:
        one_wild = any(rank_of(card) == DEUCE for card in hand)
        return poker.describe_ranks(Category.PAIR, order) if one_wild else poker.describe(hand)
    if kind is WildCategory.FIVE_OF_A_KIND:
        return f"five of a kind, {RANK_PLURALS[order[0]]}"
    if kind.name in Category.__members__:
        return poker.describe_ranks(Category[kind.name], order)
    return kind.words.lower()


def playing_cards(hand: Sequence[Card]) -> tuple[bool, ...]:
    """Which of five cards make the hand, for a felt to highlight: kickers are left out."""
    kind, *order = _ranked(hand)
    wild = [rank_of(card) == DEUCE for card in hand]
    if kind is WildCategory.NOTHING and not any(wild):
        return poker.playing_cards(hand)
    if kind in (
        WildCategory.NOTHING,
        WildCategory.THREE_OF_A_KIND,
        WildCategory.FOUR_OF_A_KIND,
        WildCategory.FOUR_DEUCES,
    ):
        return tuple(rank_of(card) in (DEUCE, order[0]) for card in hand)
    return (True,) * 5


def proving_cards(hand: Sequence[Card]) -> tuple[bool, ...]:
    """Which of five cards prove the line, whatever the others are: those that must be shown.

    They are the playing cards, except a single one that two or three deuces only duplicate.
    """
    plays = playing_cards(hand)
    wild = tuple(rank_of(card) == DEUCE for card in hand)
    return wild if sum(wild) >= 2 and sum(plays) == sum(wild) + 1 else plays

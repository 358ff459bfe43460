"""Ranking of five-card poker hands: a total order of 7,462 classes, their lines and their names.

The ranking is table-driven: every card carries a number such that the sum over a hand gives its
ranks and whether it is a flush. The tables are filled once, at import, from the rules of poker.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import combinations, combinations_with_replacement

from games.engine.cards import ACE, DECK, RANK_NAMES, RANK_PLURALS, Card, rank_of, suit_of


class HandKind(IntEnum):
    """A kind of hand under its paytable's name; stronger kinds are greater."""

    @property
    def line(self) -> str:
        """The name paytables use, for example ``"full_house"``."""
        return self.name.lower()

    @property
    def words(self) -> str:
        """The name felts print, for example ``"Full house"``."""
        return self.name.replace("_", " ").capitalize()


class Category(HandKind):
    """The ten kinds of hand, weakest first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


CLASSES = 7462

# A card's number: a power of 6 for its rank (at most five of a rank, so that sums never collide)
# and, above those 34 bits, a 3-bit counter for its suit.
_RANK_BITS = 34
_RANK_MASK = (1 << _RANK_BITS) - 1
_KEYS = tuple(6 ** rank_of(card) + (1 << (_RANK_BITS + 3 * suit_of(card))) for card in DECK)
_FLUSH_SUITS = frozenset(5 << (3 * suit) for suit in range(4))

_WHEEL = (ACE, 3, 2, 1, 0)


def straight_high(ranks: Sequence[int]) -> int | None:
    """Rank of the highest card of a straight of five distinct descending ranks, else None.

    The ace plays high in 10-J-Q-K-A and low in A-2-3-4-5 (where the five is high); it never
    goes round the corner.
    """
    if tuple(ranks) == _WHEEL:
        return 3
    if len(set(ranks)) == 5 and ranks[0] - ranks[4] == 4:
        return ranks[0]
    return None


def _sort_key(ranks: Sequence[int], flush: bool) -> tuple[int, ...]:
    """The category, then what decides within it: grouped ranks, biggest group first."""
    groups = sorted(((n, rank) for rank, n in Counter(ranks).items()), reverse=True)
    shape = tuple(n for n, _ in groups)
    order = tuple(rank for _, rank in groups)
    high = straight_high(order) if shape == (1, 1, 1, 1, 1) else None
    if high is not None:
        if not flush:
            return Category.STRAIGHT, high
        return (Category.ROYAL_FLUSH if high == ACE else Category.STRAIGHT_FLUSH), high
    if flush:
        return Category.FLUSH, *order
    category = {
        (4, 1): Category.FOUR_OF_A_KIND,
        (3, 2): Category.FULL_HOUSE,
        (3, 1, 1): Category.THREE_OF_A_KIND,
        (2, 2, 1): Category.TWO_PAIR,
        (2, 1, 1, 1): Category.PAIR,
        (1, 1, 1, 1, 1): Category.HIGH_CARD,
    }[shape]
    return category, *order


def _rank_multisets() -> Iterator[tuple[tuple[int, ...], bool]]:
    """Every set of ranks five cards can show, with whether they may be of one suit."""
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] != ranks[4]:
            yield ranks, False
    for ranks in combinations(range(13), 5):
        yield ranks, True


def _build() -> tuple[dict[int, int], dict[int, int], tuple[tuple[int, ...], ...]]:
    keyed = sorted((_sort_key(ranks, flush), ranks, flush) for ranks, flush in _rank_multisets())
    plain: dict[int, int] = {}
    flushes: dict[int, int] = {}
    for strength, (_, ranks, flush) in enumerate(keyed):
        (flushes if flush else plain)[sum(6**rank for rank in ranks)] = strength
    return plain, flushes, tuple(key for key, _, _ in keyed)


_PLAIN, _FLUSHES, _SORT_KEYS = _build()
_CATEGORIES = tuple(Category(key[0]) for key in _SORT_KEYS)


def strength(hand: Sequence[Card]) -> int:
    """Strength 0..7461 of exactly five different cards; the higher wins, equal ones tie."""
    a, b, c, d, e = hand
    keys = _KEYS
    total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
    if total >> _RANK_BITS in _FLUSH_SUITS:
        return _FLUSHES[total & _RANK_MASK]
    return _PLAIN[total & _RANK_MASK]


def category_of(value: int) -> Category:
    """The category of a strength."""
    return _CATEGORIES[value]


def category(hand: Sequence[Card]) -> Category:
    """The category of exactly five different cards."""
    return _CATEGORIES[strength(hand)]


def paying_line(value: int, pair_line: str, lowest_pair: int) -> str | None:
    """The line of a strength if a pair of `lowest_pair` and everything above it pays, else None.

    `lowest_pair` is a rank; every pair from it up is the line `pair_line`.
    """
    key = _SORT_KEYS[value]
    if key[0] >= Category.TWO_PAIR:
        return _CATEGORIES[value].line
    return pair_line if key[0] == Category.PAIR and key[1] >= lowest_pair else None


def describe(hand: Sequence[Card]) -> str:
    """Five cards in words, for example ``"two pair, kings and fours"``."""
    return describe_strength(strength(hand))


def describe_strength(value: int) -> str:
    """A strength in words; see `describe`."""
    kind, *order = _SORT_KEYS[value]
    return describe_ranks(Category(kind), order)


def describe_ranks(kind: Category, order: Sequence[int]) -> str:
    """A category in words with the ranks that matter, the most telling first."""
    top = order[0]
    match kind:
        case Category.ROYAL_FLUSH:
            return "royal flush"
        case Category.STRAIGHT_FLUSH | Category.STRAIGHT:
            word = "straight flush" if kind == Category.STRAIGHT_FLUSH else "straight"
            return f"{word}, {RANK_NAMES[top]} high"
        case Category.FOUR_OF_A_KIND:
            return f"four of a kind, {RANK_PLURALS[top]}"
        case Category.FULL_HOUSE:
            return f"full house, {RANK_PLURALS[top]} over {RANK_PLURALS[order[1]]}"
        case Category.FLUSH:
            return f"flush, {RANK_NAMES[top]} high"
        case Category.THREE_OF_A_KIND:
            return f"three of a kind, {RANK_PLURALS[top]}"
        case Category.TWO_PAIR:
            return f"two pair, {RANK_PLURALS[top]} and {RANK_PLURALS[order[1]]}"
        case Category.PAIR:
            return f"pair of {RANK_PLURALS[top]}"
        case _:
            return f"{RANK_NAMES[top]} high"


@dataclass(frozen=True)
class InASentence:
    """A hand for use in a sentence: ``"three eights"`` beat, ``"a pair of queens"`` beats."""

    words: str
    plural: bool


def in_a_sentence(hand: Sequence[Card]) -> InASentence:
    """Five cards in everyday words, and whether those are a plural."""
    kind, *order = _SORT_KEYS[strength(hand)]
    top, tops, below = RANK_NAMES[order[0]], RANK_PLURALS[order[0]], RANK_PLURALS[order[-1]]
    article = "an" if top[0] in "ae" else "a"
    match Category(kind):
        case Category.ROYAL_FLUSH:
            return InASentence("a royal flush", False)
        case Category.STRAIGHT_FLUSH | Category.FLUSH | Category.STRAIGHT as run:
            return InASentence(f"{article} {top}-high {run.words.lower()}", False)
        case Category.FOUR_OF_A_KIND:
            return InASentence(f"four {tops}", True)
        case Category.FULL_HOUSE:
            return InASentence(f"{tops} full of {below}", True)
        case Category.THREE_OF_A_KIND:
            return InASentence(f"three {tops}", True)
        case Category.TWO_PAIR:
            return InASentence(f"{tops} and {RANK_PLURALS[order[1]]}", True)
        case Category.PAIR:
            return InASentence(f"a pair of {tops}", False)
        case _:
            return InASentence(f"{top} high", False)


def playing_cards(hand: Sequence[Card]) -> tuple[bool, ...]:
    """Which of five cards make the hand, for a felt to highlight: kickers are left out."""
    kind = category(hand)
    if kind >= Category.STRAIGHT and kind != Category.FOUR_OF_A_KIND:
        return (True,) * 5
    counts = Counter(rank_of(card) for card in hand)
    if kind == Category.HIGH_CARD:
        top = max(counts)
        return tuple(rank_of(card) == top for card in hand)
    return tuple(counts[rank_of(card)] > 1 for card in hand)

"""The kinds of decisions of Big Draw Poker that can be practised, by the game the button picked."""

from collections import Counter

from games.engine.cards import DEUCE, RANK_NAMES, RANK_PLURALS, RANKS, rank_of, suit_of
from games.engine.poker import Category, category
from games.engine.view import listed
from games.kit import Asked, DrillKind

_TEN, _JACK = RANKS.index("T"), RANKS.index("J")
_DRAW = {"variant": "five-card-draw"}
_DEUCES = {"variant": "deuces-never-loses"}


_BESIDE = {2: "two to a royal", 3: "three to a royal", 4: "four to a royal"}


def _pair(asked: Asked) -> int | None:
    """The rank of the pair of a hand that is one, else None."""
    if category(asked.hand) != Category.PAIR:
        return None
    ranks = Counter(map(rank_of, asked.hand))
    return next(rank for rank, times in ranks.items() if times == 2)


def _four_to(asked: Asked) -> str:
    """``"flush"`` or ``"straight"``, of which four cards are there; "" for neither."""
    if max(Counter(map(suit_of, asked.hand)).values()) == 4:
        return "flush"
    ranks = sorted(set(map(rank_of, asked.hand)))
    if any(ranks[at + 3] - ranks[at] == 3 for at in range(len(ranks) - 3)):
        return "straight"
    return ""


def pair_or_draw(asked: Asked) -> str:
    """A pair, and four cards to a flush or an open straight."""
    pair, four = _pair(asked), _four_to(asked)
    if pair is None or not four:
        return ""
    return f"Pair of {RANK_PLURALS[pair]} or four to a {four}"


def high_cards(asked: Asked) -> str:
    """Only high cards: which of them to hold."""
    if category(asked.hand) != Category.HIGH_CARD or _four_to(asked):
        return ""
    high = sorted((rank for rank in map(rank_of, asked.hand) if rank >= _JACK), reverse=True)
    names = listed([RANK_NAMES[rank] for rank in high])
    return f"{names}, no pair".capitalize() if high else ""


def _royals(asked: Asked) -> int:
    """How many cards of one suit, deuces apart, belong to a royal flush."""
    suits = Counter(suit_of(card) for card in asked.hand if rank_of(card) >= _TEN)
    return max(suits.values(), default=0)


def _deuces(asked: Asked) -> int:
    return sum(rank_of(card) == DEUCE for card in asked.hand)


def deuces_or_royal(asked: Asked) -> str:
    """A pair of deuces, and two cards that would make a royal flush with them."""
    suits = {suit_of(card) for card in asked.hand if rank_of(card) != DEUCE}
    if _deuces(asked) != 2 or _royals(asked) != 2 or len(suits) == 1:
        return ""
    return "Two to a royal or a pair of deuces"


def one_deuce(asked: Asked) -> str:
    """One deuce: what to hold with it."""
    if _deuces(asked) != 1:
        return ""
    others = Counter(rank_of(card) for card in asked.hand if rank_of(card) != DEUCE)
    if max(others.values()) > 1:
        return "One deuce with a pair"
    return f"One deuce with {_BESIDE.get(_royals(asked), 'nothing to a royal')}"


DRILLS = (
    DrillKind("pair-or-draw", "A pair or four to a flush or straight", pair_or_draw, _DRAW),
    DrillKind("high-cards", "High cards, no pair", high_cards, _DRAW),
    DrillKind("deuces-or-royal", "Two to a royal or a pair of deuces", deuces_or_royal, _DEUCES),
    DrillKind("one-deuce", "One deuce", one_deuce, _DEUCES),
)

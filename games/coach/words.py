"""Decisions in words: what an action is called on the felt, and how much a choice gave away."""

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction

from games.engine.cards import RANKS, Card, rank_of, suit_of
from games.engine.game import Action

_SIGNS = "♣♦♥♠"


class Grade(StrEnum):
    """What a choice gave away of its base wager, in a word."""

    BEST = "best"
    EQUAL = "as good"
    SMALL = "small slip"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


_MOST = (
    (Fraction(1, 1000), Grade.EQUAL),
    (Fraction(2, 100), Grade.SMALL),
    (Fraction(10, 100), Grade.MISTAKE),
)


def grade(cost: Fraction, base: int) -> Grade:
    """The grade of a choice that cost so many expected cents with `base` cents at stake: as good up
    to 0.001 of the base wager, small below 0.02, a mistake below 0.10."""
    if not cost:
        return Grade.BEST
    part = cost / base
    (least, equal), *others = _MOST
    if part <= least:
        return equal
    return next((word for most, word in others if part < most), Grade.BLUNDER)


def action_words(action: Action, base: int, hand: Sequence[Card] = ()) -> str:
    """An action as its button has it. `base`: cents of the base wager; `hand`: the five cards of a
    draw, whose kept ones are named."""
    match action.name:
        case "play":
            return f"Raise {_times(action.amount or 0, base)}×"
        case "insurance":
            return f"Insure {_chips(action.amount)}" if action.amount else "No insurance"
        case "draw":
            return _draw_words(action, hand)
        case _:
            return action.name.capitalize()


def _draw_words(action: Action, hand: Sequence[Card]) -> str:
    gone = set(action.discard or ())
    kept = [card for card in hand if card not in gone]
    if not gone:
        return "Hold all five"
    if not kept:
        return "Draw five"
    return "Hold " + " ".join(map(short, kept))


def short(card: Card) -> str:
    """A card in two signs: ``J♣``, ``10♥``."""
    code = RANKS[rank_of(card)]
    return ("10" if code == "T" else code) + _SIGNS[suit_of(card)]


def _times(cents: int, base: int) -> str:
    return f"{cents / base:.2f}".rstrip("0").rstrip(".")


def _chips(cents: int | None) -> str:
    return f"{(cents or 0) / 100:.2f}".removesuffix(".00")

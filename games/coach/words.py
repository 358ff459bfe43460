"""Decisions in words: what an action is called on the felt, and how much a choice gave away."""

import re
from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction

from games.engine.cards import codes_of, name_of, parse_card
from games.engine.game import Action

_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_SIGNED = f"(?:10|[2-9JQKA])[{''.join(_SIGNS.values())}]"
_HAND = re.compile(f"{_SIGNED}(?: {_SIGNED})*")


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


def action_words(action: Action, base: int, hand: Sequence[str] = ()) -> str:
    """An action as its button has it. `base`: cents of the base wager; `hand`: the codes of the
    five cards of a draw, whose kept ones are named."""
    match action.name:
        case "play":
            times = f"{(action.amount or 0) / base:.2f}".rstrip("0").rstrip(".")
            return f"Raise {times}×"
        case "insurance":
            amount = action.amount or 0
            chips = f"{amount / 100:.2f}".removesuffix(".00")
            return f"Insure {chips}" if amount else "No insurance"
        case "draw":
            return _draw_words(action, hand)
        case _:
            return action.name.capitalize()


def _draw_words(action: Action, hand: Sequence[str]) -> str:
    gone = set(codes_of(action.discard or ()))
    kept = [code for code in hand if code not in gone]
    if not gone:
        return "Hold all five"
    if not kept:
        return "Draw five"
    return "Hold " + short(kept)


def short(codes: Sequence[str]) -> str:
    """Cards in two signs each: ``J♣ 10♥``."""
    return " ".join(code[0].replace("T", "10") + _SIGNS[code[1]] for code in codes)


def aloud(words: str) -> str:
    """Words with such cards in them as a voice says them: ``hold jack of clubs, ten of hearts``."""
    return _HAND.sub(lambda hand: ", ".join(map(_name, hand[0].split())), words)


def _name(short: str) -> str:
    suits = {sign: suit for suit, sign in _SIGNS.items()}
    return name_of(parse_card(short[:-1].replace("10", "T") + suits[short[-1]]))

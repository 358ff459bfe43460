"""Decisions in words: how much a choice gave away, and cards as pages and screen readers name
them."""

import re
from enum import StrEnum
from fractions import Fraction

from games.engine.cards import SUIT_SIGNS, name_of, parse_card

_FACE = f"(?:10|[2-9JQKA])[{''.join(SUIT_SIGNS.values())}]"
_HAND = re.compile(f"{_FACE}(?: {_FACE})*")


class Grade(StrEnum):
    """The cost of a choice relative to its base wager, in a word."""

    BEST = "best"
    EQUAL = "as good"
    SMALL = "small slip"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


EQUAL_UP_TO = Fraction(1, 1000)
"""How much of its base wager a choice may cost and still count as right."""

_MOST = (
    (EQUAL_UP_TO, Grade.EQUAL),
    (Fraction(2, 100), Grade.SMALL),
    (Fraction(10, 100), Grade.MISTAKE),
)


def grade(cost: Fraction, base: int) -> Grade:
    """The grade of a choice with this cost in expected cents and `base` cents at stake: as good up
    to 0.001 of the base wager, small below 0.02, a mistake below 0.10."""
    if not cost:
        return Grade.BEST
    part = cost / base
    (least, equal), *others = _MOST
    if part <= least:
        return equal
    return next((word for most, word in others if part < most), Grade.BLUNDER)


def aloud(words: str) -> str:
    """Words with card signs spelled out for screen readers: ``hold jack of clubs, ten of
    hearts``."""
    return _HAND.sub(lambda hand: ", ".join(map(_name, hand[0].split())), words)


def _name(face: str) -> str:
    suits = {sign: suit for suit, sign in SUIT_SIGNS.items()}
    return name_of(parse_card(face[:-1].replace("10", "T") + suits[face[-1]]))

"""What a line pays: a small closed union, and the only place where cents are rounded."""

import re
from dataclasses import dataclass

from games.engine.errors import BadPaytable, echoed


@dataclass(frozen=True, slots=True)
class Odds:
    """Pays `num` for each `den` staked and returns the stake: 3:2 on 10.00 returns 25.00."""

    num: int
    den: int = 1


@dataclass(frozen=True, slots=True)
class Fixed:
    """Pays `cents` whatever the stake, and returns the stake."""

    cents: int


@dataclass(frozen=True, slots=True)
class Push:
    """Returns the stake."""


@dataclass(frozen=True, slots=True)
class Lose:
    """Takes `num`/`den` of the stake and returns the rest."""

    num: int = 1
    den: int = 1


Payout = Odds | Fixed | Push | Lose

_NUMBER = "([1-9][0-9]{0,8})"

ACCEPTED = '"500:1", "3:2", "push", "lose", "lose 1/2" or "fixed 500000" (cents)'


def returned(payout: Payout, stake: int) -> int:
    """Cents returned to the player, stake included, for `stake` cents on the line.

    Rounds down to whole cents, once, at the wager (rules README, "Money").
    """
    match payout:
        case Odds(num, den):
            return stake + stake * num // den
        case Fixed(cents):
            return stake + cents
        case Push():
            return stake
        case Lose(num, den):
            return stake * (den - num) // den


def is_rounded(payout: Payout, stake: int) -> bool:
    """Whether `returned` drops a fraction of a cent."""
    return isinstance(payout, Odds | Lose) and stake * payout.num % payout.den != 0


def parse_payout(text: object) -> Payout:
    """Read a payout as paytable files write it. Raises BadPaytable."""
    if isinstance(text, str):
        if text == "push":
            return Push()
        if text == "lose":
            return Lose()
        if match := re.fullmatch(f"{_NUMBER}:{_NUMBER}", text):
            return Odds(int(match[1]), int(match[2]))
        if match := re.fullmatch(f"fixed {_NUMBER}", text):
            return Fixed(int(match[1]))
        if match := re.fullmatch(f"lose {_NUMBER}/{_NUMBER}", text):
            num, den = int(match[1]), int(match[2])
            if num < den:
                return Lose(num, den)
    raise BadPaytable(f"{echoed(text)} is no payout: write {ACCEPTED}.")


def payout_text(payout: Payout) -> str:
    """A payout as paytable files write it; `parse_payout` reads it back."""
    match payout:
        case Odds(num, den):
            return f"{num}:{den}"
        case Fixed(cents):
            return f"fixed {cents}"
        case Push():
            return "push"
        case Lose(num, den):
            return "lose" if num == den else f"lose {num}/{den}"


def payout_words(payout: Payout) -> str:
    """A payout as a felt prints it: ``3:2``, ``5,000.00``, ``push``, ``lose half``."""
    match payout:
        case Fixed(cents):
            return f"{cents // 100:,}.{cents % 100:02d}"
        case Lose(1, 2):
            return "lose half"
        case _:
            return payout_text(payout)


def pays_words(text: str) -> str:
    """The text of a payout as a felt prints it; any other word is returned unchanged."""
    try:
        return payout_words(parse_payout(text))
    except BadPaytable:
        return text

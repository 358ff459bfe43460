"""The outcomes of a play in Big Raise Hold'em: exact counts, independent of any paytable.

A seat decides knowing its two cards and the dealer's up card. The dealer's other two cards and the
community cards then come in `DEALS` equally likely ways; how many of them are won and lost, and
with which line of the Ante Bonus, is stored in ``data/outcomes.npz`` for every situation that
differs in more than suits. ``python -m games.big_raise.build_outcomes`` makes that file.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb
from pathlib import Path
from typing import NamedTuple

import numpy as np

from games.big_raise.state import ANTE_BONUS
from games.engine.cards import Card, rank_of, suit_of

FILE = Path(__file__).with_name("data") / "outcomes.npz"

NO_BONUS = ""
KINDS = (NO_BONUS, *ANTE_BONUS.lines)
"""The kinds of hand that the Ante Bonus distinguishes: nothing, or one of its lines."""

DEALS = comb(49, 2) * comb(47, 3)
"""In how many ways the dealer's other two cards and the community's three can fall: 19,068,840."""

STARTS = comb(52, 2) * 50
"""In how many ways a seat's two cards and the dealer's up card can fall: 66,300."""


class Situation(NamedTuple):
    """What a decision depends on: three ranks, and which of the three cards share a suit.

    `high` and `low` are the ranks of the seat's cards, `up` that of the dealer's up card.
    `suits_high` and `suits_low` say whether the up card is of their suit; the cards of a pair are
    interchangeable, so `suits_high` then applies to either.

    The suits' names do not matter, although the house way uses them to choose which card of a pair
    or of three of a kind is discarded: the dealer then keeps two cards of different suits, which
    cannot be part of a flush, and their hand does not depend on which suits they are.
    """

    high: int
    low: int
    suited: bool
    up: int
    suits_high: bool
    suits_low: bool

    @property
    def pair(self) -> bool:
        """Whether the seat holds a pair."""
        return self.high == self.low


def situation(hand: Sequence[Card], up: Card) -> Situation:
    """The situation of a seat with these two cards, in any order, against the up card."""
    low, high = sorted(hand)
    suits = suit_of(up) == suit_of(high), suit_of(up) == suit_of(low)
    if rank_of(high) == rank_of(low):
        suits = any(suits), False
    suited = suit_of(high) == suit_of(low)
    return Situation(rank_of(high), rank_of(low), suited, rank_of(up), *suits)


@dataclass(frozen=True, slots=True)
class Outcomes:
    """How many of `DEALS` a play wins (including ties) and loses in one situation, by `KINDS`.

    `starts`: how many of `STARTS` are this situation.
    """

    starts: int
    wins: tuple[int, ...]
    losses: tuple[int, ...]
    margin: int
    """Deals won less deals lost."""

    hits: tuple[int, ...]
    """Deals that hit each line of the Ante Bonus, in the order of its lines, won or lost."""


@cache
def outcomes() -> Mapping[Situation, Outcomes]:
    """All 5,083 situations, and the outcomes of a play in each."""
    with np.load(FILE, allow_pickle=False) as stored:
        rows = zip(
            stored["situations"].tolist(),
            stored["starts"].tolist(),
            stored["outcomes"].tolist(),
            strict=True,
        )
    return {
        Situation(high, low, bool(suited), up, bool(suits_high), bool(suits_low)): Outcomes(
            starts=starts,
            wins=tuple(wins),
            losses=tuple(losses),
            margin=sum(wins) - sum(losses),
            hits=tuple(won + lost for won, lost in zip(wins[1:], losses[1:], strict=True)),
        )
        for (high, low, suited, up, suits_high, suits_low), starts, (wins, losses) in rows
    }

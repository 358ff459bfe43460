"""What the coach needs for Big Raise Hold'em: what `advice` leaves out, and actions in words."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np

from games.big_raise.state import (
    FIVE_CARD_BONUS,
    TWO_CARD_BONUS,
    Round,
    five_card_line,
    two_card_line,
)
from games.engine.cards import Card
from games.engine.game import Action, Seat
from games.engine.payout import returned
from games.engine.paytable import LOSE, Paytable
from games.engine.poker import strength
from games.odds.colex import places
from games.odds.draw_counts import Counts


def settled(state: Round, seat: Seat) -> Fraction:
    """The expected net in cents of the 2 Card Bonus, which is decided, and of the 5 Card Bonus over
    all boards."""
    wagers, five = state.setup.wagers[seat], FIVE_CARD_BONUS.key
    if five not in wagers:
        return won_or_lost(state, seat)
    paytable, hand = state.setup.paytables[five], state.hands[seat]
    return won_or_lost(state, seat) + _five_card_bonus(
        paytable, wagers[five], hand, state.dealer[0]
    )


def won_or_lost(state: Round, seat: Seat) -> Fraction:
    """The net in cents of the 2 Card Bonus."""
    wagers, two = state.setup.wagers[seat], TWO_CARD_BONUS.key
    if two not in wagers:
        return Fraction()
    line = two_card_line(state.hands[seat])
    return Fraction(_net(state.setup.paytables[two], line, wagers[two]))


def _five_card_bonus(paytable: Paytable, cents: int, hand: tuple[Card, ...], up: Card) -> Fraction:
    """All boards that hold neither the hand's cards nor the up card: those beside the hand, less
    those that hold the up card."""
    counts = _five_card_counts()
    nets = np.array([_net(paytable, line, cents) for line in counts.lines], np.int64)
    every, with_up = (
        int(counts.worth(len(cards), places(np.array([sorted(cards)], np.int8)), nets)[0])
        for cards in (hand, (*hand, up))
    )
    return Fraction(every - with_up, comb(49, 3))


@cache
def _five_card_counts() -> Counts:
    lines = (*FIVE_CARD_BONUS.lines, LOSE)
    return Counts(lines, lambda hand: five_card_line(strength(hand)), wild=False)


def _net(paytable: Paytable, line: str, cents: int) -> int:
    return returned(paytable.pays(line), cents) - cents


def words(action: Action, base: int, hand: Sequence[str]) -> str:
    """A raise as a multiple of the ante of `base` cents: ``Raise 2.5×``."""
    if action.amount is None:
        return action.name.capitalize()
    times = f"{action.amount / base:.2f}".rstrip("0").rstrip(".")
    return f"Raise {times}×"

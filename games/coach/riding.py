"""What a decision's `advice` leaves out of a seat's round: wagers that it can no longer change.

Each function gives their expected net in cents, for what the seat sees at its decision.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import numpy as np

from games.big_draw import state as big_draw_round
from games.big_raise import state as big_raise_round
from games.blackjack.odds.advice import in_view, riding_side
from games.blackjack.odds.bad_beat import DEALER, lines_of
from games.blackjack.odds.hands import worths
from games.blackjack.odds.values import Against
from games.blackjack.rules import BAD_BEAT, MAIN
from games.blackjack.settlement import bad_beat_line, can_win_bad_beat
from games.blackjack.state import Round
from games.engine.cards import Card
from games.engine.game import Seat
from games.engine.payout import returned
from games.engine.paytable import LOSE, Paytable
from games.engine.poker import strength
from games.odds.colex import places
from games.odds.draw_counts import Counts

Cents = Fraction | float
"""Expected cents, exact where the game's sums are."""


def big_draw(state: big_draw_round.Round, seat: Seat) -> Cents:
    """First 5, which the seat's own cards have decided."""
    if big_draw_round.FIRST_FIVE not in state.setup.wagers[seat]:
        return 0.0
    return Fraction(state.result(seat, big_draw_round.FIRST_FIVE).net)


def big_raise(state: big_raise_round.Round, seat: Seat) -> Cents:
    """The 2 Card Bonus, decided, and the 5 Card Bonus over all boards."""
    wagers, tables = state.setup.wagers[seat], state.setup.paytables
    two, five = big_raise_round.TWO_CARD_BONUS.key, big_raise_round.FIVE_CARD_BONUS.key
    hand, worth = state.hands[seat], Fraction()
    if two in wagers:
        worth += _net(tables[two], big_raise_round.two_card_line(hand), wagers[two])
    if five in wagers:
        worth += _five_card_bonus(tables[five], wagers[five], hand, state.dealer[0])
    return worth


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
    lines = (*big_raise_round.FIVE_CARD_BONUS.lines, LOSE)
    return Counts(lines, lambda hand: big_raise_round.five_card_line(strength(hand)), wild=False)


def blackjack(state: Round, seat: Seat) -> Cents:
    """Insurance that is laid, and Bad Beat where the acting hand does not decide it."""
    against, place = in_view(state), state.seats.index(seat)
    if state.step == "insurance":
        return _bad_beat_before_the_look(state, place, against)
    return _insurance(state, place, against) + _bad_beat(state, place, against)


def _insurance(state: Round, place: int, against: Against) -> float:
    """Lost where the dealer has looked; else it waits for the end."""
    cents = (state.insurance[place] if state.insurance else 0) or 0
    chance = 0.0 if state.setup.options.peek else float(against.natural[0])
    return cents * (3 * chance - 1)


def _bad_beat(state: Round, place: int, against: Against) -> float:
    """Nothing while the acting hand may decide it: then it is in the advice."""
    cents, option = _on_bad_beat(state, place), state.setup.options.bad_beat_option
    index = state.turn[1]
    if not cents or riding_side(state, place, index) is not None:
        return 0.0
    if not index or not can_win_bad_beat(state.opening[place], option):
        return float(-cents)
    paytable, hands = state.setup.paytables[BAD_BEAT.key], state.hands[place]
    ends = against.all_endings() / float(against.played[0])
    lines = (bad_beat_line(hands, dealer, option) for dealer in DEALER)
    nets = (_net(paytable, line, cents) for line in lines)
    return float(sum(net * float(chance) for net, chance in zip(nets, ends, strict=True)))


def _bad_beat_before_the_look(state: Round, place: int, against: Against) -> float:
    """What the wager adds to the round that follows the question of insurance, best played."""
    cents, side = _on_bad_beat(state, place), riding_side(state, place, 0)
    if side is None:
        return float(-cents)
    hand, option = state.hands[place][0], state.setup.options.bad_beat_option
    base = state.setup.wagers[state.seats[place]][MAIN.key]
    beaten = side.nets[lines_of(hand, option)[-1]] * float(against.natural[0])
    if hand.natural:
        return base * (beaten + side.nets["win"] * (1 - float(against.natural[0])))
    alone, together = (max(worths(against, hand, 1, 0, one).values()) for one in (None, side))
    # Where the dealer does not look, his blackjack is among the endings already.
    return base * (together - alone + (beaten if state.setup.options.peek else 0))


def _on_bad_beat(state: Round, place: int) -> int:
    """Cents on Bad Beat, 0 without."""
    return state.setup.wagers[state.seats[place]].get(BAD_BEAT.key, 0)


def _net(paytable: Paytable, line: str, cents: int) -> int:
    return returned(paytable.pays(line), cents) - cents


BESIDE: Mapping[str, Callable[[Any, Seat], Cents]] = {
    "big-draw": big_draw,
    "big-raise": big_raise,
    "blackjack": blackjack,
}
"""By the slug of a game with decisions."""

"""The odds of Big Draw Poker: the best of 32 holds for every hand, and First 5.

Of the house options only the variant matters: who may wager on First 5, and who may look at their
cards, changes neither what it pays nor how a seat with Big Draw draws.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from math import gcd

import numpy as np

from games.big_draw.first_five import first_five, is_wild
from games.big_draw.state import BIG_DRAW, FIRST_FIVE, VARIANTS, BigDrawOptions, Round
from games.engine.game import Action, Seat
from games.engine.payout import returned
from games.engine.paytable import LOSE, Paytable
from games.odds.draw import HOLDS, WHOLE, Solution, hold_values, solve
from games.odds.draw_counts import Counts
from games.odds.report import Bet, of_stake, paytable_lines
from games.odds.single_deal import HANDS

_BEST_HOLD = (
    "Five cards from a full deck, and of the 32 ways to discard the one with the highest average "
    "over all draws from the other 47 cards; the other seats' cards are not known. Combinations "
    f"are of {HANDS * WHOLE:,}: {HANDS:,} hands times {WHOLE:,}, a multiple of the draws to every "
    "discard."
)


def odds(options: BigDrawOptions, paytables: Mapping[str, Paytable], stake: int) -> tuple[Bet, ...]:
    """First 5 and Big Draw, `stake` cents on each."""
    paytable = paytables[BIG_DRAW]
    solution = solution_of(options.variant, nets_of(options.variant, paytable, stake)[0])
    draws = dict(zip(counts_of(options.variant).lines, solution.draws, strict=True))
    lines = paytable_lines(draws, HANDS * WHOLE, paytable, stake)
    return (
        first_five(options.variant, paytables[FIRST_FIVE], stake),
        Bet(
            BIG_DRAW,
            paytable.code,
            lines,
            of_stake(_BEST_HOLD, paytable.lines.values(), stake),
        ),
    )


def advice(state: Round, seat: Seat) -> Iterator[tuple[Action, Fraction]]:
    """All 32 discards of a seat's own five cards, exactly."""
    variant, hand = state.setup.options.variant, state.first[seat]
    stake = state.setup.wagers[seat][BIG_DRAW]
    nets, unit = nets_of(variant, state.setup.paytables[BIG_DRAW], stake)
    ascending = tuple(sorted(hand))
    values = hold_values(counts_of(variant), nets, np.array([ascending], np.int8))[:, 0]
    for kept, value in zip(HOLDS, values, strict=True):
        held = [ascending[index] for index in kept]
        discard = tuple(card for card in hand if card not in held)
        yield Action("draw", discard=discard), Fraction(int(value) * unit, WHOLE * stake)


def best_action(state: Round, seat: Seat) -> Action:
    """The best discard, looked up."""
    variant, hand = state.setup.options.variant, state.first[seat]
    stake = state.setup.wagers[seat][BIG_DRAW]
    nets, _ = nets_of(variant, state.setup.paytables[BIG_DRAW], stake)
    held = solution_of(variant, nets).hold(hand)
    return Action("draw", discard=tuple(card for card in hand if card not in held))


def nets_of(variant: str, paytable: Paytable, stake: int) -> tuple[tuple[int, ...], int]:
    """The net of each line, `LOSE` last, in whole multiples of a number of cents; and that number.

    It is the largest such number: stakes that are paid in proportion share their solution.
    """
    cents = [
        returned(paytable.pays(line), stake) - stake for line in (*VARIANTS[variant].lines, LOSE)
    ]
    unit = gcd(*cents)
    return tuple(net // unit for net in cents), unit


@cache
def counts_of(variant: str) -> Counts:
    """How many hands hit each line of a variant, `LOSE` last."""
    rules = VARIANTS[variant]
    return Counts((*rules.lines, LOSE), rules.line, is_wild(variant))


@lru_cache(maxsize=16)
def solution_of(variant: str, nets: tuple[int, ...]) -> Solution:
    """The best holds, where the lines of a variant win these nets."""
    return solve(counts_of(variant), nets)

"""The possible results of a round of Big Draw Poker: First 5 and the draw after it, together."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

import numpy as np

from games.big_draw.first_five import is_wild
from games.big_draw.odds import counts_of, nets_of, solution_of
from games.big_draw.state import BIG_DRAW, FIRST_FIVE, VARIANTS, BigDrawOptions
from games.engine.payout import returned
from games.engine.paytable import LOSE, Paytable
from games.odds.colex import places
from games.odds.draw import WHOLE, draws_of, one_of_each
from games.odds.single_deal import HANDS, five_card_counts
from games.protection.nets import Nets, gathered

_ASSUMPTION = (
    "Five cards from a full deck, best play of the draw; the other seats' cards are not known."
)


def round_nets(
    options: BigDrawOptions, paytables: Mapping[str, Paytable], wagers: Mapping[str, int]
) -> Nets:
    """One seat's round with `wagers` in cents on `big_draw`, `first_five` or both; exact."""
    chances: Counter[int] = Counter()
    for (first, final), count in _lines(options.variant, paytables, wagers).items():
        lines = {FIRST_FIVE: first, BIG_DRAW: final}
        net = sum(
            returned(paytables[spot].pays(lines[spot]), cents) - cents
            for spot, cents in wagers.items()
        )
        chances[net] += count
    whole = sum(chances.values())
    shares = ((net, Fraction(count, whole)) for net, count in chances.items())
    return Nets(gathered(shares), sum(wagers.values()), _ASSUMPTION)


def _lines(
    variant: str, paytables: Mapping[str, Paytable], wagers: Mapping[str, int]
) -> Mapping[tuple[str, str], int]:
    """How many deals and draws hit each line of First 5 and, if it is wagered on, of Big Draw."""
    if BIG_DRAW not in wagers:
        counts = five_card_counts(VARIANTS[variant].line, is_wild(variant))
        return {(first, LOSE): count for first, count in counts.items()}
    return joint_lines(variant, nets_of(variant, paytables[BIG_DRAW], wagers[BIG_DRAW])[0])


@lru_cache(maxsize=16)
def joint_lines(variant: str, nets: tuple[int, ...]) -> Mapping[tuple[str, str], int]:
    """How many of the HANDS * WHOLE equally likely deals and draws hit each line with the first
    five cards and each with the final ones, where the lines of Big Draw win `nets`."""
    counts, dealt = counts_of(variant), one_of_each()
    best = solution_of(variant, nets).best
    first = counts.worth(5, places(dealt.hands), np.arange(len(counts.lines)))
    found = {
        (before, after): draws
        for number, before in enumerate(counts.lines)
        for after, draws in zip(
            counts.lines,
            draws_of(counts, best, np.where(first == number, dealt.times, 0)),
            strict=True,
        )
        if draws
    }
    assert sum(found.values()) == HANDS * WHOLE
    return found

"""The possible results of a round of Big 50: one deal decides all of a seat's wagers."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from games.big_50.rules import Big50Options, spot_line
from games.engine.payout import returned
from games.engine.paytable import LOSE, Paytable
from games.odds.single_deal import HANDS, ONE_HAND, Hand, kinds
from games.protection.nets import Nets, gathered

Ints = NDArray[np.int64]

WON_BY: Mapping[str, tuple[str, ...]] = {
    "red": ("all_red", "one_colour"),
    "black": ("all_black", "one_colour"),
    "mixed": (),
}
"""The wagers on a colour that a hand wins, by its colour."""

_ON_COLOUR = {spot for spots in WON_BY.values() for spot in spots}


def round_nets(
    options: Big50Options, paytables: Mapping[str, Paytable], wagers: Mapping[str, int]
) -> Nets:
    """One seat's round with `wagers` in cents by spot; exact for any mix of spots."""
    counts = _counts()
    net = np.zeros(len(counts), np.int64)
    for spot, cents in wagers.items():
        names, places = _lines(spot)
        net += np.array(
            [returned(paytables[spot].pays(name), cents) - cents for name in names], np.int64
        )[places]
    distinct, place = np.unique(net, return_inverse=True)
    hits = np.zeros(len(distinct), np.int64)
    np.add.at(hits, place, counts)
    shares = zip(distinct.tolist(), hits.tolist(), strict=True)
    chances = gathered((cents, Fraction(count, HANDS)) for cents, count in shares)
    return Nets(chances, sum(wagers.values()), ONE_HAND)


def coloured_kinds() -> Iterator[tuple[Hand, str, int]]:
    """Every kind of five-card hand: one such hand, the colour of the kind, and how many there are.

    The hand shows the ranks of its kind and whether they are suited; its own colour may differ from
    the kind's.
    """
    for ranks, suited, hand, count in kinds():
        of_one = _of_one_colour(ranks, suited)
        yield hand, "red", of_one
        yield hand, "black", of_one
        yield hand, "mixed", count - 2 * of_one


def _of_one_colour(ranks: tuple[int, ...], suited: bool) -> int:
    """How many hands of a kind have five red cards; the same number have five black ones."""
    if suited:
        return 2
    alike = Counter(ranks).values()
    # Two cards of each rank are red. Five ranks in one red suit are another kind.
    return prod(comb(2, count) for count in alike) - (2 if len(alike) == len(ranks) else 0)


@cache
def _counts() -> Ints:
    """How many hands are of each coloured kind."""
    return np.array([count for _, _, count in coloured_kinds()], np.int64)


@cache
def _lines(spot: str) -> tuple[tuple[str, ...], Ints]:
    """The lines of a spot, and for each coloured kind the index of the line that it hits."""
    hit = [_line(spot, hand, colour) for hand, colour, _ in coloured_kinds()]
    names = tuple(sorted(set(hit)))
    return names, np.array([names.index(name) for name in hit], np.int64)


def _line(spot: str, hand: Hand, colour: str) -> str:
    """The line that a hand of a coloured kind hits on a spot."""
    if spot in _ON_COLOUR:
        return spot if spot in WON_BY[colour] else LOSE
    return spot_line(spot, hand)

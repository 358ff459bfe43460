"""The value of each hold in draw poker when other cards are known to be gone.

N(S) is what all hands that hold the set S win (`games.odds.draw_counts`). Of these, the hands with
none of the known cards K win

    sum over T within K of (-1)^|T| N(S + T),

and |S + T| is at most 5. For five cards in hand and 20 known there are 68,406 such sets; the places
of all S + T with the same S are found together. With t1 < t2 < .. the cards of T and s1 < s2 < ..
those of S, the place of S + T (see `games.odds.colex`) is a constant and a term for each ti:

    sum of C(sj, j) + sum over i of [ C(ti, i + how many s < ti)
                                      + sum over sj > ti of C(sj, j + i) - C(sj, j + i - 1) ],

because sj moves up one place for every ti below it. A term depends on ti and i alone.
"""

from functools import cache
from math import comb

import numpy as np

from games.odds.colex import Ints
from games.odds.draw import HOLDS, leave_thrown
from games.odds.draw_counts import Counts
from games.protection.effects import Floats

_CHOOSE: Ints = np.array([[comb(card, size) for size in range(6)] for card in range(52)], np.int64)


class KnownCards:
    """The values of holds where the lines of `counts` win `nets`, in whole units of any size.

    Raises OverflowError where what all hands win together does not fit 64 bits.
    """

    def __init__(self, counts: Counts, nets: tuple[int, ...]) -> None:
        # A hand is counted at most once for each of its cards' 32 subsets.
        if 32 * max(map(abs, nets)) * comb(52, 5) >= 2**63:
            raise OverflowError("These prizes are too high for their common measure.")
        won = np.array(nets, np.int64)
        self._worth = [
            counts.worth(size, np.arange(comb(52, size), dtype=np.int32), won) for size in range(6)
        ]

    def hold_values(self, hands: Ints, known: Ints) -> Floats:
        """The mean net of each of `HOLDS`, in units: (32, n), for hands (n, 5) and known cards
        (n, k), no card twice. The replacements come from the 47 - k other cards."""
        hands, known = np.sort(hands, axis=1), np.sort(known, axis=1)
        values = np.stack([self._without(hands[:, list(kept)], known) for kept in HOLDS])
        leave_thrown(values)
        left = 47 - known.shape[1]
        draws = np.array([comb(left, 5 - len(kept)) for kept in HOLDS])
        result: Floats = values / draws[:, None]
        return result

    def _without(self, held: Ints, known: Ints) -> Ints:
        """What all hands that hold some cards, (n, s), and none of the known ones win."""
        size, count = held.shape[1], known.shape[1]
        order = np.arange(1, size + 1)
        places = _CHOOSE[held, order].sum(axis=1)[:, None]
        worth: Ints = self._worth[size][places[:, 0]].copy()
        above = held[:, None, :] > known[:, :, None]
        below = size - above.sum(axis=2)
        for more in range(1, min(5 - size, count) + 1):
            moved = _CHOOSE[held, order + more] - _CHOOSE[held, order + more - 1]
            terms = _CHOOSE[known, below + more] + (above * moved[:, None, :]).sum(axis=2)
            lower, top = _one_more(count, more)
            places = places[:, lower] + terms[:, top]
            worth += (-1) ** more * self._worth[size + more][places].sum(axis=1)
        return worth


@cache
def _one_more(count: int, size: int) -> tuple[Ints, Ints]:
    """All sets of `size` of `count` things in colexicographic order, as sets of one less and a
    highest thing: the places of either."""
    highest = np.repeat(np.arange(count), [comb(top, size - 1) for top in range(count)])
    first = np.array([comb(top, size) for top in range(count)])
    return np.arange(comb(count, size)) - first[highest], highest

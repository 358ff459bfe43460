"""The odds of Big 50: five cards per seat, and no decisions."""

from collections import Counter
from collections.abc import Mapping
from functools import partial
from math import comb

from games.big_50.rules import Big50, Big50Options, spot_line
from games.engine.cards import DECK, is_red
from games.engine.paytable import Paytable
from games.odds.report import Bet, of_stake, paytable_lines
from games.odds.single_deal import HANDS, ONE_HAND, five_card_counts

_BY_KIND = {spot: partial(spot_line, spot) for spot in ("poker_hand", "big_50", "range")}


def odds(options: Big50Options, paytables: Mapping[str, Paytable], stake: int) -> tuple[Bet, ...]:
    """Every spot under these options, `stake` cents on each."""
    return tuple(bet(spot.key, paytables[spot.key], stake) for spot in Big50().spots(options))


def bet(spot: str, paytable: Paytable, stake: int) -> Bet:
    """One spot, `stake` cents on it."""
    lines = paytable_lines(_counts(spot), HANDS, paytable, stake)
    assumption = of_stake(ONE_HAND, paytable.lines.values(), stake)
    return Bet(spot, paytable.code, lines, assumption)


def _counts(spot: str) -> Mapping[str, int]:
    """How many hands hit each line of a spot."""
    if spot in _BY_KIND:
        return five_card_counts(_BY_KIND[spot])
    one_colour = comb(sum(map(is_red, DECK)), 5)
    return Counter({spot: 2 * one_colour if spot == "one_colour" else one_colour})

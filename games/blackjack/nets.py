"""The possible results of a round of blackjack: the main wager and Bad Beat."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

from games.blackjack.odds import insurance_bet
from games.blackjack.odds.bad_beat import outcomes
from games.blackjack.odds.basic_strategy import relevant
from games.blackjack.odds.main_wager import endings, main_bet
from games.blackjack.options import BlackjackOptions
from games.blackjack.rules import BAD_BEAT, INSURANCE, MAIN
from games.blackjack.settlement import plain_payout
from games.engine.payout import returned
from games.engine.paytable import Paytable
from games.protection.nets import Nets, gathered, independent

_BASIC = (
    "Basic strategy for this table's rules from a fresh shoe, no insurance; the mean is exact, how "
    "rounds with a split fall into ahead, even and behind is not."
)
_SIDE = "Bad Beat under basic strategy from a fresh shoe."
_SIDE_ALONE = "Bad Beat under side-bet play from a fresh shoe."

_OWN_PAYOUT = ("blackjack", "surrender")
"""The lines of the main wager that win or lose less than a whole stake."""


def round_nets(
    options: BlackjackOptions, paytables: Mapping[str, Paytable], wagers: Mapping[str, int]
) -> Nets:
    """One seat's round with `wagers` in cents on `main`, `bad_beat` or both, or on `insurance`
    alone, for the rounds in which it is offered.

    Both together are under basic strategy and treated as independent. Raises ValueError for
    insurance with another wager: it is not offered in the same rounds.
    """
    if INSURANCE.key in wagers:
        if len(wagers) > 1:
            raise ValueError("Insurance is a wager of the rounds with an ace up: leave it alone.")
        return _insurance(options, wagers[INSURANCE.key])
    parts = []
    if MAIN.key in wagers:
        parts.append(main_nets(options, wagers[MAIN.key]))
    if BAD_BEAT.key in wagers:
        paytable, cents = paytables[BAD_BEAT.key], wagers[BAD_BEAT.key]
        parts.append(bad_beat_nets(options, paytable, cents, basic=MAIN.key in wagers))
    return parts[0] if len(parts) == 1 else independent(*parts)


def main_nets(options: BlackjackOptions, cents: int) -> Nets:
    """The main wager with all that is doubled and split, under basic strategy."""
    chances: dict[int, Fraction] = defaultdict(Fraction)
    for name, nets in endings(relevant(options)).nets.items():
        for units, chance in nets.items():
            net = units * cents
            if name in _OWN_PAYOUT:
                net = returned(plain_payout(MAIN.key, name, options), cents) - cents
            chances[net] += Fraction(chance)
    # Floating point sums are not exactly 1, and the spread of splits has a slightly wrong mean:
    # some chance of losing one stake is moved to winning it, so that the mean is exact.
    chances[-cents] += 1 - sum(chances.values(), Fraction())
    mean = sum((net * chance for net, chance in chances.items()), Fraction())
    moved = (-main_bet(options, cents).edge * cents - mean) / (2 * cents)
    chances[-cents] -= moved
    chances[cents] += moved
    return Nets(gathered(chances.items()), cents, _BASIC)


def bad_beat_nets(
    options: BlackjackOptions, paytable: Paytable, cents: int, *, basic: bool
) -> Nets:
    """Bad Beat alone, under basic strategy or side-bet play."""
    shares = (
        (returned(paytable.pays(name), cents) - cents, chance)
        for name, chance in outcomes(options, basic=basic).items()
    )
    return Nets(gathered(shares), cents, _SIDE if basic else _SIDE_ALONE)


def _insurance(options: BlackjackOptions, cents: int) -> Nets:
    bet = insurance_bet(options, cents)
    shares = ((int(line.top * cents), line.probability) for line in bet.lines)
    return Nets(gathered(shares), cents, bet.assumption)

"""The possible results of a round of Big Raise Hold'em: the ante with all that is raised on it
and the bonus on the seat's own two cards, together."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

from games.big_raise.bonuses import five_card_bonus
from games.big_raise.odds import best_amount, ends_of, prizes_of
from games.big_raise.outcomes import DEALS, STARTS, Outcomes, Situation, outcomes
from games.big_raise.state import (
    ANTE,
    ANTE_BONUS,
    FIVE_CARD_BONUS,
    TWO_CARD_BONUS,
    BigRaiseOptions,
    two_card_line,
)
from games.engine.cards import Card
from games.engine.payout import returned
from games.engine.paytable import Paytable
from games.protection.nets import Nets, gathered, independent

_ASSUMPTION = (
    "Best play for the seat's own cards and the dealer's up card; the other seats' cards are not "
    "known."
)


def round_nets(
    options: BigRaiseOptions, paytables: Mapping[str, Paytable], wagers: Mapping[str, int]
) -> Nets:
    """One seat's round with opening `wagers` in cents by spot; an ante brings its play and the
    Ante Bonus with it. Ante and 2 Card Bonus are taken together exactly, the 5 Card Bonus as
    independent of them."""
    parts = []
    if ANTE.key in wagers or TWO_CARD_BONUS.key in wagers:
        parts.append(_by_situation(paytables, wagers))
    if FIVE_CARD_BONUS.key in wagers:
        parts.append(_five_card(paytables[FIVE_CARD_BONUS.key], wagers[FIVE_CARD_BONUS.key]))
    return parts[0] if len(parts) == 1 else independent(*parts)


def _by_situation(paytables: Mapping[str, Paytable], wagers: Mapping[str, int]) -> Nets:
    ante, bonus = wagers.get(ANTE.key, 0), wagers.get(TWO_CARD_BONUS.key, 0)
    hits: Counter[int] = Counter()
    for found, what in outcomes().items():
        won = 0
        if bonus:
            pays = paytables[TWO_CARD_BONUS.key].pays(two_card_line(_hand(found)))
            won = returned(pays, bonus) - bonus
        for net, deals in _ante(paytables, ante, found, what):
            hits[won + net] += what.starts * deals
    shares = ((net, Fraction(count, STARTS * DEALS)) for net, count in hits.items())
    return Nets(gathered(shares), ante + bonus, _ASSUMPTION)


def _ante(
    paytables: Mapping[str, Paytable], ante: int, found: Situation, what: Outcomes
) -> Iterator[tuple[int, int]]:
    """The nets of the ante in a situation, and in how many deals each occurs."""
    if not ante:
        yield 0, DEALS
        return
    prizes = prizes_of(paytables[ANTE_BONUS.key], ante)
    for _, net, deals in ends_of(what, prizes, ante, best_amount(ante, found, what, prizes)):
        yield net, deals


def _hand(found: Situation) -> tuple[Card, Card]:
    """Two cards of a situation's ranks."""
    return Card(4 * found.high), Card(4 * found.low + 1)


def _five_card(paytable: Paytable, cents: int) -> Nets:
    bet = five_card_bonus(paytable, cents)
    shares = ((int(line.top * cents), line.probability) for line in bet.lines)
    return Nets(gathered(shares), cents, bet.assumption)

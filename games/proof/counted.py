"""What a proof pack says about a felt: the exact counts of every line, as plain JSON values.

A bet whose lines can be counted has ``total``, how many equally likely deals (or deals and draws)
there are, and for each line ``nets``: pairs of a net in cents and how many deals result in it. Its
``edge`` is a fraction that follows from these alone. If none can be counted (a wager that is played
on card by card), ``total`` and ``edge`` are null, and a line has its probability and return as
decimals.
"""

import hashlib
import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from games.engine.payout import Fixed
from games.exact.answers import STAKES
from games.exact.terms import Terms
from games.odds.report import Bet, Line, net, one_net
from games.registry import KITS

Values = dict[str, Any]

DECIMALS = 10
"""The decimals of an inexact probability. The edge is known to eight."""


def counted(terms: Terms) -> Values:
    """The house options, paytables (by digest) and bets of a felt, and the seed of its sample.

    The seed is the SHA-256 (hex) of the bets: nobody can choose the sample, or know it in advance.
    """
    found = KITS[terms.game].odds.odds(terms.options, terms.paytables, terms.stake)
    bets = [_bet(terms, bet) for bet in found]
    values = {
        "rules": terms.options.as_json(),
        "stake": terms.stake,
        "paytables": {spot: table.digest for spot, table in terms.paytables.items()},
        "bets": bets,
        "seed": seed_of(bets),
    }
    return values | KITS[terms.game].proof.assumed(terms.options)


def seed_of(bets: list[Values]) -> str:
    """SHA-256 (hex) of bets, independent of the key order in a database."""
    return hashlib.sha256(json.dumps(bets, sort_keys=True).encode()).hexdigest()


def _bet(terms: Terms, bet: Bet) -> Values:
    values = _way(terms, bet)
    values["stakes"] = list(_stakes(terms, bet, values["lines"]))
    values["otherwise"] = [_way(terms, way, other=True) for way in bet.otherwise]
    return values


def _way(terms: Terms, bet: Bet, *, other: bool = False) -> Values:
    """A bet under one way of playing."""
    values: Values = {
        "spot": bet.spot,
        "paytable": bet.paytable,
        "assumption": bet.assumption,
        "total": None,
        "edge": bet.exact,
        "edge_percent": _decimal(100 * bet.edge),
    }
    if bet.average_wager is not None:
        exact = bet.exact is not None
        average = bet.average_wager
        values["average_wager"] = str(average) if exact else _decimal(average)
    if count := KITS[terms.game].proof.counts.get(bet.spot):
        values |= count(terms.options, terms.paytables, terms.stake, bet, other)
    elif all(line.combinations is not None for line in bet.lines):
        values["total"] = sum(line.combinations or 0 for line in bet.lines)
        values["edge"] = str(bet.edge)
        values["lines"] = [one_net(line, terms.stake, line.combinations or 0) for line in bet.lines]
    else:
        values["lines"] = [_uncounted(line) for line in bet.lines]
    return values


def _uncounted(line: Line) -> Values:
    return {
        "line": line.line,
        "pays": line.pays,
        "probability": _decimal(line.probability),
        "return": _decimal(line.gain),
    }


def _decimal(value: Fraction) -> str:
    return f"{float(value):.{DECIMALS}f}"


def _stakes(terms: Terms, bet: Bet, lines: list[Values]) -> Iterator[Values]:
    """The edge at several stakes of a bet with a prize of a fixed amount, from the same counts.

    For a bet with decisions the counts do not apply to other stakes, and none are given.
    """
    paytable = terms.paytables.get(bet.spot)
    if paytable is None or bet.spot in KITS[terms.game].proof.by_stake:
        return
    if any(isinstance(payout, Fixed) for payout in paytable.lines.values()):
        counts = {line["line"]: line["nets"][0][1] for line in lines}
        for stake in STAKES:
            gain = sum(
                (count * net(paytable.pays(name), stake) for name, count in counts.items()),
                Fraction(),
            )
            yield {"stake": stake, "edge": str(-gain / sum(counts.values()))}

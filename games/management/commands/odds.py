"""`manage.py odds GAME [--rules JSON] [--paytables JSON] [--stake CENTS] [--json]`: exact odds.

With --json one object: ``game, rules, stake, bets``, each bet with ``spot, paytable, edge_percent,
exact ("p/q", null where the edge is not exact), assumption, lines`` and what follows from them
(`games.odds.report.Bet`); a bet that can be raised has ``element_of_risk_percent`` and
``average_total_wager`` too. An edge that is not exact has ``accuracy_percent``, the most it can be
wrong by, unless no bound is known (as from a shoe that is dealt on to a cut card: the figures are
of its first round). Without --json, the same as text.

A line has ``line, pays, probability, combinations, return``. The combinations are how many of the
equally likely deals hit it; those of all lines add up to all deals. They are null where
a seat and the dealer draw more cards or fewer: the ways in which such a round can go are not
equally likely, and none can be counted for another.

Exit status 2 and a sentence on standard error for a game, option, paytable or stake that is wrong.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand

from games.engine.errors import GameError
from games.engine.limits import money
from games.engine.payout import pays_words
from games.engine.result_words import line_words
from games.management.asked import Asked, add_arguments, read_asked
from games.management.text import printable
from games.odds.report import Bet, GameOdds
from games.registry import KITS
from games.templatetags.odds import accuracy, multiple

REFUSED = 2
"""Exit status."""


class Command(BaseCommand):
    """Prints the odds of every bet of a game. Touches no database."""

    help = "Computes the exact odds of every bet of a game."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """GAME, --rules, --paytables, --stake and --json."""
        add_arguments(parser)
        parser.add_argument("--json", action="store_true", help="one JSON object")

    def handle(self, *, game: str, rules: str, paytables: str, stake: str, **options: Any) -> None:
        """Print the odds."""
        try:
            asked = read_asked(game, rules, paytables, stake)
        except GameError as error:
            self.stderr.write(printable(str(error), self.stderr))
            sys.exit(REFUSED)
        found = KITS[asked.game.slug].game_odds(asked.options, asked.paytables, asked.stake)
        lines = [json.dumps(found.as_json())] if options["json"] else _as_text(asked, found)
        self.stdout.write(printable("\n".join(lines), self.stdout))


def _as_text(asked: Asked, found: GameOdds) -> Iterator[str]:
    """The odds as lines of text for people."""
    rules = ", ".join(f"{name} {json.dumps(value)}" for name, value in found.rules.items())
    yield f"{asked.game.name}, {money(found.stake)} on each spot"
    yield f"Rules: {rules or 'none to choose'}"
    spots = {spot.key: spot for spot in asked.game.spots(asked.options)}
    for bet in found.bets:
        for way in (bet, *bet.otherwise):
            yield ""
            yield from _bet_as_text(way, spots[bet.spot].name)
            for line in way.lines:
                words = line_words(line.line, spots[bet.spot])
                deals = "" if line.combinations is None else f"{line.combinations:,}"
                yield (
                    f"  {words:28} {pays_words(line.pays):>12} {float(line.probability):12.8f}"
                    f" {deals:>22} {float(line.gain):+11.6f}"
                )


def _bet_as_text(bet: Bet, name: str) -> Iterator[str]:
    """The figures that follow from a bet's lines."""
    code = f" ({bet.paytable})" if bet.paytable else ""
    exact = f" = {bet.exact}" if bet.exact else ""
    yield f"{name}{code}: house edge {float(100 * bet.edge):.4f} %{exact}"
    yield f"  {bet.assumption}"
    if not bet.exact:
        yield f"  Accuracy: {accuracy(bet.as_json())}."
    if bet.element_of_risk is not None and bet.average_wager is not None:
        yield (
            f"  {float(100 * bet.element_of_risk):.4f} % of all that is staked,"
            f" {float(bet.average_wager):.4f} times the base wager on average."
        )
    yield (
        f"  Wins {float(100 * bet.hit_frequency):.2f} % of the time,"
        f" {_most_as_text(bet)};"
        f" standard deviation {bet.standard_deviation:.4f}."
    )


def _most_as_text(bet: Bet) -> str:
    """The most that a wager can win."""
    if bet.top_prize <= 0:
        return "never more than was staked"
    return f"{multiple(float(bet.top_prize))} times the wager at most"

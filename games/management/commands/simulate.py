"""`manage.py simulate GAME --rounds N --seed S [--rules JSON] ...`: best play, round after round.

Plays a table's usual number of seats through the engine, each with a wager on every spot and the
play that the exact odds assume, and prints the observed edge of every bet beside the exact one,
with the standard error. Every round is dealt from a fresh shoe, at tables that deal on to a cut
card too. The same seed deals the same rounds.

Exit status 1 when an observed edge is more than five standard errors off, which chance does to
hardly one bet in a million; 2 and a sentence on standard error for an argument that is wrong.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand

from games.engine.errors import BadRecord, GameError, echoed
from games.management.asked import Asked, add_arguments, read_asked, whole_number
from games.management.simulation import Comparison, simulate
from games.management.text import printable

OFF, REFUSED = 1, 2
"""Exit status."""

ERRORS = 5
"""How many standard errors chance may be off."""

MOST_ROUNDS = 10**9


class Command(BaseCommand):
    """Plays rounds and compares them with the exact odds. Touches no database."""

    help = (
        "Plays best play through the real engine, every round from a fresh shoe, and sets what "
        "comes out beside the exact odds."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """GAME, --rounds, --seed, and how it is played."""
        add_arguments(parser)
        parser.add_argument("--rounds", required=True, metavar="N", help="how many rounds")
        parser.add_argument("--seed", required=True, metavar="S", help="a whole number")

    def handle(
        self,
        *,
        game: str,
        rules: str,
        paytables: str,
        stake: str,
        rounds: str,
        seed: str,
        **options: Any,
    ) -> None:
        """Play, and print a line for each bet."""
        try:
            asked = read_asked(game, rules, paytables, stake)
            compared = simulate(
                asked,
                _number("rounds", rounds, 1, MOST_ROUNDS),
                _number("seed", seed, 0, 10**18 - 1),
            )
        except GameError as error:
            self.stderr.write(printable(str(error), self.stderr))
            sys.exit(REFUSED)
        self.stdout.write(printable("\n".join(_as_text(asked, compared)), self.stdout))
        if any(abs(bet.errors_off) > ERRORS for bet in compared):
            self.stderr.write(f"An observed edge is more than {ERRORS} standard errors off.")
            sys.exit(OFF)


def _number(name: str, text: str, least: int, most: int) -> int:
    number = whole_number(text)
    if number is None or not least <= number <= most:
        raise BadRecord(f"--{name} is a whole number from {least} to {most}, not {echoed(text)}.")
    return number


def _as_text(asked: Asked, compared: list[Comparison]) -> Iterator[str]:
    """The comparison as lines of text for people."""
    yield (
        f"{'bet':16} {'wagers':>11} {'observed %':>11} {'exact %':>11} {'standard error %':>17}"
        f" {'errors off':>11}"
    )
    for one in compared:
        yield (
            f"{one.bet.spot:16} {one.wagers:11,} {100 * one.observed:z11.4f}"
            f" {float(100 * one.bet.edge):z11.4f} {100 * one.error:17.4f} {one.errors_off:+z11.2f}"
        )
    yield ""
    if asked.game.cut_card(asked.options) is not None:
        yield "Every round was dealt from a fresh shoe, and none on to the cut card."
    for bet in (one.bet for one in compared):
        yield f"{bet.spot}: {bet.assumption}"

"""`manage.py advise FILE [--json]`: what every action is worth in an unfinished round.

FILE is a round record; ``-`` is standard input. With --json one object: ``{"seats": [{"seat",
"options": [{"action", "amount" or "discard", "value"}]}]}``, every seat that is waited on with its
options, best first. A value is the expected net in base wagers, with best play from there on, given
all that the seat sees. Values are exact, but where the game's `odds` says how far off they may be.

Exit status 2 and a sentence on standard error for a record that is malformed or illegal.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand

from games import printed_paytables
from games.engine.cards import codes_of
from games.engine.errors import GameError
from games.engine.game import Action, Seat
from games.engine.limits import money
from games.engine.record import read_record
from games.engine.strict_json import depth_refused, read_json
from games.kit import Value
from games.management.text import printable, read_file
from games.registry import GAMES, KITS

REFUSED = 2
"""Exit status."""


class Command(BaseCommand):
    """Values the actions of an unfinished round. Touches no database."""

    help = "Values every action of every seat a round is waiting on."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Adds FILE and --json."""
        parser.add_argument("file", metavar="FILE", help="a round record, or -")
        parser.add_argument("--json", action="store_true", help="one JSON object")

    def handle(self, *, file: str, **options: Any) -> None:
        """Print the options of every seat whose turn it is."""
        try:
            seats = _advice(file)
        except GameError as error:
            self.stderr.write(printable(f"{file}: {error}", self.stderr))
            sys.exit(REFUSED)
        lines = [json.dumps(_as_json(seats))] if options["json"] else _as_text(seats)
        self.stdout.write("\n".join(lines))


@depth_refused()
def _advice(name: str) -> dict[Seat, list[tuple[Action, Value]]]:
    """Raises GameError."""
    raw = read_json(read_file(name))
    record = read_record(raw, GAMES, printed_paytables.printed)
    return KITS[record.game.slug].advice(record)


def _as_json(seats: dict[Seat, list[tuple[Action, Value]]]) -> dict[str, Any]:
    return {
        "seats": [
            {
                "seat": seat,
                "options": [action.as_json() | {"value": float(value)} for action, value in valued],
            }
            for seat, valued in seats.items()
        ]
    }


def _as_text(seats: dict[Seat, list[tuple[Action, Value]]]) -> Iterator[str]:
    """The options as lines of text for people."""
    if not seats:
        yield "Nobody is waited on."
    for seat, valued in seats.items():
        yield f"Seat {seat}:"
        for action, value in valued:
            yield f"  {float(value):+.6f}  {_action_as_text(action)}"


def _action_as_text(action: Action) -> str:
    if action.amount is not None:
        return f"{action.name} {money(action.amount)}"
    if action.discard is not None:
        return f"{action.name}, discarding {' '.join(codes_of(action.discard)) or 'nothing'}"
    return action.name

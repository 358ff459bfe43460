"""`manage.py replay FILE... [--json]`: deals and plays round records again.

A FILE holds one round record (`games.engine.record`); ``-`` is standard input. Each FILE gives one
block of text or, with --json, one JSON object on one line, in the order of the FILEs:

- a record that replays: ``game, settled, waiting_on, results, net, hands, void``;
- one whose own results disagree: the same, and its own results as ``recorded``;
- one that is malformed or illegal, or cannot be read: ``file, error`` (as text: nothing).

What is wrong is said on standard error too. The exit status is the worst of all FILEs: 0 when all
replay and agree, 1 when results disagree, 2 for the rest.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand

from games import printed_paytables
from games.engine.errors import GameError
from games.engine.game import SpotResult
from games.engine.limits import money
from games.engine.record import Replay, read_record, replay
from games.engine.result_words import line_words
from games.engine.strict_json import depth_refused, read_json
from games.management.text import printable, read_file
from games.registry import GAMES

AGREES, DISAGREES, REFUSED = 0, 1, 2
"""Exit status."""


class Command(BaseCommand):
    """Replays round records. Touches no database."""

    help = "Replays round records and compares their results."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """FILE... and --json."""
        parser.add_argument("files", nargs="+", metavar="FILE", help="a round record, or -")
        parser.add_argument("--json", action="store_true", help="one JSON object a line")

    def handle(self, *, files: list[str], **options: Any) -> None:
        """Replay every FILE, even if one before it fails."""
        status = max(self._replay(name, as_json=options["json"]) for name in files)
        if status:
            sys.exit(status)

    def _replay(self, name: str, *, as_json: bool) -> int:
        try:
            played, recorded = _play(read_file(name))
        except GameError as error:
            if as_json:
                self._out(json.dumps({"file": name, "error": str(error)}))
            self._complain(f"{name}: {error}")
            return REFUSED
        results = [result.as_json() for result in played.results]
        agrees = not recorded or _canonical(recorded) == _canonical(results)
        if as_json:
            disagreement = {} if agrees else {"recorded": recorded}
            self._out(json.dumps(played.as_json() | disagreement))
        else:
            self._out("\n".join(_as_text(name, played)))
        if not agrees:
            self._complain(f"{name}: the results disagree.")
            self._complain(f"  recorded: {json.dumps(recorded)}")
            self._complain(f"  replayed: {json.dumps(results)}")
        return AGREES if agrees else DISAGREES

    def _out(self, text: str) -> None:
        self.stdout.write(printable(text, self.stdout))

    def _complain(self, text: str) -> None:
        self.stderr.write(printable(text, self.stderr))


@depth_refused()
def _play(text: bytes) -> tuple[Replay, list[Any]]:
    """A record's replay, and the results it carries. Raises GameError."""
    raw = read_json(text)
    played = replay(read_record(raw, GAMES, printed_paytables.printed))
    return played, raw.get("results", []) if isinstance(raw, dict) else []


def _canonical(results: list[Any]) -> str:
    """Equal only for equal JSON: in Python, True and 1.0 are equal to 1."""
    return json.dumps(results, sort_keys=True)


def _as_text(name: str, played: Replay) -> Iterator[str]:
    """A replay as lines of text for people."""
    game, void = played.record.game, played.record.void
    waiting = ", ".join(map(str, played.waiting_on))
    ending = f"void ({void})" if void is not None else "settled"
    yield f"{name}: {game.name}, {ending if played.settled else f'waiting on seat {waiting}'}"
    for holder, cards in game.hands(played.state).items():
        hands = cards if cards and isinstance(cards[0], list) else [cards]
        who = f"Seat {holder}" if holder.isdecimal() else holder.capitalize()
        yield f"  {who}: {' | '.join(' '.join(hand) for hand in hands)}"
    for result in played.results:
        yield f"  {_result_as_text(result, played)}"
    for seat, cents in sorted(played.net.items()):
        yield f"  Seat {seat} net {_signed(cents)}"


def _result_as_text(result: SpotResult, played: Replay) -> str:
    setup = played.record.setup
    spots = {spot.key: spot for spot in played.record.game.spots(setup.options)}
    spot = spots.get(result.spot)
    name = result.spot if spot is None else spot.name
    hand = "" if result.hand is None else f" (hand {result.hand + 1})"
    return (
        f"Seat {result.seat} {name}{hand}: {money(result.stake)} staked, {money(result.returned)}"
        f" returned, {_signed(result.net)}: {line_words(result.line, spot)}"
    )


def _signed(cents: int) -> str:
    return f"+{money(cents)}" if cents > 0 else money(cents)

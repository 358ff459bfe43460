"""`manage.py proof_pack GAME [--rules JSON] [--paytables JSON] [--stake CENTS] --out FILE.zip`, or
`manage.py proof_pack GAME --table ID --out FILE.zip`: what a laboratory files and checks alone.

The pack holds the game sheet, rules, paytables, exact counts, worked rounds and a program that
checks them (docs/proof-pack.md). Options are those of `manage.py odds`; of a game with a button,
both sides are in the pack unless --rules or --paytables are given. The paytables are looked up
among the versions on file, for their numbers and approvals.

Figures of game protection are taken from the store, where the site has asked for them, or else are
computed, which may take minutes: standard error says so. Prints the file and the digest of the
pack. Exit status 2 and a sentence on standard error for a
game, option, paytable, stake or table that is wrong, and for a FILE that is there (--force replaces
it) or cannot be written. FILE is there as a whole or not at all.
"""

import os
import sys
from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DatabaseError

from games.backoffice.sheets.proof import pack_made
from games.backoffice.sheets.sheet import felts_for
from games.engine.errors import BadRecord, GameError, echoed
from games.engine.record import find_game
from games.management.asked import Asked, add_arguments, read_asked, whole_number
from games.management.text import printable
from games.models import Table
from games.odds_reports.subjects import Shown, filed_felts
from games.registry import GAMES

REFUSED = 2
"""Exit status."""

AS_ASKED = "under the rules and paytables that it names"
USUAL = {"rules": "{}", "paytables": "{}", "stake": "100"}


class Command(BaseCommand):
    """Writes the proof pack of a game or of one of its tables."""

    help = "Writes a proof pack: a game's exact figures, and a program that checks them."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """GAME, --rules, --paytables, --stake, --table, --out and --force."""
        add_arguments(parser)
        parser.add_argument("--table", metavar="ID", help="make the pack of this table")
        parser.add_argument("--out", required=True, metavar="FILE.zip", help="where to write it")
        parser.add_argument("--force", action="store_true", help="replace FILE if it exists")

    def handle(self, *, game: str, table: str | None, out: str, force: bool, **given: Any) -> None:
        """Compute the pack and write it."""
        try:
            path = _writable(out, force=force)
            digest = self._write(path, game, table, {name: given[name] for name in USUAL}, force)
        except GameError as error:
            self._refuse(str(error))
        except DatabaseError as error:
            self._refuse(f"The stored paytable versions cannot be read: {error}.")
        self.stdout.write(printable(f"{out}: proof pack {digest}", self.stdout))

    def _write(
        self, path: Path, game: str, table: str | None, given: dict[str, str], force: bool
    ) -> str:
        """Make the pack, put it in its place, and return its digest."""
        if table is None:
            felts = _felts(asked := read_asked(game, **given), given)
            words = "" if given == USUAL else AS_ASKED
            pack = pack_made(asked.game, felts, asked=words, say=self._say)
        elif given != USUAL:
            raise BadRecord("A table has its own rules, paytables and stake: leave them out.")
        else:
            found = _table(game, table)
            felts = felts_for(found.rules, found)
            pack = pack_made(found.rules, felts, table=found, say=self._say)
        _put(path, pack.zip, force=force)
        return pack.digest

    def _say(self, sentence: str) -> None:
        self.stderr.write(printable(sentence, self.stderr))

    def _refuse(self, sentence: str) -> None:
        self.stderr.write(printable(" ".join(sentence.split()), self.stderr))
        sys.exit(REFUSED)


def _felts(asked: Asked, given: dict[str, str]) -> list[Shown]:
    """The felt asked for, or one for each side of the button."""
    choice = asked.game.choice
    if choice is None or given["rules"] != "{}" or given["paytables"] != "{}":
        return filed_felts(asked.game, asked.options, asked.paytables, asked.stake)
    felts = []
    for value in choice.values:
        rules = f'{{"{choice.option}": "{value}"}}'
        side = read_asked(asked.game.slug, rules, "{}", given["stake"])
        felts += filed_felts(side.game, side.options, side.paytables, side.stake)
    return felts


def _table(game: str, text: str) -> Table:
    """The table of that number, which plays the game. Raises BadRecord."""
    played, number = find_game(game, GAMES), whole_number(text)
    table = Table.objects.filter(pk=number, game=played.slug).first() if number else None
    if table is None:
        raise BadRecord(f"{played.name} is not played at a table {echoed(text)}.")
    return table


def _writable(out: str, *, force: bool) -> Path:
    """Where a pack may be written. Raises BadRecord."""
    path = Path(out)
    if path.is_dir():
        raise BadRecord(f"{out} is a folder: name a file.")
    if path.exists() and not force:
        raise BadRecord(f"{out} already exists: name another file, or replace it with --force.")
    if not path.parent.is_dir():
        raise BadRecord(f"{out} cannot be written: there is no folder {path.parent}.")
    return path


def _put(path: Path, data: bytes, *, force: bool) -> None:
    """Write a file as a whole, under another name first. Raises BadRecord."""
    try:
        with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            beside = Path(file.name)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise BadRecord(f"{path} cannot be written: {error.strerror}.") from None
    try:
        beside.chmod(0o644)
        if force:
            beside.replace(path)
        else:
            path.hardlink_to(beside)  # fails where somebody else has written it since
    except OSError as error:
        raise BadRecord(f"{path} cannot be written: {error.strerror}.") from None
    finally:
        with suppress(FileNotFoundError):
            beside.unlink()

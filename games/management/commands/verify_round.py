"""`manage.py verify_round FILE|ID...`: says whether rounds are what was sealed, dealt and paid.

An ID names a round in the database; its rows and the books are checked. A FILE holds the record of
a round (``-`` is standard input); it is judged by what is in it alone. The exit status is the worst
of all: 0 when everything holds, 1 when something does not fit, 2 for what cannot be judged: no such
round, one that is not over or whose seed is sealed still, a FILE that is no record.
"""

import sys
from argparse import ArgumentParser
from uuid import UUID

from django.core.management.base import BaseCommand

from games.engine.errors import BadRecord, GameError
from games.engine.strict_json import depth_refused, read_json
from games.history.listing import finished
from games.history.verification import SEALED, Verdict, check_record, check_round
from games.management.text import printable, read_file
from games.models import Round
from games.tables.finished_round import played

VERIFIED, FAILED, UNKNOWN = 0, 1, 2
"""Exit status."""


class Command(BaseCommand):
    """Verifies rounds."""

    help = "Verifies rounds: the seal, the deck, the results and, by ID, the books."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """FILE|ID..."""
        parser.add_argument("rounds", nargs="+", metavar="FILE|ID", help="a record, - or a round")

    def handle(self, *, rounds: list[str], **options: object) -> None:
        """Judge every round, even if one before it fails."""
        status = max(self._verify(name) for name in rounds)
        if status:
            sys.exit(status)

    def _verify(self, name: str) -> int:
        try:
            verdict = _judged(name)
        except GameError as error:
            self.stderr.write(printable(f"{name}: {error}", self.stderr))
            return UNKNOWN
        if verdict.verified:
            self._say(name, "verified.", *(check.words for check in verdict.checks))
            return VERIFIED
        if verdict.verified is None:
            self._say(name, "not yet revealed.", SEALED)
            return UNKNOWN
        self._say(name, "does not fit.", *verdict.faults)
        return FAILED

    def _say(self, name: str, *sentences: str) -> None:
        heading, *rest = sentences
        self.stdout.write(printable(f"{name}: {heading}", self.stdout))
        for sentence in rest:
            self.stdout.write(f"  {sentence}")


def _judged(name: str) -> Verdict:
    """Raises GameError for what cannot be judged."""
    try:
        round_id = UUID(name)
    except ValueError:
        return _judged_file(name)
    try:
        return check_round(played(finished(round_id)))
    except Round.DoesNotExist:
        raise BadRecord("There is no round of this ID that is over.") from None


@depth_refused()
def _judged_file(name: str) -> Verdict:
    return check_record(read_json(read_file(name)))

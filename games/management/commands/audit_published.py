"""`manage.py audit_published [--json]`: what the makers print about chances, recomputed.

With --json one object, ``{"rows": [...]}``: for each printed figure ``game, bet, paytable,
condition, quantity, printed`` (as on paper), ``exact, verdict, why`` (one sentence), ``formula,
assumption``. A verdict is ``exact`` (agrees to the digits printed), ``rounding``, ``misprint``,
``reading`` (holds under another reading of the rules) or ``differs``.
"""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games import printed_paytables
from games.exact.published import Finding, audit
from games.management.text import printable


class Command(BaseCommand):
    """Prints every published figure beside its exact value. Touches no database."""

    help = "Computes every figure the makers print and says which are right."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--json."""
        parser.add_argument("--json", action="store_true", help="one JSON object")

    def handle(self, **options: Any) -> None:
        """Print the audit."""
        found = audit(printed_paytables.printed)
        if options["json"]:
            self.stdout.write(json.dumps({"rows": [finding.as_json() for finding in found]}))
        else:
            self.stdout.write(printable("\n".join(map(_as_text, found)), self.stdout))


def _as_text(finding: Finding) -> str:
    """A finding as text for people: one line, and the reason under it."""
    figure = finding.figure
    what = " ".join(filter(None, (figure.game, figure.bet, figure.paytable, figure.condition)))
    return (
        f"{what}, {figure.quantity}: printed {figure.printed}, exact {finding.exact_text}:"
        f" {finding.verdict}\n    {finding.why}"
    )

"""Load the printed paytables into the database."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.engine.errors import BadPaytable
from games.tables.setup import load_paytables


class Command(BaseCommand):
    """Make a version of every paytable file that is new or has changed lines."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Load them and name the new versions."""
        try:
            new = load_paytables(timezone.now())
        except BadPaytable as error:
            raise CommandError(str(error)) from None
        for version in new:
            self.stdout.write(f"New: {version}")
        if not new:
            self.stdout.write("The paytables are up to date.")

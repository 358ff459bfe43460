"""`manage.py restore FILE`: makes the database what it was when a copy was taken.

The site must be stopped. The copy may be of an earlier version: it is migrated. Then the
books are proved; exit 1 if they are off. Everything since the copy was taken is lost, so a
database with people in it is only replaced with --replace.
"""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.management.copies import CopyError, put_back


class Command(BaseCommand):
    """Puts a copy of the database back."""

    help = "Restores the database from FILE, a copy made by `backup`."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """FILE [--replace]."""
        parser.add_argument("file", type=Path, metavar="FILE", help="a copy made by backup")
        parser.add_argument(
            "--replace", action="store_true", help="replace a database that has people in it"
        )

    def handle(self, *, file: Path, replace: bool, **options: object) -> None:
        """Put it back, bring it up to date, prove the books, and give the clocks their time."""
        try:
            put_back(file, timezone.now(), replace=replace)
        except CopyError as error:
            raise CommandError(str(error)) from error
        call_command("migrate", verbosity=0)
        call_command("audit_ledger", stdout=self.stdout, stderr=self.stderr)
        call_command("resume_tables", stdout=self.stdout)
        self.stdout.write("The database is restored. Run `make setup`, then start the site.")

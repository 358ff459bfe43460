"""`manage.py backup FILE`: writes a copy of the database while the site runs.

FILE must not exist. Guard it like the database: it holds password hashes and the seeds
of rounds in play. The secret key (`var/secret_key`, or SECRET_KEY) is not in it.
"""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from games.management.copies import CopyError, take


class Command(BaseCommand):
    """Writes a copy of the database."""

    help = "Copies the database to FILE while the site runs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """FILE."""
        parser.add_argument("file", type=Path, metavar="FILE", help="where the copy goes")

    def handle(self, *, file: Path, **options: object) -> None:
        """Take it."""
        try:
            take(file)
        except CopyError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Copied the database to {file}: {file.stat().st_size:,} bytes.")

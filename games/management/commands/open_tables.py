"""Open the tables a fresh card room starts with."""

from typing import Any

from django.core.management.base import BaseCommand

from games.setup import open_house


class Command(BaseCommand):
    """One solo and two shared tables of every game, where they do not stand yet."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Open them and name the new ones."""
        new = open_house()
        for table in new:
            self.stdout.write(f"Opened: {table.rules.name}, {table.name}")
        if not new:
            self.stdout.write("The tables stand already.")

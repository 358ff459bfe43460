"""Open the tables a new card room starts with."""

from typing import Any

from django.core.management.base import BaseCommand

from games.tables.setup import open_house, refresh_house


class Command(BaseCommand):
    """Open two shared tables of every game and the model of its solo tables, if missing."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Open them and name those that are new or have changed."""
        new, changed = open_house(), refresh_house()
        for table in new:
            self.stdout.write(f"Opened: {table.rules.name}, {table.name}")
        for table in changed:
            self.stdout.write(f"Brought up to date: {table.rules.name}, {table.name}")
        if not new and not changed:
            self.stdout.write("The tables stand already.")

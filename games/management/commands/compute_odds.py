"""`manage.py compute_odds [--watch]`: compute the exact figures and reviews that pages wait for.

Ends when none are left. With --watch it stays, and starts a process of its own for what comes: the
memory that a computation takes is given back when it is done. Any number may run at once.
"""

import subprocess
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.figures import reports
from games.figures.worker import COMMAND
from games.management.working import own_name, work
from games.process.apart import apart
from games.reviewing import reviews

SECONDS = 1.0
"""How often it looks whether there is something to do."""


class Command(BaseCommand):
    """Answers the waiting reports; its sums give way to every other process of the machine."""

    help = "Computes the exact odds that pages wait for."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--watch."""
        parser.add_argument("--watch", action="store_true", help="stay, and look every second")

    def handle(self, *, watch: bool, **options: Any) -> None:
        """Work, once or for ever."""
        if not watch:
            with apart() as sums:
                count = work(own_name(), sums)
            self.stdout.write(f"{count} reports computed.")
        while watch:
            now = timezone.now()
            if reports.waiting(now) or reviews.waiting(now):
                subprocess.run(COMMAND, check=False, stdin=subprocess.DEVNULL)  # noqa: S603 (ours)
            time.sleep(SECONDS)

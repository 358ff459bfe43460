"""`manage.py compute_odds [--watch]`: compute the exact figures and reviews that pages wait for.

Ends when none are left. With --watch it stays, and checks every second for new ones. Computing
happens in a separate process that ends with the work, which frees its memory. Any number may run at
once.
"""

import logging
import time
from argparse import ArgumentParser
from concurrent.futures import BrokenExecutor
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DatabaseError, connection
from django.utils import timezone

from games.history.reviews import reviews
from games.management.working import own_name, work
from games.odds_reports import reports
from games.runtime.compute_process import apart

log = logging.getLogger(__name__)

SECONDS = 1.0
"""Seconds between checks for something to do."""


class Command(BaseCommand):
    """Answers the waiting reports; its computations have the lowest priority on the machine."""

    help = "Computes the exact odds that pages are waiting for."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--watch."""
        parser.add_argument(
            "--watch", action="store_true", help="keep running and check every second"
        )

    def handle(self, *, watch: bool, **options: Any) -> None:
        """Work, once or for ever."""
        if not watch:
            self.stdout.write(f"{_work()} reports computed.")
        while watch:
            try:
                if _waits():
                    _work()
            except (DatabaseError, BrokenExecutor) as error:
                log.warning("cannot compute right now: %s", error)
                connection.close()
            time.sleep(SECONDS)


def _waits() -> bool:
    now = timezone.now()
    return reports.waiting(now) or reviews.waiting(now)


def _work() -> int:
    """Do the waiting work; returns how many reports were computed."""
    connection.close()  # the computing process must not inherit it
    with apart() as compute:
        return work(own_name(), compute)

"""Ask for the figures of all rules pages, so that nobody has to wait for them; again for those
that could not be computed."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.odds_reports.pages import ask_everything
from games.odds_reports.reports import forget_others, retry_failed


class Command(BaseCommand):
    """Queues a report for every active paytable, and forgets those of earlier computations."""

    help = __doc__

    def handle(self, **options: Any) -> None:
        """Ask; a worker answers."""
        forget_others()
        retry_failed()
        count = ask_everything(timezone.now())
        self.stdout.write(f"{count} reports asked for or known.")

"""Ask for the figures of all rules pages in advance, and again for those that failed."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.odds_reports.pages import ask_everything
from games.odds_reports.reports import forget_others, retry_failed


class Command(BaseCommand):
    """Queue a report for every active paytable, and delete reports computed by older code."""

    help = __doc__

    def handle(self, **options: Any) -> None:
        """Ask; a worker answers."""
        forget_others()
        retry_failed()
        count = ask_everything(timezone.now())
        self.stdout.write(f"{count} reports are stored or queued.")

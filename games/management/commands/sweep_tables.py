"""Finish what nobody watches."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.daily import days
from games.play.bots import attend_all
from games.play.clockwork import sweep
from games.staff import holds


class Command(BaseCommand):
    """Let the clock play at tables that nobody looks at, free abandoned seats, end the daily
    deals of days that are over, and bring the dashboard's sums up to date."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Sweep every table once."""
        now = timezone.now()
        count = sweep(now)
        days.end_days(now)
        attend_all(now)
        while holds.catch_up() == holds.AT_ONCE:
            pass
        self.stdout.write(f"{count} tables moved on.")

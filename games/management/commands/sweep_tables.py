"""Sweep the tables that nobody is watching."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.runtime.downtime import keeper
from games.runtime.sweep_turns import kept
from games.sweeping import sweep_all


class Command(BaseCommand):
    """Sweep the tables now, as the site's processes do in turn: let the clock play where nobody is
    watching, free abandoned seats, end the daily deals of past days, and update the dashboard's
    sums. While no process of the site runs, its clocks stand still."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Sweep every table once, as of the last time the site was running."""
        keeping = kept(timezone.now())
        if keeping is None:
            self.stdout.write("The site is not running, or has only just started: nothing is due.")
            return
        with keeper.by_others(keeping.since):
            count = sweep_all(keeping.until)
        self.stdout.write(f"{count} tables moved on.")

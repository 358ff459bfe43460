"""Finish what nobody watches."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.runtime.downtime import keeper
from games.runtime.sweep_turns import kept
from games.sweeping import sweep_all


class Command(BaseCommand):
    """Sweep the tables at once, as the processes of the site do by turns: let the clock play where
    nobody looks, free abandoned seats, end the daily deals of days that are over, and bring the
    dashboard's sums up to date. While no process of the site runs, its clocks stand still."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Sweep every table once, as of the last moment at which the site was there."""
        keeping = kept(timezone.now())
        if keeping is None:
            self.stdout.write("The site is not running, or has only just started: nothing is due.")
            return
        with keeper.by_others(keeping.since):
            count = sweep_all(keeping.until)
        self.stdout.write(f"{count} tables moved on.")

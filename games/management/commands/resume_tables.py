"""After a restart: give every running clock its time back."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.tables.deadlines import renew_passed


class Command(BaseCommand):
    """Give clocks that ran out while the site was down their full time again."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Resume every table."""
        count = renew_passed(timezone.now())
        self.stdout.write(f"{count} clocks got their time back.")

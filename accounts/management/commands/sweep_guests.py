"""Delete guests who will not come back."""

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from accounts import deleting
from accounts.models import Entry, User

DAYS = 60
"""Well over the length of a session: without one nobody can return to a guest."""


class Command(BaseCommand):
    """Delete guests who have not signed in or moved a chip for a long time, as if they had deleted
    their own accounts. Their rounds and ledger entries stay."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """How long a long time is."""
        parser.add_argument(
            "--days", type=int, default=DAYS, help=f"after how many days; default: {DAYS}"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete them one by one; a guest who is in a round is left for the next run."""
        now, gone = timezone.now(), 0
        since = now - timedelta(days=options["days"])
        moved = Entry.objects.filter(transfer__created__gte=since, account__user__isnull=False)
        stale = User.objects.filter(is_guest=True, date_joined__lt=since).exclude(
            last_login__gte=since
        )
        for user in stale.exclude(pk__in=moved.values("account__user")):
            try:
                deleting.delete(user, now)
            except deleting.NotYet:
                continue
            gone += 1
        self.stdout.write(f"Guests deleted: {gone}.")

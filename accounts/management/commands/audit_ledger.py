"""Prove the books."""

from typing import Any

from django.core.management.base import BaseCommand

from accounts import ledger


class Command(BaseCommand):
    """Print every difference in the ledger; exit 1 if there is one."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the audit."""
        problems = ledger.audit()
        for problem in problems:
            self.stderr.write(problem)
        if problems:
            raise SystemExit(1)
        self.stdout.write("The ledger is clean: transfers sum to zero, balances equal entries.")

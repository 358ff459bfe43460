"""Decks of a test's own, as the tests of tables have them, and limits that count from nothing."""

from tests.accounts.conftest import fresh_limits
from tests.tables.conftest import stack

__all__ = ["fresh_limits", "stack"]

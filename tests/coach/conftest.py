"""Decks of a test's own, as the tests of tables have them."""

from tests.tables.conftest import stack

__all__ = ["stack"]

"""Tests here may stack a deck."""

from tests.tables.conftest import stack

__all__ = ["stack"]

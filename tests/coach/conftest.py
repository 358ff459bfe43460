"""Decks of a test's own, as the tests of tables have them, and a coach that is waited for."""

import pytest

from games.runtime import thinker
from tests.tables.conftest import stack

__all__ = ["stack"]


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests wait until the coach has worked it out."""
    monkeypatch.setattr(thinker, "PATIENCE", 60)

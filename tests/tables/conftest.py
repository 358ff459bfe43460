"""Decks of a test's own."""

from collections.abc import Callable

import pytest

from tests.tables.room import stacked


@pytest.fixture
def stack(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Call it with the codes of the cards that come off the deck first, at every table."""

    def stacking(codes: str) -> None:
        monkeypatch.setattr("games.tables.locked_table.deck_of", stacked(codes))

    return stacking

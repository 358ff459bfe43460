"""The doors of the site in this process, and a clock that the test turns."""

from datetime import datetime, timedelta

import pytest

from tests.tables.room import OPENING


class Clock:
    """What `timezone.now()` says in the views."""

    def __init__(self) -> None:
        self.now = OPENING

    def __call__(self) -> datetime:
        return self.now

    def later(self, seconds: float) -> None:
        """Time passes."""
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the site."""
    clock = Clock()
    for module in ("games.web.table_views", "games.web.views", "accounts.views"):
        monkeypatch.setattr(f"{module}.timezone.now", clock)
    return clock

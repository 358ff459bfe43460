"""Every test of the daily deal has the paytables, and may move the site's clock."""

import pytest

from tests.tables.room import stock
from tests.web.conftest import clock

__all__ = ["clock"]


@pytest.fixture(autouse=True)
def paytables(db: None) -> None:
    stock()

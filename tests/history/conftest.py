"""The clock of the site, which the tests of its pages turn, and limits that count from nothing."""

from tests.accounts.conftest import fresh_limits
from tests.web.conftest import clock

__all__ = ["clock", "fresh_limits"]

"""The clock of the site, which the tests of its pages turn."""

from tests.web.conftest import clock

__all__ = ["clock"]

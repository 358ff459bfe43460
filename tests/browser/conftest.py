"""What holds of every test in a browser."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.support.browser import PATIENCE
from tests.support.felt import Browsers

expect.set_options(timeout=PATIENCE * 1000)

AT_ONCE = 'try { localStorage["cardroom.pace"] ??= "off"; } catch {}'
"""A script: cards and chips move at once, until the page or the test says otherwise."""


@pytest.fixture
def new_context(new_context: Browsers) -> Browsers:
    """New browser profiles. Nobody waits there for cards to be dealt: how they move has tests of
    its own (`tests.browser.test_film`)."""

    def make(**options: Any) -> BrowserContext:
        context = new_context(**options)
        context.add_init_script(AT_ONCE)
        return context

    return make

"""What holds of every test in a browser."""

from playwright.sync_api import expect

from tests.support.browser import PATIENCE

expect.set_options(timeout=PATIENCE * 1000)

"""What holds of every test in a browser."""

from playwright.sync_api import expect

PATIENCE = 20_000
"""Milliseconds that a page gets to show what it should: a busy machine may need some, and where
all goes well nobody waits for them."""

expect.set_options(timeout=PATIENCE)

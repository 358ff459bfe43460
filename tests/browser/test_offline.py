"""Without a connection a browser that has been here before shows one page: what is lost."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.support.browser import wait_until
from tests.support.felt import open_table, seated
from tests.support.server import Server

KEPT = """async () => {
  const requests = [];
  for (const name of await caches.keys()) {
    requests.push(...await (await caches.open(name)).keys());
  }
  return requests.map((request) => new URL(request.url).pathname);
}"""


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "service_workers": "allow"}


def test_no_page_is_shown_as_live_that_is_not(context: BrowserContext, server: Server) -> None:
    page = seated(context, server.url, open_table("big-50"), 1).page
    wait_until(page, "navigator.serviceWorker.controller")
    table = page.url
    page.goto("/rules/")
    server.stop()
    try:
        for address in (table, "/", "/rules/"):
            page.goto(address)
            expect(page.get_by_role("heading", name="No connection")).to_be_visible()
            expect(page.get_by_text("Your seat is kept for three minutes")).to_be_visible()
        styled = "getComputedStyle(document.querySelector('.btn--go')).minHeight !== 'auto'"
        assert page.evaluate(styled)
        kept = page.evaluate(KEPT)
    finally:
        server.start()
    assert "/offline" in kept
    assert all(path == "/offline" or path.startswith("/static/") for path in kept)
    assert not [path for path in kept if path.endswith(".js")]
    page.goto(table)
    expect(page.locator("#seat-1, #mine").first).to_be_attached()
    page.goto("/")
    expect(page.get_by_role("heading", name="No connection")).to_have_count(0)

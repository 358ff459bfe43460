"""The scripts of a page are modules: what they make is theirs, and no page finds it by name."""

import re

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from tests.support.felt import open_table, seated
from tests.support.server import Server

OWN_NAMES = """
() => {
  const bare = document.createElement("iframe");
  document.body.append(bare);
  const given = new Set(Object.getOwnPropertyNames(bare.contentWindow));
  bare.remove();
  return Object.getOwnPropertyNames(window).filter((name) => !given.has(name));
}
"""


def test_a_table_has_no_global_but_that_of_htmx(context: BrowserContext, server: Server) -> None:
    page = seated(context, server.url, open_table("big-50"), 1).page
    page.locator("#spot-range").click()
    expect(page.locator("#spot-range .chip")).to_have_count(1)
    names = {str(name) for name in page.evaluate(OWN_NAMES) if not str(name).isdecimal()}
    assert names == {"htmx"}


def test_a_press_on_a_spot_before_the_scripts_run_is_made_good(
    context: BrowserContext, server: Server
) -> None:
    player = seated(context, server.url, open_table("big-50"), 1)
    held: list[Route] = []
    player.page.route(re.compile(r"/js/pages/table\."), lambda route: held.append(route))
    player.page.goto(player.page.url, wait_until="commit")
    player.spot("range").click()
    assert player.spot("range").get_attribute("data-stake") == "0"
    (late,) = held
    late.continue_()
    expect(player.spot("range")).to_have_attribute("data-stake", "500")
    player.spot("range").click()  # and from now on each press counts once
    expect(player.spot("range")).to_have_attribute("data-stake", "1000")


@pytest.mark.parametrize("path", ["/", "/accounts/login/"])
def test_nor_has_another_page(context: BrowserContext, server: Server, path: str) -> None:
    page = context.new_page()
    page.goto(f"{server.url}{path}")
    names = {str(name) for name in page.evaluate(OWN_NAMES) if not str(name).isdecimal()}
    assert names <= {"htmx", "allauth", "webauthnJSON"}

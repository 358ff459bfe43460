"""The way back to a seat from any page, in a browser."""

import re

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.support.browser import LISTEN, hear, wait_until
from tests.support.felt import Player, check_page, open_table, seated
from tests.support.server import Server

pytestmark = pytest.mark.timeout(120)


@pytest.mark.report("go to the lobby with a hand waiting")
def test_the_way_back_counts_down_and_leads_to_the_hand(
    context: BrowserContext, server: Server
) -> None:
    context.add_init_script(LISTEN)
    table = open_table("big-raise", pace="normal")
    player: Player = seated(context, server.url, table, 1)
    page = player.page
    player.bet(ante=5)
    page.locator("#go").click()
    page.once("dialog", lambda dialog: dialog.accept())
    page.goto("/rules/")
    bar = page.get_by_role("complementary", name="Your seat at Alder")
    expect(bar).to_contain_text("Your turn at Alder")
    clock = bar.locator("[data-left-ms]")
    first = int(clock.inner_text())
    wait_until(page, f"Number(document.querySelector('[data-left-ms]').textContent) < {first}")
    check_page(page)
    bar.get_by_role("link", name="Back to Alder").click()
    expect(page).to_have_url(re.compile(f"/tables/{table.pk}$"))
    player.act("Fold")
    page.goto("/rules/")
    expect(bar).not_to_contain_text("Your turn")


def test_the_way_back_is_spoken_when_the_turn_comes(
    context: BrowserContext, server: Server
) -> None:
    context.add_init_script(LISTEN)
    table = open_table("big-raise")
    player = seated(context, server.url, table, 1)
    other = context.new_page()
    other.goto("/rules/")
    expect(other.get_by_role("complementary", name="Your seat at Alder")).to_be_visible()
    player.bet(ante=5)
    player.deal()
    other.bring_to_front()
    hear(other, "Your turn at Alder")


def test_on_a_phone_at_another_table_it_says_where_bets_are_awaited(
    context: BrowserContext, server: Server
) -> None:
    page = seated(context, server.url, open_table("big-raise"), 1).page
    page.set_viewport_size({"width": 320, "height": 640})
    other = open_table("blackjack")
    page.goto(f"{server.url}/tables/{other.pk}")
    bar = page.get_by_role("complementary", name="Your seat at Alder")
    expect(bar.get_by_text("at Alder").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 320

"""A private table, from the lobby to the friend who joins by its link."""

from playwright.sync_api import BrowserContext, expect

from games.models import Table
from games.tables import setup
from tests.support.felt import Browsers, check_page
from tests.support.server import Server
from tests.tables.room import OPENING


def test_a_host_opens_a_table_and_a_friend_comes_by_its_link(
    context: BrowserContext, server: Server, new_context: Browsers
) -> None:
    setup.load_paytables(OPENING)
    page = context.new_page()
    page.goto("/")
    page.get_by_role("link", name="Open a table").click()
    check_page(page)
    page.get_by_role("navigation", name="Game").get_by_role("link", name="Blackjack").click()
    check_page(page)
    page.get_by_label("Minimum per spot").fill("50")
    page.get_by_label("Maximum per spot").fill("10")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("alert").first).to_contain_text("is above its maximum, 10.")
    check_page(page)
    page.get_by_label("Minimum per spot").fill("5")
    page.get_by_label("Name").fill("Friday night")
    page.get_by_text("More", exact=False).first.click()
    page.get_by_label("Decks").select_option("2")
    check_page(page)
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("button", name="Sit down at seat 1")).to_be_visible()
    table = Table.objects.get()
    assert (table.minimum, table.maximum, table.options["decks"]) == (5_00, 10_00, 2)

    assert table.name == "Friday night"
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.get_by_label("Anyone with this link can join").input_value()
    assert page.evaluate("navigator.clipboard.readText()") == link
    stranger = new_context().new_page()
    missing = stranger.goto(f"/tables/{table.pk}")
    assert missing is not None
    assert missing.status == 404
    stranger.goto(link)
    stranger.get_by_role("button", name="Sit down at seat 2").click()
    expect(page.locator("#seat-2")).to_contain_text("Guest")

    page.get_by_role("link", name="Manage the table").click()
    check_page(page)
    page.get_by_role("button", name="Remove Guest").click()
    expect(stranger.locator("#notice")).to_contain_text("The host has removed you from this table.")
    expect(page.get_by_text("Nobody else sits here.")).to_be_visible()
    page.get_by_role("link", name="Close the table").click()
    check_page(page)
    page.get_by_role("button", name="Close the table").click()
    expect(page.get_by_text("is closed.")).to_be_visible()
    expect(page).to_have_url(f"{server.url}/")

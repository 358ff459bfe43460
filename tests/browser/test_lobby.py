"""The lobby in a browser: its list lives."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Table
from games.web.lobby import MOST_SHOWN
from tests.live.visitors import PATIENCE, Visitor, open_room
from tests.support.felt import check_page
from tests.support.server import Server

pytestmark = pytest.mark.timeout(120)
FOUND = 1000.0 * PATIENCE


def test_the_row_that_changes_is_exchanged_and_tables_come_and_go(
    page: Page, server: Server
) -> None:
    room, later = open_room("big-50"), open_room("blackjack", listed=False)
    Table.objects.filter(pk=later.table_id).update(name="Zelkova")
    page.goto("/")
    row = page.locator(f"#table-{room.table_id}")
    expect(row).to_contain_text("0 of 6 seats")
    expect(page.get_by_text("Zelkova")).to_have_count(0)
    row.get_by_role("button").focus()
    Visitor(server).post(room.table_id, "sit", {"seat": 1})
    expect(row).to_contain_text("1 of 6 seats", timeout=FOUND)
    expect(row.get_by_role("button")).to_be_focused()
    Table.objects.filter(pk=later.table_id).update(listed=True)
    expect(page.get_by_role("list", name="Blackjack")).to_contain_text("Zelkova", timeout=FOUND)
    Visitor(server).post(room.table_id, "sit", {"seat": 2})
    expect(row).to_contain_text("2 of 6 seats", timeout=FOUND)
    Table.objects.filter(pk=later.table_id).update(closed=True)
    expect(page.get_by_text("Zelkova")).to_have_count(0, timeout=FOUND)
    expect(row).to_contain_text("2 of 6 seats")


def test_a_full_house_says_how_many_more_tables_there_are(page: Page) -> None:
    for _ in range(MOST_SHOWN + 2):
        open_room("big-50")
    page.goto("/")
    tables = page.get_by_role("list", name="Big 50")
    expect(tables.get_by_role("button", name="Sit down")).to_have_count(MOST_SHOWN)
    expect(tables).to_contain_text("And 2 more tables of Big 50")
    check_page(page)


def test_from_the_lobby_to_the_first_bet_in_two_actions(page: Page) -> None:
    room = open_room("blackjack")
    page.goto("/")
    page.locator(f"#table-{room.table_id}").get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/tables/*")  # until it is loaded, scripts and all
    page.locator("[data-spot=main]").click()
    expect(page.locator("[data-total]")).to_have_text("5.00")
    page.goto("/")
    page.get_by_role("button", name="Play Blackjack solo").click()
    page.wait_for_url("**/tables/*")
    page.locator("[data-spot=main]").click()
    expect(page.locator("[data-total]")).to_have_text("5.00")

"""A new visitor's first minute: one press, and there is company at the table."""

from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Pace, Table
from games.tables import setup
from tests.support.felt import check_page, stop_clock
from tests.support.server import Server


def test_one_press_leads_to_a_table_with_company_that_plays(page: Page, server: Server) -> None:
    setup.load_paytables(timezone.now())
    setup.open_house()
    Table.objects.update(pace=Pace.UNTIMED)  # a busy machine would miss the window for bets
    page.goto("/")
    page.get_by_role("button", name="Join a table of Big 50").click()
    bots = page.get_by_role("group", name=", a bot, bets")
    expect(bots).to_have_count(3)
    expect(bots.first.get_by_text("bot", exact=True)).to_be_visible()
    page.locator("#spot-range").click()
    page.locator("#go").click()
    expect(page.locator("#pulse")).to_have_attribute("data-phase", "looking")
    page.locator("#acts").get_by_role("button", name="Reveal").click()
    expect(page.locator("#pulse")).to_have_attribute("data-phase", "showing")
    for table in Table.objects.all():
        stop_clock(table)
    expect(page.locator(".seat__net")).to_have_count(3)
    check_page(page)

"""The daily deal in a browser: from the page of the day through a round to the progress shown."""

from datetime import UTC, datetime, time, timedelta
from time import sleep

from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from games.models import PaytableVersion
from games.tables import setup
from tests.support.felt import PHONE, check_page
from tests.support.server import Server


def not_at_midnight() -> None:
    """Waits for the next day where this one is about to end: its deal would go with it."""
    now = timezone.now()
    left = (now + timedelta(minutes=2)).date() - now.date()
    midnight = datetime.combine(now.date() + left, time(), UTC)
    if left:
        sleep((midnight - now).total_seconds())


def test_a_visitor_plays_a_round_and_finds_it_counted(server: Server, page: Page) -> None:
    if not PaytableVersion.objects.exists():
        setup.load_paytables(timezone.now())
    not_at_midnight()
    page.goto("/daily")
    check_page(page)
    page.get_by_role("button", name="Start Big Raise").click()
    expect(page.get_by_role("heading", name="Round 1 of 20")).to_be_visible()
    expect(page.locator("#spot-ante")).to_contain_text("5")
    expect(page.locator(".tray")).to_have_count(0)
    page.get_by_role("button", name="Deal", exact=True).click()
    page.locator("#act-fold").click()
    page.get_by_role("button", name="Next round").click()
    expect(page.get_by_role("heading", name="Round 2 of 20")).to_be_visible()
    page.get_by_role("link", name="Back to the daily deal").click()
    expect(page.get_by_text("1 of 20")).to_be_visible()
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    check_page(page)
    page.get_by_role("link", name="Board of Big Raise").click()
    expect(page.get_by_role("heading", name="Your rounds")).to_be_visible()
    check_page(page)


NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def left(shown: Locator) -> timedelta:
    """What the page says is left of the day."""
    hours, minutes, seconds = (int(part) for part in shown.inner_text().split(":"))
    return timedelta(hours=hours, minutes=minutes, seconds=seconds)


def test_the_day_runs_down_and_ends_without_a_new_page(server: Server, page: Page) -> None:
    if not PaytableVersion.objects.exists():
        setup.load_paytables(timezone.now())
    not_at_midnight()
    page.clock.install(time=NOON)
    page.goto("/daily")
    page.clock.pause_at(NOON + timedelta(seconds=30))
    shown = page.locator("[data-countdown]")
    before = left(shown)
    page.clock.fast_forward(65_000)
    assert before - left(shown) == timedelta(seconds=65)
    page.clock.fast_forward("24:00:00")
    expect(page.get_by_text("The next deal is here.")).to_be_visible()
    again = page.get_by_role("link", name="Load the page again")
    expect(again).to_have_attribute("href", page.url)

"""Practice in a browser: by keyboard alone, on a desk and on a phone."""

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from accounts.guests import new_guest
from games.models import DrillRun
from tests.support.felt import PHONE, check_page, log_in
from tests.support.server import Server


@pytest.fixture
def page(context: BrowserContext, server: Server) -> Page:
    log_in(context, server.url, new_guest(timezone.now()))
    return context.new_page()


def test_a_hand_is_answered_and_the_next_one_taken_with_keys(page: Page) -> None:
    page.goto("/practise/blackjack")
    page.get_by_label("What to practise").select_option("stiff")
    page.get_by_role("button", name="Start").click()
    check_page(page)
    page.keyboard.press("s")
    expect(page.get_by_role("button", name="Next hand")).to_be_visible()
    expect(page.locator("#q")).to_be_focused()
    check_page(page)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Stand")).to_be_visible()
    expect(page.locator(".facts")).to_contain_text("1 of 20")


def test_cards_are_held_with_keys_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.goto("/practise/big-draw")
    page.get_by_label("What to practise").select_option("deuces-or-royal")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("button", name="Draw")).to_be_visible()
    page.wait_for_load_state()
    page.keyboard.press("2")
    expect(page.get_by_role("checkbox").nth(1)).to_be_checked()
    check_page(page)
    held = page.get_by_role("checkbox").nth(1).get_attribute("value")
    page.get_by_role("button", name="Draw").click()
    expect(page.get_by_role("button", name="Next hand")).to_be_visible()
    action = DrillRun.objects.get().action
    assert action is not None
    assert len(action["discard"]) == 4
    assert held not in action["discard"]

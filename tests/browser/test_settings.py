"""What one prefers is so on every page, and a reminder never comes between a player and a hand."""

import re
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import BrowserContext, expect

from accounts.models import User
from tests.support.felt import check_page, open_table, seated
from tests.support.server import Server


def test_cards_theme_and_keys_are_as_chosen(context: BrowserContext, server: Server) -> None:
    table = open_table("big-raise", solo=True)
    player = seated(context, server.url, table, 1)
    page = player.page
    page.goto("/accounts/settings")
    check_page(page)
    page.get_by_role("radio", name="Colour-blind safe").check()
    expect(page.get_by_role("list", name="Colour-blind safe")).to_be_visible()
    expect(page.get_by_role("list", name="Four colours")).to_be_hidden()
    page.get_by_label("A letter for the suit on every card").check()
    page.get_by_role("radio", name="Dark").check()
    page.get_by_label("Fold").fill("j")
    page.get_by_role("button", name="Save settings").click()
    expect(page.get_by_text("Your settings are saved.")).to_be_visible()
    check_page(page)
    page.goto(f"/tables/{table.pk}")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    player.bet(ante=5)
    player.deal()
    card = page.locator("#mine .card").first
    expect(card.locator("img")).to_have_attribute("src", re.compile("/cards/safe/"))
    expect(card.locator(".card__suit")).to_be_visible()
    page.keyboard.press("f")
    page.wait_for_timeout(300)  # a fold would be under way by now
    player.expect_state("playing")
    page.keyboard.press("j")
    player.expect_state("showing")


def test_the_net_goes_on_and_a_reminder_waits_for_the_end_of_the_hand(
    context: BrowserContext, server: Server
) -> None:
    table = open_table("big-raise", solo=True)
    player = seated(context, server.url, table, 1)
    player.bet(ante=5)
    player.deal()
    player.act("Fold")
    net = player.page.locator("[data-session-net]")
    expect(net).to_have_text("−5.00")
    player.act("New round")
    player.expect_state("betting")
    player.bet(ante=5)
    player.deal()
    came = timezone.now() - timedelta(minutes=40)
    User.objects.filter(pk=player.user.pk).update(last_login=came)
    player.page = page = context.new_page()
    page.goto(f"/tables/{table.pk}")
    player.expect_state("playing")
    reminder = page.locator("#reminder")
    expect(reminder).to_be_attached()
    expect(reminder).to_be_hidden()
    player.act("Fold")
    expect(reminder).to_be_visible()
    expect(reminder).to_contain_text("You have been here for 40 minutes")
    expect(page.get_by_role("button", name="Continue")).to_be_focused()
    check_page(page)
    page.get_by_role("button", name="Continue").click()
    expect(reminder).not_to_be_attached()
    expect(page.locator("[data-session-net]")).to_have_text("−10.00")
    page.goto("/accounts/limits")
    check_page(page)
    expect(reminder).not_to_be_attached()

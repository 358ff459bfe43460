"""A demonstration in a browser: stepped both ways by keys and by buttons, at every size."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.felt import check_page
from tests.support.server import Server

SIZES = ((320, 568), (375, 812), (768, 1024), (1024, 768), (1280, 720), (1440, 900))
SHOWN = "/demo/big-raise/dealer-breaks-a-pair?seed=1"


@pytest.fixture
def page(context: BrowserContext, server: Server) -> Page:
    return context.new_page()


def test_it_is_stepped_both_ways_by_keys_and_buttons(page: Page) -> None:
    page.goto(SHOWN)
    say, polite = page.locator("#say"), page.locator("#polite")
    expect(say).to_contain_text("Seat 1 bets 10")
    page.keyboard.press("Space")
    expect(say).to_contain_text("Seat 1 gets two cards.")
    expect(polite).to_contain_text("Seat 1 gets two cards.")
    page.keyboard.press("ArrowRight")
    expect(say).to_contain_text("Seat 2 gets two cards.")
    page.keyboard.press("ArrowLeft")
    expect(say).to_contain_text("Seat 1 gets two cards.")
    page.get_by_role("link", name="Next step").click()
    expect(say).to_contain_text("Seat 2 gets two cards.")
    page.keyboard.press("Space")  # the button has the focus now
    expect(say).to_contain_text("Dealer gets three cards")
    page.get_by_role("link", name="Step back").click()
    expect(say).to_contain_text("Seat 2 gets two cards.")
    expect(page).to_have_url(re.compile(r"\?seed=1&at=3$"))
    page.reload()
    expect(say).to_contain_text("Seat 2 gets two cards.")
    page.get_by_role("navigation", name="Steps").get_by_role("link", name="Result").click()
    expect(say).to_contain_text("The round is over.")


def test_a_projector_shows_the_hand_alone(page: Page) -> None:
    page.goto(SHOWN)
    listed = page.get_by_role("navigation", name="Next hand")
    expect(listed).to_be_visible()
    page.keyboard.press("f")
    expect(listed).to_be_hidden()
    expect(page.get_by_text("Demonstration: no chips move")).to_be_visible()
    page.keyboard.press("f")
    expect(listed).to_be_visible()


@pytest.mark.parametrize("at", [1, 9, 20])
def test_it_is_whole_at_every_size(page: Page, at: int) -> None:
    page.goto(f"{SHOWN}&at={at}")
    check_page(page, "#next")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        expect(page.get_by_text("Demonstration: no chips move")).to_be_in_viewport()
        expect(page.locator("#next")).to_be_in_viewport()


@pytest.mark.parametrize("slug", ["big-50", "big-draw", "blackjack"])
def test_the_last_step_of_every_game_fits(page: Page, slug: str) -> None:
    page.goto(f"/demo/{slug}")
    check_page(page)
    page.locator(".showable a").first.click()
    page.get_by_role("navigation", name="Steps").get_by_role("link", name="Result").click()
    expect(page.locator("#say")).to_contain_text("The round is over.")
    check_page(page, "#next")


def test_cards_are_chosen_by_key_and_shown(page: Page) -> None:
    page.goto("/demo/big-raise/cards")
    check_page(page)
    for letter in "asac8d7c":
        page.keyboard.press(letter)
    expect(page.locator("#owner")).to_have_text("Dealer, 1 of 3")
    page.keyboard.press("Backspace")
    expect(page.locator("#owner")).to_have_text("Seat 2, 2 of 2")
    page.get_by_role("link", name="Deal the rest and show it").click()
    expect(page.get_by_role("heading", name="Cards of your choice")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.locator("#say")).to_contain_text("Seat 1 gets two cards.")
    expect(page.get_by_role("img", name="Ace of spades")).to_be_visible()

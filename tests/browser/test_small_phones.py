"""The smallest phones: 320 by 640 points, and fingers; phones on their side."""

import pytest
from playwright.sync_api import BrowserContext, FloatRect, Locator, Page, ViewportSize, expect

from games.registry import GAMES
from games.tables import setup
from tests.support.felt import open_table, sealed, seated
from tests.support.server import Server
from tests.tables.room import OPENING

SMALL: ViewportSize = {"width": 320, "height": 640}
USUAL: ViewportSize = {"width": 360, "height": 640}
SIDEWAYS: ViewportSize = {"width": 812, "height": 375}


def fits(page: Page) -> None:
    """Nothing has to be scrolled to, and nothing lies behind the buttons."""
    root = "document.documentElement"
    assert page.evaluate(f"[{root}.scrollWidth, {root}.scrollHeight]") == [320, 640]
    line, dock = (page.locator(place).bounding_box() for place in ("#line", "#acts"))
    assert line is not None
    assert dock is not None
    assert line["y"] + line["height"] <= dock["y"] + 1
    assert dock["y"] + dock["height"] <= 640


@pytest.mark.parametrize("game", list(GAMES))
def test_a_table_fits_on_the_smallest_phone(
    game: str, context: BrowserContext, server: Server
) -> None:
    page = seated(context, server.url, open_table(game), 1).page
    page.set_viewport_size(SMALL)
    fits(page)
    if GAMES[game].choice:
        page.locator("#acts button[name=choose]").first.click()
        expect(page.locator("#bets .spot").first).to_be_visible()
        fits(page)


def test_the_way_up_is_large_enough_for_a_finger(page: Page, server: Server) -> None:
    setup.load_paytables(OPENING)
    page.set_viewport_size(SMALL)
    page.goto(f"{server.url}/odds/published")
    box = page.get_by_role("main").get_by_role("link", name="Rules and odds").bounding_box()
    assert box is not None
    assert box["height"] >= 44


def box(place: Locator) -> FloatRect:
    found = place.bounding_box()
    assert found is not None
    return found


@pytest.mark.parametrize("game", list(GAMES))
def test_the_name_of_the_game_is_whole_and_the_first_steps_lie_on_nothing(
    game: str, context: BrowserContext, server: Server
) -> None:
    page = seated(context, server.url, open_table(game, solo=True), 1).page
    long = {
        "#purse span": "12,345.00",
        "[data-session-clock]": "10:59",
        "[data-session-net]": "−1,234.50",
    }
    for place, words in long.items():
        page.locator(place).evaluate("(place, words) => { place.textContent = words; }", words)
    for size in (SMALL, USUAL):
        page.set_viewport_size(size)
        name = page.locator(".where b")
        assert name.evaluate("name => name.scrollWidth <= name.clientWidth")
        assert box(name)["height"] <= 42
    if GAMES[game].choice:
        page.locator("#acts button[name=choose]").first.click()
        expect(page.locator("#bets .spot").first).to_be_visible()
    above = page.locator("#board :is(.scale, .papers, h3)").last
    expect(page.locator("#first li").first).to_be_visible()
    assert box(page.locator("#first"))["height"] == 0  # its place is as large without it
    assert box(page.locator("#first li").first)["y"] >= box(above)["y"] + box(above)["height"]


def test_on_a_phone_on_its_side_the_buttons_stand_beside_the_chips(
    context: BrowserContext, server: Server
) -> None:
    player = seated(context, server.url, open_table("blackjack", solo=True), 1)
    page = player.page
    page.set_viewport_size(SIDEWAYS)
    sealed(player.table, lambda deck: not any(card[0] in "AT" for card in deck[:4]))
    player.bet(main=5)
    deal = box(page.locator("#go"))
    assert box(page.locator("#acts"))["height"] <= 70
    player.deal()
    player.expect_state("playing")
    expect(page.locator("[data-film]")).to_have_count(0)
    assert box(page.locator("#acts"))["height"] <= 70
    for button in page.locator("#acts-play button").all():
        there = box(button)
        assert there["x"] + there["width"] <= deal["x"]  # no press for it falls on what deals
        assert there["y"] >= SIDEWAYS["height"] - 70

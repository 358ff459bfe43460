"""The smallest phones: 320 by 640 points, and fingers."""

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from games.registry import GAMES
from games.tables import setup
from tests.support.felt import open_table, seated
from tests.support.server import Server
from tests.tables.room import OPENING

SMALL: ViewportSize = {"width": 320, "height": 640}


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

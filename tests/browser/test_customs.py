"""Paper, forced colours and double taps: what a browser does with every page."""

import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.felt import open_table, seated
from tests.support.server import Server

NOT_FOR_TAPS = """
() => [...document.querySelectorAll(
    ".table :is(a, button, input:not([type=hidden]), label, select, summary, [role=radio], .spot)")]
  .filter((control) => getComputedStyle(control).touchAction !== "manipulation")
  .map((control) => control.outerHTML)
"""
COLOURS = """
(word) => {
  let ground = word;
  const back = (element) => getComputedStyle(element).backgroundColor;
  while (/, 0\\)$/.test(back(ground)) || ground.closest(".hold") === ground) {
    ground = ground.parentElement;
  }
  return [getComputedStyle(word).color, back(ground)];
}
"""
"""A function: the colour of a word, and of what it stands on; a card's words stand below it."""


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.2) of ``rgb(r, g, b)``."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colours: Any) -> float:
    """Contrast ratio (WCAG 2.2) of two colours."""
    dark, light = sorted(map(luminance, colours))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.report("double tap on Undo, Deal, Hit on a phone")
@pytest.mark.parametrize("game", ["big-50", "big-draw", "blackjack", "big-raise"])
def test_no_control_of_a_table_zooms_when_it_is_tapped_twice(
    context: BrowserContext, server: Server, game: str
) -> None:
    page = seated(context, server.url, open_table(game, solo=True), 1).page
    expect(page.locator("#chip-5, #acts button").first).to_be_visible()
    assert page.evaluate(NOT_FOR_TAPS) == []


@pytest.mark.report("print any page but the sheet")
@pytest.mark.parametrize(
    "path", ["/", "/rules/big-50", "/fairness", "/accounts/login/", "/nowhere"]
)
def test_any_page_prints_light_without_the_link_that_skips(page: Page, path: str) -> None:
    page.emulate_media(media="screen", color_scheme="dark")
    page.goto(path)
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.get_by_text("Skip to content")).to_be_hidden()
    ground, ink = page.locator("body").evaluate(
        "body => [getComputedStyle(body).backgroundColor, getComputedStyle(body).color]"
    )
    assert ground == "rgb(255, 255, 255)"
    assert contrast((ground, ink)) > 7
    paper = "rgb(255, 255, 255)"  # browsers leave backgrounds out
    for heading in page.locator("h1:visible, .lede:visible").all():
        colour = heading.evaluate("heading => getComputedStyle(heading).color")
        assert contrast((paper, colour)) > 4.5


@pytest.mark.report("forced colours, light, Big Draw, hold a card")
def test_hold_can_be_read_in_forced_colours(context: BrowserContext, server: Server) -> None:
    player = seated(context, server.url, open_table("big-draw", solo=True), 1)
    page = player.page
    page.get_by_role("button", name="5 Card Draw").click()
    player.expect_state("betting")
    player.bet(first_five=5, big_draw=10)
    page.locator("#go").click()
    player.expect_state("playing")
    page.emulate_media(forced_colors="active", color_scheme="light")
    page.locator(".hold").first.click()
    hold = page.locator(".hold__tag").first
    expect(hold).to_be_visible()
    assert contrast(hold.evaluate(COLOURS)) > 4.5

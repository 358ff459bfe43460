"""A browser whose own font is set larger: 24 or 32 pixels where 16 is usual."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, BrowserType, ViewportSize, expect

from accounts.models import User
from games.registry import GAMES
from games.tables import services
from tests.support.felt import open_table, seated, step_at
from tests.support.server import Server
from tests.tables.room import WAGERS

DESK: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}

OVERLAPS = """() => {
  const names = [...document.querySelectorAll("#bets .spot__name")].map((name) => {
    const range = document.createRange();
    range.selectNodeContents(name);
    return [name.textContent.trim(), range.getBoundingClientRect()];
  });
  return names.flatMap(([name, a], place) => names.slice(place + 1)
    .filter(([, b]) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
    .map(([other]) => `${name} and ${other}`));
}"""
OUTSIDE = """() => {
  const felt = document.querySelector(".felt").getBoundingClientRect();
  return [...document.querySelectorAll(".felt :is(.plate, #board) *")]
    .filter((part) => {
      const box = part.getBoundingClientRect();
      return box.width && (box.left < felt.left - 1 || box.right > felt.right + 1);
    })
    .map((part) => part.outerHTML.slice(0, 80));
}"""

TOUCHING = """() => {
  const shown = (part) => {
    const style = getComputedStyle(part);
    return style.visibility !== "hidden" && style.display !== "none";
  };
  const text = (part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    const [words, own] = [range.getBoundingClientRect(), part.getBoundingClientRect()];
    const clipped = getComputedStyle(part).overflow !== "visible";
    return clipped ? own : words;
  };
  const parts = [...document.querySelectorAll(
    ".seat__name, .seat__bets, .seat__net, .seat .hand, .placard, #phase, .seat--open .seat__name",
  )].filter((part) => shown(part) && part.getBoundingClientRect().width);
  const boxes = parts.map((part) => [part.className + " " + part.textContent.trim(), text(part)]);
  return boxes.flatMap(([name, a], place) => boxes.slice(place + 1)
    .filter(([, b]) => a.left + 1 < b.right && b.left + 1 < a.right
      && a.top + 1 < b.bottom && b.top + 1 < a.bottom)
    .map(([other]) => `${name} | ${other}`));
}"""
"""Which names, stakes, results and hands of seats lie over each other."""

Opened = Callable[[int, ViewportSize], AbstractContextManager[BrowserContext]]


@pytest.fixture
def opened(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], server: Server
) -> Opened:
    """Opens a browser with a default font of so many pixels."""

    @contextmanager
    def launched(pixels: int, viewport: ViewportSize) -> Iterator[BrowserContext]:
        args = [f"--blink-settings=defaultFontSize={pixels}"]
        browser = browser_type.launch(**{**browser_type_launch_args, "args": args})
        yield browser.new_context(base_url=server.url, viewport=viewport)
        browser.close()

    return launched


@pytest.mark.report("default font 24 or 32 px at 1280x900")
@pytest.mark.parametrize(("pixels", "viewport"), [(24, DESK), (32, DESK), (32, PHONE)])
def test_at_a_table_names_of_spots_stay_apart_and_on_the_felt(
    opened: Opened, server: Server, pixels: int, viewport: ViewportSize
) -> None:
    with opened(pixels, viewport) as context:
        for game in GAMES:
            page = seated(context, server.url, open_table(game, solo=True), 1).page
            if GAMES[game].choice:
                page.locator("#acts button[name=choose]").last.click()
            page.locator("#bets .spot__name").first.wait_for()
            assert page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") >= 15
            assert page.evaluate(OVERLAPS) == []
            assert page.evaluate(OUTSIDE) == []
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width == viewport["width"]
            page.close()


@pytest.mark.parametrize(("pixels", "viewport"), [(32, DESK), (32, PHONE)])
def test_names_and_stakes_of_seats_stay_apart(
    opened: Opened, server: Server, pixels: int, viewport: ViewportSize
) -> None:
    with opened(pixels, viewport) as context:
        for game, wagers in WAGERS.items():
            table = open_table(game)
            first = seated(context, server.url, table, 3)
            if GAMES[game].choice:
                first.page.locator("#acts button[name=choose]").first.click()
                expect(first.page.locator("#bets .spot").first).to_be_visible()
            other = seated(context, server.url, table, 2)
            name = f"WilhelminaOfWestphalia{table.pk}"
            User.objects.filter(pk=first.user.pk).update(is_guest=False, username=name)
            for user in (first.user, other.user):
                step = step_at(table, user)
                services.place(table.pk, user, step, wagers, ready=False, now=timezone.now())
            for page in (other.page, context.new_page()):
                page.goto(f"/tables/{table.pk}")
                expect(page.locator(".seat__bets").first).to_be_visible()
                assert page.evaluate(TOUCHING) == []
                page.close()
                context.clear_cookies()  # and once more as somebody who watches


@pytest.mark.report("390 px wide at 32 px")
def test_no_page_scrolls_sideways_on_a_phone_with_a_font_of_32_pixels(opened: Opened) -> None:
    with opened(32, PHONE) as context:
        page = context.new_page()
        for path in ("/", "/rules/big-50", "/daily", "/demo", "/fairness", "/accounts/settings"):
            page.goto(path)
            assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
            assert page.evaluate("document.documentElement.scrollWidth") == 390, path

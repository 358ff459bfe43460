"""Rounds in a real Chromium, alone at a table: how long one takes by keys when nothing moves, and
the longest tasks when everything does, on a processor four times as slow.
"""

import json
import statistics
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page, sync_playwright

from accounts.guests import new_guest
from bench.site import served
from games.models import Pace, Table
from games.registry import GAMES
from games.tables import services, setup
from tests.support.browser import sign_in, system_chromium

ROUNDS = 7
FILMS = 3
"""How many rounds are measured for their longest tasks."""
SLOWER = 4
"""How many times slower than this one the assumed processor is."""

REBET = "e"

TRACED = ["toplevel", "devtools.timeline"]
TASKS = {"RunTask", "ThreadControllerImpl::RunTask"}
NEXT_KEY = """() => {
  if (document.querySelector("[data-film]")) return "";
  if (document.querySelector("#pulse[data-phase=showing]")) return "over";
  const acts = document.querySelector("#acts:not([inert])");
  const buttons = acts ? [...acts.querySelectorAll("[data-key]:not(:disabled)")] : [];
  return buttons.filter((button) => button.checkVisibility()).map((b) => b.dataset.key).join("\\n");
}"""


@dataclass(frozen=True)
class Guest:
    """A guest alone at a table of a game: the table's address, the bet that opens a round, and the
    session's key."""

    game: str
    path: str
    spot: str
    session: str

    @classmethod
    def seated(cls, slug: str) -> "Guest":
        """A new guest at a new table."""
        now = timezone.now()
        user = new_guest(now)
        table = setup.open_table(GAMES[slug], "Keys", pace=Pace.UNTIMED, solo=True)
        Table.objects.filter(pk=table.pk).update(host=user)
        services.sit(table.pk, user, 1, now)
        spot = next(spot.key for spot in table.rules.spots(table.rules.options()) if spot.opening)
        client = Client()
        client.force_login(user)
        return cls(slug, f"/tables/{table.pk}?seat=1", spot, client.session.session_key or "")

    def page(self, browser: Browser, url: str, speed: str) -> Page:
        """The guest's table, with cards moving at that speed."""
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        context.add_init_script(f'localStorage["cardroom.pace"] = "{speed}";')
        sign_in(context, url, self.session)
        page = context.new_page()
        page.goto(url + self.path)
        return page


def _keys(page: Page) -> list[str]:
    """The keys that can be pressed, none if the round is over."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        found = page.evaluate(NEXT_KEY)
        if found:
            return [] if found == "over" else list(found.split("\n"))
        page.wait_for_timeout(5)
    raise AssertionError("Nothing can be pressed.")


def _round(page: Page) -> None:
    """One round by keys alone, from the key that deals to the result."""
    _press(page, "Enter")
    _play_on(page)


def _play_on(page: Page) -> None:
    """Presses keys until the round is over."""
    while keys := _keys(page):
        if REBET in keys:
            page.keyboard.press(REBET)
            page.locator("[data-total]", has_text="5.00").wait_for()
        _press(page, "Enter" if "Enter" in keys else keys[-1])


def _press(page: Page, key: str) -> None:
    """Presses a key, and waits until the table has gone on."""
    step = page.locator("#pulse").get_attribute("data-step")
    page.keyboard.press(key)
    end = time.monotonic() + 30
    while page.locator("#pulse").get_attribute("data-step") == step:
        assert time.monotonic() < end, f"{key} did nothing at {page.url}"
        page.wait_for_timeout(5)


def _first_round(page: Page, spot: str) -> None:
    """A round after which one key repeats the bet and deals."""
    page.locator("#acts button").first.wait_for()
    if (games := page.locator("#acts-choose button")).count():
        games.last.click()
    page.locator("#chip-5").wait_for()
    page.locator(f"#spot-{spot}").click()
    page.locator("[data-total]", has_text="5.00").wait_for()
    page.locator("#go").click()
    page.locator("#pulse:not([data-phase=betting])").wait_for(state="attached")
    _play_on(page)


def measure(home: Path) -> dict[str, Any]:
    """By game: seconds of a round by keys at instant speed, the longest task while cards and chips
    move in milliseconds, and the seconds from the lobby to the first wager on the felt."""
    guests = [(Guest.seated(slug), Guest.seated(slug)) for slug in GAMES]
    seconds, longest = {}, {}
    with served(home) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=system_chromium())
        for one, other in guests:
            seconds[one.game] = _seconds(one.page(browser, server.url, "off"), one.spot)
            page = other.page(browser, server.url, "normal")
            longest[one.game] = _longest_task(browser, page, other.spot)
        browser.close()
        browser = playwright.chromium.launch(executable_path=system_chromium())
        wagers = {slug: _first_wagers(browser, server.url, slug) for slug in GAMES}
        browser.close()
    return {
        "browser.round_s": seconds,
        "browser.longest_task_ms": longest,
        "browser.first_wager_s": wagers,
    }


def _seconds(page: Page, spot: str) -> float:
    _first_round(page, spot)
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        _round(page)
        times.append(time.perf_counter() - start)
    return round(statistics.median(times), 2)


def _first_wagers(browser: Browser, url: str, slug: str) -> dict[str, float]:
    """Seconds of a visitor's first two actions, alone and at a shared table, on a slowed processor:
    the button in the lobby, and the spot on the felt. A game that is chosen first takes one more.
    """
    name = GAMES[slug].name
    return {
        "solo": _first_wager(browser, url, f"Play {name} solo"),
        "shared": _first_wager(browser, url, f"Join a table of {name}"),
    }


def _first_wager(browser: Browser, url: str, button: str) -> float:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.goto(url)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    start = time.perf_counter()
    page.get_by_role("button", name=button, exact=True).click()
    choose, spots = page.locator("#acts-choose button"), page.locator("#bets .spot[data-spot]")
    choose.or_(spots).first.wait_for()
    if choose.count():
        choose.last.click()  # at a shared table the first one passes
    spots.first.click()
    page.locator("#bets .spot[data-spot]:not([data-stake='0'])").first.wait_for()
    seconds = time.perf_counter() - start
    context.close()
    return round(seconds, 2)


def _longest_task(browser: Browser, page: Page, spot: str) -> int:
    """The longest task of the page's main thread during a round: processor milliseconds, times the
    slowdown, so that other work on the machine does not count."""
    _first_round(page, spot)
    longest = []
    for _ in range(FILMS):
        browser.start_tracing(page=page, categories=TRACED)
        _round(page)
        _keys(page)
        longest.append(_longest(json.loads(browser.stop_tracing())["traceEvents"]))
    return round(SLOWER * statistics.median(longest) / 1000)


def _longest(events: list[dict[str, Any]]) -> int:
    """Processor microseconds of the longest task of the page's main thread."""
    threads = Counter((one["pid"], one["tid"]) for one in events if one["name"] == "Layout")
    ((thread, _),) = threads.most_common(1)
    tasks = (one for one in events if one["name"] in TASKS and (one["pid"], one["tid"]) == thread)
    return max(int(one["tdur"]) for one in tasks if "tdur" in one)

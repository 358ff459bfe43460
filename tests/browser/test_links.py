"""A table whose link is lost: the page says so, goes on more slowly, and comes back whole."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, expect

from games.models import Pace
from games.tables import services
from tests.support.browser import hear
from tests.support.deals import Codes
from tests.support.felt import (
    Browsers,
    Wire,
    names,
    neighbour,
    open_table,
    sealed,
    seated,
    step_at,
    wager,
)
from tests.support.server import Server

START = 1_000_00
SECONDS_TO_COME_BACK = 60
"""A socket tries again after half a second, then after twice as long each time."""


def counted(codes: Codes) -> int:
    """The total of a Big 50 hand."""
    return sum({"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(c[0]) or int(c[0]) for c in codes)


def test_a_lost_server_is_told_and_comes_back_with_the_whole_table(
    context: BrowserContext, server: Server
) -> None:
    table = open_table("big-50")
    context.clock.install()
    player = seated(context, server.url, table, 1)
    page = player.page
    player.bet_for_sure(range=5)
    banner = page.locator("#banner")
    server.stop()
    try:
        expect(banner).to_have_text(re.compile("Reconnecting… your seat and bets are safe"))
        user = neighbour(table, 2)
        wager(table, user, range=25_00)
    finally:
        server.start()
    back = "Back. The site did not answer. You missed:"
    expect(banner).to_contain_text(back, timeout=SECONDS_TO_COME_BACK * 1000)
    expect(banner).to_contain_text(f"Seat 2 ({user.display_name}) sits down.")
    expect(banner.get_by_role("link", name="Read the log")).to_have_attribute("href", "#side")
    hear(page, "You missed:")
    expect(page.locator("#seat-2")).to_contain_text(user.display_name)
    expect(page.locator("#seat-2")).to_contain_text("25")
    expect(player.spot("range")).to_have_attribute("data-stake", "500")
    page.clock.fast_forward(15_000)
    expect(banner).to_be_hidden()


COUNTS = """() => {
    const text = document.querySelector("#banner").textContent;
    const banner = text.match(/Time left (\\d+):(\\d\\d)$/);
    const clock = document.querySelector("#clock [data-left]").textContent;
    return banner && [Number(banner[1]) * 60 + Number(banner[2]), Number(clock)];
}"""


def test_a_lost_link_tells_what_the_clock_leaves_its_player(
    new_context: Browsers, server: Server
) -> None:
    player = seated(new_context(), server.url, open_table("big-50", pace=Pace.LEARNER), 1)
    page, banner = player.page, player.page.locator("#banner")
    watching = new_context().new_page()
    watching.goto(page.url)
    player.bet_for_sure(range=5)
    expect(page.locator("#clock")).to_be_visible()
    expect(watching.locator("#clock")).to_be_visible()
    server.stop()
    try:
        expect(banner).to_have_text(re.compile(r"your seat and bets are safe\. Time left 0:\d\d"))
        text, drawn = page.evaluate(COUNTS)
        assert abs(text - drawn) <= 1  # drawn at most a quarter of a second apart
        hear(page, re.compile(r"Time left 0:\d\d"))
        shown = banner.inner_text()
        expect(banner).not_to_have_text(shown)  # it goes on
        expect(watching.locator("#banner")).to_have_text(re.compile("Reconnecting"))
        expect(watching.locator("#banner")).not_to_contain_text("Time left")
    finally:
        server.start()


@pytest.mark.report("step the computer's clock by five minutes during a countdown")
@pytest.mark.parametrize("minutes", [5, -5])
def test_a_step_of_the_computers_clock_changes_nothing_of_what_is_left(
    context: BrowserContext, server: Server, minutes: int
) -> None:
    context.clock.install()
    player = seated(context, server.url, open_table("big-50", pace=Pace.LEARNER), 1)
    page, left = player.page, player.page.locator("#clock [data-left]")
    player.bet_for_sure(range=5)
    expect(left).to_be_visible()
    before, since = int(left.inner_text()), page.evaluate("performance.now()")
    with page.expect_response("**/parts"):  # the page measures the server's time anew
        page.clock.set_system_time(page.evaluate("Date.now()") / 1000 + 60 * minutes)
    passed = (page.evaluate("performance.now()") - since) / 1000
    assert before - passed - 2 <= int(left.inner_text()) <= before


def test_a_cut_cable_is_told_and_its_return_too(context: BrowserContext, server: Server) -> None:
    solo = seated(context, server.url, open_table("big-50", solo=True), 1)
    banner = solo.page.locator("#banner")
    wire = Wire(solo.page)
    solo.page.reload()
    wire.wait_for_frame()
    solo.page.context.set_offline(True)
    expect(banner).to_have_text(re.compile("Your own connection is lost. Reconnecting"))
    hear(solo.page, "Reconnecting")
    solo.page.context.set_offline(False)
    back = "Back. Your connection was lost. You missed nothing."
    expect(banner).to_have_text(back, timeout=SECONDS_TO_COME_BACK * 1000)
    solo.bet(range=1)
    solo.deal()
    solo.expect_state("looking")


def test_a_press_is_not_lost_when_the_same_table_comes_again_meanwhile(
    context: BrowserContext, server: Server
) -> None:
    player = seated(context, server.url, open_table("big-draw", solo=True), 1)
    page = player.page
    player.act("5 Card Draw")
    player.expect_state("betting")
    player.bet(big_draw=5)
    player.deal()
    player.expect_state("playing")
    player.act("Hold all")
    page.get_by_role("button", name="Stand pat").hover()
    page.mouse.down()
    with page.expect_response(re.compile("/parts")) as answer:
        page.evaluate("dispatchEvent(new Event('online'))")  # the table is read again
    answer.value.finished()
    page.wait_for_timeout(200)  # a swap would be over by now
    page.mouse.up()
    player.expect_state("showing")


@pytest.mark.report("block WebSockets only")
def test_with_websockets_blocked_the_page_says_so_and_a_round_pays_the_same(
    context: BrowserContext, server: Server
) -> None:
    context.route_web_socket(re.compile("/ws/"), lambda socket: socket.close(code=1013))
    table = open_table("big-50")
    player = seated(context, server.url, table, 1)
    blocked = "Live updates are blocked here; the table refreshes every five seconds."
    expect(player.page.locator("#banner")).to_have_text(blocked)
    hear(player.page, blocked)
    user = neighbour(table, 2)
    expect(player.page.locator("#seat-2")).to_contain_text(user.display_name)
    deck = sealed(table, lambda deck: 20 <= counted(deck[:5]) <= 29)
    wager(table, user, range=5_00, ready=True)
    player.bet(range=5)
    player.page.locator("#go").click()
    player.expect_state("looking")
    assert player.own_cards() == names(deck[:5])
    services.act(table.pk, user, step_at(table, user), {"action": "reveal"}, timezone.now())
    player.act("Reveal all")
    player.expect_state("showing")
    expect(player.spot("range")).to_contain_text("−2.50 half returned")
    player.expect_balance(START - 2_50)


def test_the_way_back_shows_the_table_as_it_is_now(context: BrowserContext, server: Server) -> None:
    table = open_table("big-50")
    player = seated(context, server.url, table, 1)
    page = player.page
    page.goto("/")
    user = neighbour(table, 2)
    page.go_back()
    expect(page.locator("#seat-2")).to_contain_text(user.display_name)
    # A page that comes back from memory, which this browser does not do, loads itself anew.
    page.evaluate("window.old = true")
    with page.expect_event("load"):
        page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    assert not page.evaluate("Boolean(window.old)")
    expect(page.locator("#seat-2")).to_contain_text(user.display_name)

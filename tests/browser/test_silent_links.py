"""A link that is dead without a word, as in a tunnel: the page finds out, says so and comes back.

The time of the pages is the tests' own: it goes on when they say so.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from games.models import Chair, Pace
from tests.support.browser import hear, spoken, wait_until
from tests.support.felt import neighbour, open_table, seated
from tests.support.passage import Passage
from tests.support.server import Server

START = 1_000_00
BEAT, DEAD = 15_000, 30_000
"""What a page promises: it asks for a sign of life so often, and waits so long for one."""
STILL_AFTER, GIVEN_UP_AFTER = 2_000, 6_000
"""After so long a post is said to be under way, and given up."""
FIRST_ATTEMPT = 12_000
"""No attempt to come back that has begun in the silence is waited for longer, at first."""

RECONNECTING = "The site does not answer. Reconnecting… your seat and bets are safe."
UNTOLD = "No answer came. The table will show whether that counted."

NOTE_LINKS = """
window.links = [];
Math.random = () => 0.5;  // the pauses between attempts are 500 ms, then twice as long each time
window.WebSocket = class extends WebSocket {
  note(what) { links.push([what, performance.now()]); }
  constructor(...how) {
    super(...how);
    this.note("opened");
    this.addEventListener("message", () => this.note("heard"));
  }
  send(text) { super.send(text); this.note("asked"); }
  close(...how) { super.close(...how); this.note("closed"); }
};
"""


@pytest.fixture
def passage(server: Server) -> Iterator[Passage]:
    with Passage(server.port) as passage:
        yield passage


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], passage: Passage) -> dict[str, Any]:
    return {**browser_context_args, "base_url": passage.url}


@pytest.fixture
def far(context: BrowserContext) -> BrowserContext:
    """A browser whose way to the site is the passage."""
    context.clock.install()
    context.add_init_script(NOTE_LINKS)
    return context


def times(page: Page, what: str) -> list[float]:
    """When something was done with a socket of the page, in milliseconds of its own time."""
    return [at for done, at in page.evaluate("links") if done == what]


def hold_time(page: Page) -> None:
    """From now on it goes on only when the test says so."""
    wait_until(page, "document.querySelector('#banner, #tables')")
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)


def wait_for_link(page: Page, since: int = 0) -> None:
    """Returns once a socket has brought something."""
    wait_until(page, f"links.slice({since}).some(([done]) => done === 'heard')")


def come_back(page: Page, passage: Passage) -> None:
    """The tunnel is over."""
    passage.pass_on()
    page.clock.resume()
    page.clock.fast_forward(FIRST_ATTEMPT)


def test_a_socket_that_two_beats_bring_nothing_from_is_opened_anew(
    far: BrowserContext, passage: Passage
) -> None:
    table = open_table("big-50")
    page = seated(far, passage.url, table, 1).page
    banner = page.locator("#banner")
    wait_for_link(page)
    hold_time(page)
    passage.go_silent()
    page.clock.run_for(BEAT + DEAD)
    asked, closed = times(page, "asked"), times(page, "closed")
    assert [at - asked[0] for at in asked[:2]] == pytest.approx([0, BEAT], abs=1)
    assert [at - asked[0] for at in closed] == pytest.approx([DEAD], abs=1)
    expect(banner).to_be_hidden()
    page.clock.run_for(STILL_AFTER + 500)
    expect(banner).to_have_text(RECONNECTING)
    user = neighbour(table, 2)
    come_back(page, passage)
    expect(banner).to_contain_text(f"You missed: Seat 2 ({user.display_name}) sits down.")
    expect(page.locator("#seat-2")).to_contain_text(user.display_name)
    hear(page, "You missed:")
    assert len([words for words in spoken(page) if "Reconnecting" in words]) == 1


def test_attempts_to_come_back_get_longer(far: BrowserContext, passage: Passage) -> None:
    """A site that is slow to answer is not asked again and again before it can."""
    page = seated(far, passage.url, open_table("big-50"), 1).page
    wait_for_link(page)
    hold_time(page)
    passage.go_silent()
    page.clock.run_for(150_000)
    opened, closed = times(page, "opened")[1:], times(page, "closed")[1:]
    lasted = [end - begin for begin, end in zip(opened, closed, strict=False)]
    waited = [12_000 - 500, 18_000 - 1_000, 24_000 - 2_000, 30_000 - 4_000]
    assert lasted[:4] == pytest.approx(waited, abs=1)


@pytest.mark.parametrize("slowed_down", [False, True])
def test_a_socket_that_lives_is_left_alone(
    far: BrowserContext, passage: Passage, *, slowed_down: bool
) -> None:
    """Also where nothing happens at the table, and in a tab whose timers come once a minute."""
    page = seated(far, passage.url, open_table("big-50"), 1).page
    wait_for_link(page)
    hold_time(page)
    for _ in range(4):
        since = page.evaluate("links.length")
        if slowed_down:
            page.clock.fast_forward(60_000)
        else:
            page.clock.run_for(BEAT)
        wait_for_link(page, since)
    assert len(times(page, "opened")) == 1
    assert times(page, "closed") == []
    expect(page.locator("#banner")).to_be_hidden()


@pytest.mark.parametrize("answers_only", [False, True])
def test_a_decision_without_an_answer_is_given_up_and_the_table_tells_what_it_became(
    far: BrowserContext, passage: Passage, *, answers_only: bool
) -> None:
    player = seated(far, passage.url, open_table("big-raise", solo=True), 1)
    page, notice = player.page, player.page.locator("#notice")
    player.bet(ante=5)
    player.deal()
    player.expect_state("playing")
    wait_for_link(page)
    hold_time(page)
    passage.go_silent(answers_only=answers_only)
    pressed = page.evaluate("performance.now()")
    page.locator("#act-fold").click()
    page.clock.run_for(STILL_AFTER - 1)
    expect(notice).to_be_empty()
    page.clock.run_for(1)
    expect(notice).to_have_text("Still sending…")
    page.clock.run_for(GIVEN_UP_AFTER - STILL_AFTER)
    expect(notice).to_have_text(UNTOLD)
    assert times(page, "closed") == pytest.approx([pressed + GIVEN_UP_AFTER], abs=1)
    page.clock.run_for(2_500)
    expect(page.locator("#banner")).to_have_text(RECONNECTING)
    come_back(page, passage)
    expect(page.locator("#banner")).to_contain_text("Back. The site did not answer.")
    if not answers_only:
        player.expect_state("playing")
        player.act("Fold")
    player.expect_state("showing")
    player.expect_balance(START - 5_00)


@pytest.mark.parametrize("answers_only", [False, True])
def test_a_wager_without_an_answer_stands_once_the_link_is_back(
    far: BrowserContext, passage: Passage, *, answers_only: bool
) -> None:
    player = seated(far, passage.url, open_table("big-50"), 1)
    page, notice = player.page, player.page.locator("#notice")
    posts: list[str] = []
    page.on(
        "request", lambda request: posts.append(request.url) if "/bets" in request.url else None
    )
    wait_for_link(page)
    hold_time(page)
    passage.go_silent(answers_only=answers_only)
    player.bet(range=1)
    page.clock.run_for(STILL_AFTER)
    expect(notice).to_have_text("Still sending…")
    page.clock.run_for(GIVEN_UP_AFTER - STILL_AFTER)
    expect(notice).to_have_text(UNTOLD)
    assert len(times(page, "closed")) == 1
    come_back(page, passage)
    expect(player.spot("range")).to_have_attribute("data-stake", "100")
    expect(page.locator("#banner")).to_contain_text("Back.")
    while Chair.objects.get(user=player.user).wagers != {"range": 100}:
        page.wait_for_timeout(50)
    assert len(posts) == 1  # when the socket did not answer; the new one takes it the next time
    expect(notice).not_to_contain_text("did not reach")


def test_a_clock_that_has_run_out_without_news_makes_the_page_doubt_its_link(
    far: BrowserContext, passage: Passage
) -> None:
    player = seated(far, passage.url, open_table("big-50", pace=Pace.NORMAL), 1)
    page = player.page
    player.bet_for_sure(range=5)
    expect(page.locator("#clock")).to_be_visible()
    wait_for_link(page)
    hold_time(page)
    passage.go_silent()
    left = int(page.locator("#clock [data-left]").inner_text()) * 1000
    page.clock.run_for(left + 3_000 + GIVEN_UP_AFTER + 1_000)
    assert len(times(page, "closed")) == 1
    page.clock.run_for(2_000)
    expect(page.locator("#banner")).to_have_text(re.compile("^The site does not answer"))
    assert page.locator("#pulse").get_attribute("data-phase") == "betting"
    come_back(page, passage)
    expect(page.locator("#banner")).to_contain_text("Back. The site did not answer.")


def test_a_page_that_is_seen_again_asks_at_once(far: BrowserContext, passage: Passage) -> None:
    page = seated(far, passage.url, open_table("big-50"), 1).page
    wait_for_link(page)
    hold_time(page)
    passage.go_silent()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    (asked,) = times(page, "asked")
    page.clock.run_for(GIVEN_UP_AFTER)
    assert times(page, "closed") == pytest.approx([asked + GIVEN_UP_AFTER], abs=1)


def test_the_lobby_finds_out_too(far: BrowserContext, passage: Passage) -> None:
    page = far.new_page()
    page.goto("/")
    wait_for_link(page)
    hold_time(page)
    passage.go_silent()
    page.clock.run_for(BEAT + DEAD)
    assert len(times(page, "closed")) == 1
    open_table("big-50", minimum=7_00)
    come_back(page, passage)
    expect(page.locator("#tables")).to_contain_text("7")


def test_a_page_has_a_socket_though_the_script_for_it_comes_late(
    context: BrowserContext, server: Server
) -> None:
    context.add_init_script(NOTE_LINKS)
    context.add_init_script("""
        window.begun = false;
        addEventListener("htmx:after:process", () => { window.begun = true; });
    """)
    page = context.new_page()
    late: list[Route] = []
    page.route(re.compile("hx-ws"), lambda route: late.append(route))
    page.goto(f"/tables/{open_table('big-50').pk}", wait_until="commit")
    wait_until(page, "window.begun")
    late[0].continue_()
    wait_for_link(page)
    expect(page.locator("#banner")).to_be_hidden()

"""What a player does goes over the page's socket, and is posted where that does not answer."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.courier import Courier
from tests.support.felt import Player, open_table, seated
from tests.support.server import Server

START = 1_000_00


def posts_of(page: Page) -> list[str]:
    """What the page posts from now on, as it comes."""
    posts: list[str] = []
    page.on("request", lambda request: posts.extend(filter(None, [request.post_data])))
    return posts


def asked(context: BrowserContext, server: Server) -> Player:
    """A player alone who has staked 5 and is asked."""
    player = seated(context, server.url, open_table("big-raise", solo=True), 1)
    player.bet(ante=5)
    player.deal()
    player.expect_state("playing")
    return player


def test_wagers_and_decisions_go_over_the_socket(context: BrowserContext, server: Server) -> None:
    courier = Courier(context)
    player = asked(context, server)
    posts = posts_of(player.page)
    player.act("Fold")
    player.expect_state("showing")
    assert [form["form"] for form in courier.forms] == ["bets", "act", "act"]
    assert "ante=500" in courier.forms[0]["fields"]
    assert "action=fold" in courier.forms[2]["fields"]
    assert posts == []
    player.expect_balance(START - 5_00)
    expect(player.page.locator("#notice")).to_be_empty()


def lose(courier: Courier) -> None:
    courier.lost = True


def cut(courier: Courier) -> None:
    courier.cut = True


def hold(courier: Courier) -> None:
    courier.holds = True


@pytest.mark.parametrize("trouble", [lose, cut])
def test_a_decision_that_is_lost_on_the_way_is_posted(
    context: BrowserContext, server: Server, trouble: Callable[[Courier], None]
) -> None:
    courier = Courier(context)
    player = asked(context, server)
    posts = posts_of(player.page)
    trouble(courier)
    player.act("Fold")
    player.expect_state("showing")
    assert [post for post in posts if "fold" in post] == posts
    assert len(posts) == 1
    player.expect_balance(START - 5_00)


def test_a_decision_whose_answer_is_lost_counts_once(
    context: BrowserContext, server: Server
) -> None:
    courier = Courier(context)
    player = asked(context, server)
    posts = posts_of(player.page)
    hold(courier)
    player.act("Fold")
    player.expect_state("showing")
    assert len(courier.held) == len(posts) == 1
    courier.release()
    player.expect_balance(START - 5_00)


@pytest.mark.parametrize("trouble", [lose, cut, hold])
def test_a_wager_that_the_socket_does_not_answer_lies_there_once(
    context: BrowserContext, server: Server, trouble: Callable[[Courier], None]
) -> None:
    courier = Courier(context)
    player = seated(context, server.url, open_table("big-raise", solo=True), 1)
    trouble(courier)
    player.bet(ante=5)
    expect(player.spot("ante")).to_have_attribute("data-stake", "500")
    courier.lost = courier.cut = courier.holds = False
    player.deal()
    player.expect_state("playing")
    player.act("Fold")
    player.expect_state("showing")
    player.expect_balance(START - 5_00)


def test_what_is_refused_is_said(context: BrowserContext, server: Server) -> None:
    Courier(context)
    player = seated(context, server.url, open_table("big-50", solo=True), 1)
    posts = posts_of(player.page)
    player.page.evaluate("document.querySelector('#spot-range').dataset.max = 99999999")
    player.page.locator("#chip-100").click()
    player.spot("range").click()
    player.spot("range").click()
    expect(player.page.locator("#notice")).to_contain_text("Maximum 100 on Range")
    assert posts == []

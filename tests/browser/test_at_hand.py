"""What the hands find at a table: keys that lead somewhere, words that say what happened, a strip
that shows who is waited for, a side that is left again."""

import re

import pytest
from playwright.sync_api import BrowserContext, ViewportSize, expect

from games.models import Pace
from tests.support.browser import hear
from tests.support.deals import Codes
from tests.support.felt import neighbour, open_table, sealed, seated, wager
from tests.support.server import Server


def twenty_against_a_low_card(deck: Codes) -> bool:
    """Whether the one seat is dealt two tens, and the dealer shows less than a ten."""
    return {deck[0][0], deck[2][0]} <= {*"TJQK"} and deck[1][0] in "6789"


def low_cards(deck: Codes) -> bool:
    """Nobody has finished, and no insurance is offered: two players' cards and the dealer's."""
    return all(code[0] in "23456789" for code in deck[:6])


PHONE: ViewportSize = {"width": 375, "height": 812}


def test_nothing_is_dealt_without_a_chip_and_the_page_says_so(
    context: BrowserContext, server: Server
) -> None:
    player = seated(context, server.url, open_table("blackjack", solo=True), 1)
    page = player.page
    page.locator("#go").click()
    expect(page.locator("#notice")).to_have_text(re.compile("Put a chip on a spot first"))
    expect(page.locator("#go")).to_be_enabled()
    page.keyboard.press("b")
    expect(player.spot("main")).to_be_focused()  # Bad Beat, which is first, needs it
    page.keyboard.press("Enter")
    expect(page.locator("[data-total]")).to_have_text("5.00")
    expect(page.locator("#notice")).to_be_empty()
    page.keyboard.press("Enter")  # on the spot: one chip more
    expect(page.locator("[data-total]")).to_have_text("10.00")


def test_deal_with_a_side_bet_alone_says_which_bet_it_needs(
    context: BrowserContext, server: Server
) -> None:
    player = seated(context, server.url, open_table("blackjack", solo=True), 1)
    page = player.page
    notice = page.locator("#notice")
    player.spot("bad_beat").click()
    expect(notice).to_have_text("Place a bet first, then Bad Beat")
    page.locator("#go").click()
    expect(page.locator("#go")).to_be_enabled()
    expect(notice).to_have_text("Place a bet first, then Bad Beat")
    player.spot("main").click()
    expect(notice).to_be_empty()
    page.locator("#go").click()
    player.expect_state("playing")


def test_what_cannot_be_doubled_is_not_said_to_be(context: BrowserContext, server: Server) -> None:
    player = seated(context, server.url, open_table("blackjack", solo=True), 1)
    page = player.page
    page.locator("#chip-100").click()
    player.spot("main").click()
    page.locator("[data-do=double]").click()
    expect(page.locator("#notice")).to_have_text("Nothing changes: Bet at its maximum 100")
    expect(page.locator("[data-total]")).to_have_text("100.00")


def test_sound_is_offered_once(context: BrowserContext, server: Server) -> None:
    player = seated(context, server.url, open_table("blackjack", solo=True), 1)
    page = player.page
    offer = page.get_by_text("Hear the cards and chips?")
    player.spot("main").click()
    expect(offer).to_be_visible()
    page.locator("[data-do=clear]").click()
    expect(offer).to_be_hidden()
    page.reload()
    player.spot("main").click()
    expect(page.locator("[data-total]")).to_have_text("5.00")
    expect(offer).to_be_hidden()


@pytest.mark.report("tab to Double, Stand, Hit")
def test_the_tab_key_comes_to_the_buttons_of_a_question_first(
    context: BrowserContext, server: Server
) -> None:
    player = seated(context, server.url, open_table("blackjack", solo=True), 1)
    sealed(player.table, low_cards)
    player.bet(main=5)
    player.deal()
    player.expect_state("playing")
    player.page.locator("#table").focus()
    player.page.keyboard.press("Tab")
    expect(player.page.locator("#acts button:focus")).to_have_count(1)


@pytest.mark.report("lay 2 Card Bonus or Bad Beat first")
@pytest.mark.parametrize(
    ("game", "first", "needed", "sentence"),
    [
        ("blackjack", "bad_beat", "main", "Place a bet first, then Bad Beat"),
        ("big-raise", "two_card_bonus", "ante", "Place an ante first, then 2 Card Bonus"),
    ],
)
def test_a_bet_laid_first_waits_for_the_bet_it_needs_with_a_sentence(
    context: BrowserContext, server: Server, game: str, first: str, needed: str, sentence: str
) -> None:
    player = seated(context, server.url, open_table(game, solo=True), 1)
    player.spot(first).click()
    notice = player.page.locator("#notice")
    expect(notice).to_have_text(sentence)
    expect(player.page.locator("[data-total]")).to_have_text("5.00")  # the chip lies there
    player.spot(needed).click()
    expect(notice).to_be_empty()
    sealed(player.table, twenty_against_a_low_card)  # which no game settles at once
    player.deal()
    player.expect_state("playing")
    expect(player.spot(first)).to_have_attribute("data-stake", "500")
    assert player.cents == 990_00


def test_keys_read_the_time_and_the_last_result(context: BrowserContext, server: Server) -> None:
    player = seated(context, server.url, open_table("big-50", solo=True), 1)
    player.page.keyboard.press("t")
    hear(player.page, "No clock runs.")
    player.page.keyboard.press("l")
    hear(player.page, "No round is over yet.")
    player.bet(range=5)
    player.deal()
    player.act("Reveal all")
    player.expect_state("showing")
    player.page.keyboard.press("l")
    hear(player.page, re.compile(r"otal \d+\. Range ([+−][\d.]+)\. Net \1\."))


def test_who_is_waited_for_is_in_sight_on_a_phone(context: BrowserContext, server: Server) -> None:
    table = open_table("blackjack")
    player = seated(context, server.url, table, 1)
    player.page.set_viewport_size(PHONE)
    other = neighbour(table, 6)
    sealed(table, low_cards)
    player.bet(main=5)
    wager(table, other, ready=True, main=500)
    player.page.locator("#go").click()
    player.act("Stand")
    expect(player.page.locator("#seat-6 .seat.is-turn")).to_be_in_viewport(ratio=1)


def test_the_side_is_a_sheet_on_a_phone(context: BrowserContext, server: Server) -> None:
    page = seated(context, server.url, open_table("big-50", solo=True), 1).page
    page.set_viewport_size(PHONE)
    opener = page.get_by_role("link", name="This round, last rounds, paytables and fairness")
    opener.click()
    expect(page.locator("#side")).to_be_visible()
    assert page.evaluate("document.getElementById('table').inert")
    page.keyboard.press("Escape")
    expect(page.locator("#side")).to_be_hidden()
    expect(opener).to_be_focused()
    assert not page.evaluate("document.getElementById('table').inert")


def test_rules_and_keys_are_in_sight_at_1280_by_800(
    context: BrowserContext, server: Server
) -> None:
    player = seated(context, server.url, open_table("big-raise"), 1)
    page = player.page
    page.set_viewport_size({"width": 1280, "height": 800})
    bar = page.locator("header")
    link = bar.get_by_role("link", name="Rules and odds")
    expect(link).to_be_in_viewport(ratio=1)
    expect(link).to_have_attribute("href", f"/rules/big-raise?table={player.table.pk}")
    for control in bar.locator(".controls > button").all():
        expect(control).to_be_in_viewport(ratio=1)
    bar.get_by_role("button", name="Keys").click()
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    expect(page.locator("#pays")).not_to_contain_text("BRH")


@pytest.mark.parametrize("size", [PHONE, {"width": 1280, "height": 800}])
def test_the_clock_and_the_time_bank_lie_on_nothing(
    size: ViewportSize, context: BrowserContext, server: Server
) -> None:
    table = open_table("blackjack", pace=Pace.NORMAL)
    player = seated(context, server.url, table, 1)
    page = player.page
    page.set_viewport_size(size)
    sealed(table, twenty_against_a_low_card)
    player.bet(main=5)
    player.deal()
    expect(page.locator(".ring__bank")).to_be_visible()
    expect(page.locator("[data-film]")).to_have_count(0)
    places = ("#clock", ".ring__bank", ".phase", ".shoe")
    clock, bank, phase, shoe = (page.locator(place).bounding_box() for place in places)
    assert clock
    assert bank
    assert phase
    assert shoe
    assert clock["x"] + clock["width"] <= phase["x"]
    # With the bank below it where there is no room to its left.
    bottom = max(box["y"] + box["height"] for box in (clock, bank))
    assert abs((clock["y"] + bottom) / 2 - phase["y"] - phase["height"] / 2) < 12
    apart = bank["x"] + bank["width"] <= clock["x"] or bank["y"] >= shoe["y"] + shoe["height"] - 1
    assert apart, (bank, clock, shoe)

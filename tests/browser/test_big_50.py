"""Big 50 in browsers: one round for all, nothing shown too early, and every way of playing it."""

import re
from dataclasses import dataclass

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Locator, Page, expect

from accounts.guests import new_guest
from accounts.models import User
from games.models import RoundSeat
from games.tables import services
from tests.support.browser import hear
from tests.support.deals import Codes
from tests.support.felt import (
    Browsers,
    Player,
    Wire,
    all_showing,
    check_page,
    log_in,
    named,
    names,
    open_table,
    sealed,
    seated,
    step_at,
    stop_clock,
    wager,
)
from tests.support.server import Server

START = 1_000_00
COUNTS = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}


def total(codes: Codes) -> int:
    return sum(COUNTS.get(code[0]) or int(code[0]) for code in codes)


def high_pair(codes: Codes) -> bool:
    """One pair of eights to kings, and three odd cards."""
    ranks = [code[0] for code in codes]
    paired = {rank for rank in ranks if ranks.count(rank) == 2}
    return len(set(ranks)) == 4 and paired <= set("89TJQK")


def half_back_and_three_to_two(deck: Codes) -> bool:
    """Seat 1 has a high pair that counts 20 to 29, seat 2 a hand that counts 40 to 49."""
    return high_pair(deck[:5]) and 20 <= total(deck[:5]) <= 29 and 40 <= total(deck[5:10]) <= 49


@dataclass
class Dealt:
    """Two players look at their cards; all that their pages were sent so far."""

    one: Player
    other: Player
    wires: tuple[Wire, Wire]
    deck: Codes


@pytest.fixture
def dealt(new_context: Browsers, server: Server) -> Dealt:
    table = open_table("big-50")
    one, other = (seated(new_context(), server.url, table, seat) for seat in (1, 2))
    wires = (Wire(one.page), Wire(other.page))
    for player in (one, other):
        player.page.reload()
    deck = sealed(table, half_back_and_three_to_two)
    one.bet(range=5, poker_hand=1)
    other.bet(range=5, big_50=1)
    one.page.locator("#go").click()
    other.page.locator("#go").click()
    other.expect_state("looking")
    stop_clock(table)
    one.expect_state("looking")
    return Dealt(one, other, wires, deck)


def reveal(dealt: Dealt) -> None:
    dealt.one.act("Reveal all")
    expect(dealt.one.page.get_by_role("button", name="Waiting")).to_be_disabled()
    dealt.other.act("Reveal all")
    all_showing(dealt.other, dealt.one)


def test_two_browsers_see_one_round_and_are_paid_to_the_cent(dealt: Dealt) -> None:
    one, other, deck = dealt.one, dealt.other, dealt.deck
    one.expect_balance(START - 6_00)
    other.expect_balance(START - 6_00)
    seals = [player.page.locator("#seal .mono").inner_text() for player in (one, other)]
    assert seals[0] == seals[1]
    reveal(dealt)
    for player in (one, other):
        expect(player.page.locator("#pulse")).to_have_attribute("data-round", "1")
        expect(player.page.locator("#seal")).to_contain_text("this deal can be checked")
        expect(player.page.locator("#seal .mono")).to_have_text(seals[0])
    assert one.own_cards() == named(other.page, "#seat-1 img") == names(deck[:5])
    assert other.own_cards() == named(one.page, "#seat-2 img") == names(deck[5:10])
    assert len({player.page.locator("#events").text_content() for player in (one, other)}) == 1

    expect(one.spot("range")).to_contain_text("−2.50 half returned")
    expect(one.spot("poker_hand")).to_contain_text("+1.00 1:1")
    expect(other.spot("range")).to_contain_text("+7.50 3:2")
    expect(other.spot("big_50")).to_contain_text("−1.00")
    one.expect_balance(START - 1_50)
    other.expect_balance(START + 6_50)


def test_no_byte_of_anothers_cards_comes_before_they_are_turned(dealt: Dealt) -> None:
    own, others = dealt.deck[:5], dealt.deck[5:10]
    undealt = dealt.deck[10:]
    one, other = dealt.wires
    assert one.tells_of(own) == list(own)
    assert one.tells_of(others + undealt) == []
    assert other.tells_of(others) == list(others)
    assert other.tells_of(own + undealt) == []
    reveal(dealt)
    assert one.tells_of(own + others) == list(own + others)
    assert one.tells_of(undealt) == []


@pytest.fixture
def solo(context: BrowserContext, server: Server) -> Player:
    return seated(context, server.url, open_table("big-50", solo=True), 1)


def test_a_round_by_keyboard_alone(solo: Player) -> None:
    page, keys = solo.page, solo.page.keyboard
    deck = sealed(solo.table, half_back_and_three_to_two)
    keys.press("b")
    expect(solo.spot("poker_hand")).to_be_focused()
    keys.press("Enter")
    solo.tab_to("spot-range")
    keys.press("Space")
    keys.press("Space")
    expect(page.locator("[data-total]")).to_have_text("15.00")
    keys.press("Backspace")
    expect(page.locator("[data-total]")).to_have_text("10.00")
    solo.tab_to("go")
    keys.press("Enter")
    solo.expect_state("looking")

    for key, card in zip("12345", names(deck), strict=False):
        keys.press(key)
        hear(page, re.compile(card, re.IGNORECASE))
    hear(page, f"= {total(deck[:5])}")
    expect(page.locator("#acts")).to_contain_text("You have turned them all.")
    expect(page.locator("#go")).to_have_text("Done")
    keys.press("Enter")
    solo.expect_state("showing")
    hear(page, "Royal Flush wins 5. Range loses 2.50, half returned.")
    hear(page, "Balance 1,002.50.")
    solo.expect_balance(START + 2_50)
    keys.press("Enter")  # the same bets again
    solo.expect_state("looking")
    solo.expect_balance(START + 2_50 - 10_00)


def test_enter_deals_for_whoever_has_put_down_chips_by_click(solo: Player) -> None:
    solo.bet(range=5)
    solo.page.keyboard.press("Enter")
    solo.expect_state("looking")
    solo.expect_balance(START - 5_00)


def test_enter_puts_a_chip_on_a_spot_that_the_keys_have_come_back_to(solo: Player) -> None:
    solo.bet(poker_hand=5)
    solo.page.keyboard.press("b")
    solo.page.keyboard.press("Enter")
    expect(solo.page.locator("[data-total]")).to_have_text("10.00")
    solo.page.keyboard.press("Tab")
    solo.page.keyboard.press("Shift+Tab")
    solo.page.keyboard.press("Enter")
    expect(solo.page.locator("[data-total]")).to_have_text("15.00")
    solo.expect_state("betting")


def test_a_reload_in_mid_round_shows_the_same_cards_as_they_were_turned(solo: Player) -> None:
    deck = sealed(solo.table, half_back_and_three_to_two)
    solo.bet(range=1)
    solo.deal()
    solo.expect_state("looking")
    solo.page.locator("body").press("2")
    turned = solo.page.locator("#mine .is-turned img")
    expect(turned).to_have_count(1)
    solo.page.reload()
    expect(turned).to_have_count(1)
    assert named(solo.page, "#mine .is-turned img") == names(deck[1:2])
    assert solo.own_cards() == names(deck[:5])
    solo.expect_balance(START - 1_00)
    assert RoundSeat.objects.count() == 1


def pull(page: Page, cover: Locator, to: tuple[float, float]) -> None:
    """The cover of a card follows the pointer so far, and is let go."""
    box = cover.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + to[0] / 2, y + to[1] / 2)
    page.mouse.move(x + to[0], y + to[1])
    page.mouse.up()


def test_a_cover_is_pulled_off_its_card(solo: Player) -> None:
    solo.bet(range=1)
    solo.deal()
    solo.expect_state("looking")
    cover = solo.page.locator("#turn-3")
    pull(solo.page, cover, (-12, 9))  # less than half of the card: it goes back
    expect(solo.page.locator("#mine .is-pulled")).to_have_count(0)
    expect(solo.page.locator("#mine .is-turned")).to_have_count(0)
    pull(solo.page, cover, (-60, 80))
    expect(solo.page.locator("#mine .card").nth(2)).to_have_class(re.compile("is-turned"))
    expect(solo.page.locator("#mine .is-turned")).to_have_count(1)
    cover = solo.page.locator("#turn-1")
    cover.click()  # a press turns as before
    expect(solo.page.locator("#mine .is-turned")).to_have_count(2)


def test_every_phase_is_accessible_and_has_its_action_in_the_window(solo: Player) -> None:
    solo.bet(range=5, poker_hand=1)
    check_page(solo.page, "#go")
    solo.deal()
    solo.expect_state("looking")
    solo.page.locator("body").press("1")
    check_page(solo.page, "#go")
    solo.act("Reveal all")
    solo.expect_state("showing")
    check_page(solo.page, "#go")


def test_a_round_without_javascript(new_context: Browsers, server: Server) -> None:
    table = open_table("big-50", solo=True)
    player = seated(new_context(java_script_enabled=False), server.url, table, 1, by_press=True)
    page = player.page
    deck = sealed(table, half_back_and_three_to_two)
    page.get_by_role("spinbutton", name="Range").fill("5")
    page.get_by_role("button", name="Place").click()
    page.get_by_role("button", name="Deal").click()
    assert player.own_cards() == names(deck[:5])
    expect(page.locator("#mine img").first).to_be_visible()
    player.act("Reveal all")
    player.expect_state("showing")
    expect(player.spot("range")).to_contain_text("half returned")
    player.expect_balance(START - 2_50)


def finished_round(user: User) -> RoundSeat:
    table, now = open_table("big-50", solo=True), timezone.now()
    services.sit(table.pk, user, 1, now)
    wager(table, user, range=5_00, ready=True)
    services.act(table.pk, user, step_at(table, user), {"action": "reveal"}, now)
    return RoundSeat.objects.get(user=user)


def test_every_other_page_is_accessible(
    page: Page, context: BrowserContext, server: Server
) -> None:
    page.goto("/accounts/login")
    check_page(page, "main .btn--go")
    page.goto("/")
    check_page(page)
    user = new_guest(timezone.now())
    part = finished_round(user)
    log_in(context, server.url, user)
    for path in ("/", "/rules/big-50", "/history/", f"/history/{part.round_id}"):
        page.goto(path)
        check_page(page)


def test_the_wheel_adds_the_chosen_chip_and_takes_it_away(solo: Player) -> None:
    spot = solo.spot("range")
    spot.hover()
    solo.page.mouse.wheel(0, -100)
    expect(spot).to_have_attribute("data-stake", "500")
    solo.page.wait_for_timeout(200)
    solo.page.mouse.wheel(0, 100)
    expect(spot).to_have_attribute("data-stake", "0")

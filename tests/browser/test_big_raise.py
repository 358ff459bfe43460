"""Big Raise Hold'em in a browser: folding and raising, the dealer's discard, and what is paid."""

import re

import pytest
from playwright.sync_api import BrowserContext, ViewportSize, expect

from games.big_raise.state import BigRaiseOptions
from games.models import Pace
from tests.support.browser import hear
from tests.support.deals import Codes
from tests.support.felt import (
    Browsers,
    Player,
    Wire,
    all_showing,
    check_page,
    named,
    names,
    open_table,
    sealed,
    seated,
)
from tests.support.server import Server

START = 1_000_00
RANKS = "23456789TJQKA"
OWN, DEALER, BOARD = slice(0, 2), slice(2, 5), slice(5, 8)
"""Where the cards of a solo round lie in its deck."""


def solo(context: BrowserContext, server: Server, options: BigRaiseOptions | None = None) -> Player:
    return seated(context, server.url, open_table("big-raise", solo=True, options=options), 1)


def ranks(codes: Codes) -> str:
    return "".join(code[0] for code in codes)


def neither_straight_nor_flush(board: Codes) -> bool:
    """Whether no hand with these three cards can be either."""
    high = sorted(RANKS.index(code[0]) for code in board)
    low = sorted(-1 if place == 12 else place for place in high)  # the ace before the two
    return high[2] - high[0] > 4 and low[2] - low[0] > 4 and len({code[1] for code in board}) > 1


def eights_become_three(deck: Codes) -> bool:
    """8 8, a third eight on the board, and nothing but high cards for the dealer."""
    return (
        ranks(deck[OWN]) == "88"
        and "8" in ranks(deck[BOARD])
        and len(set(ranks(deck[2:8]))) == 6
        and neither_straight_nor_flush(deck[BOARD])
    )


def ace_and_seven(deck: Codes) -> bool:
    return ranks(deck[OWN]) == "A7"


def flush_with_ace_and_seven(deck: Codes) -> bool:
    """No straight flush has both an ace and a seven."""
    return ace_and_seven(deck) and len({code[1] for code in deck[OWN] + deck[BOARD]}) == 1


def test_a_round_by_mouse(context: BrowserContext, server: Server) -> None:
    player = solo(context, server)
    page, board = player.page, player.page.locator("#board")
    deck = sealed(player.table, eights_become_three, near=3_811)
    player.bet(ante=10, two_card_bonus=5)
    player.deal()
    player.expect_state("playing")
    assert player.own_cards() == names(deck[OWN])
    assert named(page, "#board img") == names(deck[DEALER][:1])
    expect(board.locator(".card--back")).to_have_count(5)
    expect(page.locator("#acts")).to_contain_text("Fold, or raise 20 to 40.")
    player.expect_balance(START - 15_00)
    player.act("Raise 4×")

    player.expect_state("showing")
    lowest = min(deck[DEALER], key=lambda code: RANKS.index(code[0]))
    assert named(page, "#board .card--gone img") == names([lowest])
    assert named(page, "#board img") == names(deck[DEALER] + deck[BOARD])
    expect(board.get_by_role("list", name=re.compile("^Dealer"))).to_have_accessible_name(
        re.compile(f"the {names([lowest])[0]} is discarded")
    )
    expect(player.spot("ante")).to_contain_text("+10.00")
    expect(player.spot("play")).to_contain_text("+40.00")
    expect(player.spot("two_card_bonus")).to_contain_text("+25.00 5:1")
    expect(page.locator("#line")).to_have_text("Three of a kind, eights. Net +75.00")
    player.expect_balance(START + 75_00)


def test_two_rounds_by_keyboard_alone(context: BrowserContext, server: Server) -> None:
    player = solo(context, server)
    page, keys = player.page, player.page.keyboard
    deck = sealed(player.table, eights_become_three, near=6_004)
    keys.press("b")
    player.tab_to("spot-ante")
    keys.press("Enter")  # the chip of five
    keys.press("Space")
    player.tab_to("go")
    keys.press("Enter")
    player.expect_state("playing")
    cards, up = ", ".join(names(deck[OWN])), names(deck[DEALER])[0]
    hear(page, f"Cards: {cards}. Pair of eights. Dealer shows {up}. Fold, or raise 20 to 40.")
    expect(page.locator("#act-3")).to_be_enabled()
    keys.press("c")
    hear(page, f"Your cards: {cards}. Pair of eights.")
    keys.press("v")
    hear(page, f"Dealer: {up}, face-down card, face-down card.")
    keys.press("3")
    player.expect_state("showing")
    hear(page, re.compile(r"Dealer: .+ Three of a kind, eights\. Ante wins 10\. Play wins 30\."))
    player.expect_balance(START + 40_00)

    player.tab_to("next")
    keys.press("Enter")
    player.expect_state("betting")
    sealed(player.table, ace_and_seven)
    keys.press("e")  # rebet
    player.tab_to("go")
    keys.press("Enter")
    player.expect_state("playing")
    expect(page.locator("#act-4")).to_be_disabled()
    keys.press("4")  # not without a pair
    keys.press("f")
    player.expect_state("showing")
    hear(page, "Ante loses 10. Balance 1,030.")
    player.expect_balance(START + 30_00)


def test_any_amount_between_is_typed(context: BrowserContext, server: Server) -> None:
    player = solo(context, server)
    page = player.page
    sealed(player.table, eights_become_three, near=23_801)
    player.bet(ante=10)
    player.deal()
    page.get_by_role("button", name="Other").click()
    field = page.get_by_label("Raise by")
    field.fill("41")
    field.press("Enter")
    assert field.evaluate("field => field.validity.rangeOverflow")
    player.expect_state("playing")
    field.fill("27")
    field.press("Enter")
    player.expect_state("showing")
    expect(player.spot("play")).to_contain_text("+27.00")
    player.expect_balance(START + 37_00)


def test_fold_stands_apart_and_four_times_waits_for_a_pair(
    context: BrowserContext, server: Server
) -> None:
    player = solo(context, server)
    page = player.page
    sealed(player.table, ace_and_seven)
    player.bet(ante=10, two_card_bonus=10)
    player.deal()
    player.expect_state("playing")
    buttons = page.locator(".acts--play .btn")
    expect(page.locator("#act-4")).to_be_disabled()
    fold, two, three = (buttons.nth(place).bounding_box() for place in range(3))
    assert fold is not None
    assert two is not None
    assert three is not None
    between = three["x"] - two["x"] - two["width"]
    assert two["x"] - fold["x"] - fold["width"] > between
    player.act("Fold")
    player.expect_state("showing")
    expect(player.spot("two_card_bonus")).to_contain_text("+15.00 3:2")
    expect(player.spot("ante")).to_contain_text("−10.00")
    expect(page.locator("#line")).to_contain_text("Net +5.00")
    player.expect_balance(START + 5_00)


def test_bonuses_of_a_flush(context: BrowserContext, server: Server) -> None:
    player = solo(context, server, BigRaiseOptions(five_card_bonus=True))
    page = player.page
    sealed(player.table, flush_with_ace_and_seven, near=27_245)
    player.bet(ante=10, two_card_bonus=2, five_card_bonus=1)
    player.deal()
    player.act("Raise 2×")
    player.expect_state("showing")
    expect(player.spot("five_card_bonus")).to_contain_text("+15.00")
    bonus = page.locator(".scale--bonus")
    expect(bonus).to_contain_text("✓ +50.00")
    expect(bonus.locator("[aria-current]")).to_have_text(re.compile("Flush"))
    expect(page.locator("#pays .is-here")).to_contain_text(["Flush", "Ace high", "Flush"])
    # An ace-high flush loses to no other flush on its own board.
    player.expect_balance(START + 10_00 + 20_00 + 50_00 + 3_00 + 15_00)


@pytest.fixture
def two(new_context: Browsers, server: Server) -> tuple[Player, Player]:
    """Seats 1 and 2 of a table where nobody is hurried."""
    table = open_table("big-raise")
    return (
        seated(new_context(), server.url, table, 1),
        seated(new_context(), server.url, table, 2),
    )


def test_nobody_learns_of_cards_or_decisions_before_all_have_decided(
    two: tuple[Player, Player],
) -> None:
    one, other = two
    deck = sealed(one.table, lambda deck: True)
    wires = [Wire(player.page) for player in two]
    for player in two:
        player.page.reload()
        player.bet(ante=10)
    for player in two:
        player.page.locator("#go").click()
    for player in two:
        player.expect_state("playing")
    one.act("Raise 2×")
    expect(one.page.locator("#phase")).to_have_text(f"Waiting for {other.user.display_name}")
    expect(one.page.locator("#line")).to_have_text("You raised 20. The others decide.")
    expect(other.page.get_by_role("group", name=re.compile("Seat 1, .*decided"))).to_be_visible()
    expect(other.page.locator("#phase")).to_have_text("Fold or raise")
    assert wires[0].tells_of(deck[:2] + deck[4:5]) == list(deck[:2] + deck[4:5])
    assert wires[0].tells_of(deck[2:4] + deck[5:]) == []
    assert wires[1].tells_of(deck[:2] + deck[5:]) == []
    assert not any("plays 20" in text or "Play 20" in text for text in wires[1].sent)

    other.act("Fold")
    all_showing(*two)
    assert named(other.page, "#seat-1 img") == names(deck[:2])
    assert named(one.page, "#seat-2 img") == []  # a folded hand stays face down
    assert wires[0].tells_of(deck[2:4]) == []


def test_every_phase_is_accessible_and_has_its_action_in_the_window(
    context: BrowserContext, server: Server
) -> None:
    player = solo(context, server, BigRaiseOptions(five_card_bonus=True))
    page = player.page
    page.emulate_media(reduced_motion="reduce")
    sealed(player.table, flush_with_ace_and_seven, near=227_819)
    player.bet(ante=10, two_card_bonus=1, five_card_bonus=1)
    check_page(page, "#go")
    player.deal()
    player.expect_state("playing")
    check_page(page, "#act-fold")
    check_page(page, "#act-2")
    player.act("Raise 2×")
    player.expect_state("showing")
    check_page(page, "#go")


def test_a_round_without_javascript(new_context: Browsers, server: Server) -> None:
    player = solo(new_context(java_script_enabled=False), server)
    page = player.page
    sealed(player.table, eights_become_three, near=21_894)
    page.get_by_role("spinbutton", name="Ante").fill("10")
    page.get_by_role("button", name="Place", exact=True).click()
    page.get_by_role("button", name="Deal").click()
    player.expect_state("playing")
    page.get_by_role("button", name="Other").click()
    page.get_by_label("Raise by").fill("25")
    page.get_by_role("button", name="Raise", exact=True).click()
    player.expect_state("showing")
    player.expect_balance(START + 35_00)


@pytest.mark.parametrize("size", [{"width": 390, "height": 844}, {"width": 1280, "height": 800}])
def test_the_time_bank_stands_clear_of_what_else_lies_around_the_dealer(
    size: ViewportSize, context: BrowserContext, server: Server
) -> None:
    player = seated(context, server.url, open_table("big-raise", pace=Pace.NORMAL), 1)
    player.page.set_viewport_size(size)
    player.spot("ante").click()
    player.deal()
    expect(player.page.locator(".ring__bank")).to_be_visible(timeout=20_000)
    covered = player.page.evaluate(
        """() => {
          const box = (one) => one.getBoundingClientRect();
          const bank = box(document.querySelector(".ring__bank"));
          const apart = ({ left, right, top, bottom }) =>
            right <= bank.left || bank.right <= left || bottom <= bank.top || bank.bottom <= top;
          const beside = ".shoe, .muck, #clock, #board h3, #board .card, .phase span, .phase p";
          return [...document.querySelectorAll(beside)]
            .filter((one) => one.checkVisibility() && !apart(box(one)))
            .map((one) => one.className || one.tagName);
        }"""
    )
    assert covered in ([], ["P"])  # the note's box is as wide as its column

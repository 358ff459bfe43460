"""A round of real cards in a browser: keyed from its first card to its payments, on a phone too."""

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from accounts.guests import new_guest
from games.models import HandDealt
from tests.support.felt import PHONE, check_page, log_in
from tests.support.server import Server

SIZES = ((320, 568), (375, 812), (768, 1024), (1024, 768), (1440, 900))


@pytest.fixture
def page(context: BrowserContext, server: Server) -> Page:
    log_in(context, server.url, new_guest(timezone.now()))
    return context.new_page()


def begin(page: Page, slug: str, **stakes: str) -> None:
    """Fill in the form of a round. stakes: the field's id without ``id_seat.``, __ for a dot."""
    page.goto(f"/deal/new/{slug}")
    for name, value in stakes.items():
        page.locator(f"[name='seat.{name.replace('__', '.').removeprefix('seat')}']").fill(value)
    page.get_by_role("button", name="Begin the round").click()
    page.wait_for_url("**/deal/round")


def keys(page: Page, cards: str) -> None:
    """Key cards as fast as a script can: ``"8s kd 10h"``."""
    for letter in cards.replace(" ", ""):
        page.keyboard.press(letter)


def test_a_whole_round_of_big_raise_is_keyed_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    begin(
        page, "big-raise",
        seat1__name="Ana", seat1__ante="10", seat1__two_card_bonus="5",
        seat2__name="Ben", seat2__ante="5", seat3__name="Cleo", seat3__ante="5",
    )  # fmt: skip
    owner, polite = page.locator("#owner"), page.locator("#polite")
    expect(owner).to_have_text("Seat 1, Ana")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    keys(page, "8s 8d ks 9s")
    expect(owner).to_have_text("Seat 3, Cleo")
    expect(polite).to_contain_text("Next card: Seat 3, Cleo, 1 of 2, face down.")
    keys(page, "8d")
    refused = page.get_by_role("alert").filter(has_text="already out")
    expect(refused).to_contain_text("The eight of diamonds is already out. Seat 1, Ana has it.")
    keys(page, "qs7c")
    expect(owner).to_have_text("Dealer")
    page.keyboard.press("Backspace")
    expect(owner).to_have_text("Seat 3, Cleo")
    keys(page, "7cqh")
    expect(owner).to_have_text("Seat 1, Ana")
    expect(page.locator(".coming")).to_contain_text("Decides now")
    check_page(page)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.get_by_role("button", name="Raise 4×").click()
    expect(owner).to_have_text("Seat 2, Ben")
    page.get_by_role("button", name="Raise 2×").click()
    expect(owner).to_have_text("Seat 3, Cleo")
    page.get_by_role("button", name="Fold").click()
    expect(owner).to_have_text("Dealer")
    page.reload()  # nothing is lost
    expect(owner).to_have_text("Dealer")
    keys(page, "kc 5d 8c 3s qd")
    expect(owner).to_have_text("Take and pay")
    settling = page.locator(".settling > li")
    assert [text.split("\n")[0][:6] for text in settling.all_inner_texts()] == [
        "Seat 3", "Seat 2", "Seat 1",
    ]  # fmt: skip
    expect(settling.nth(0)).to_contain_text("5.00")
    expect(settling.nth(2)).to_contain_text("40.00")
    expect(settling.nth(2)).to_contain_text("2 Card Bonus: any other pair, 5:1")
    expect(settling.nth(2)).to_contain_text("25.00")
    check_page(page)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
    record = HandDealt.objects.get().record
    assert record is not None
    assert record["deck"] == "8s 8d Ks 9s Qs 7c Qh Kc 5d 8c 3s Qd"
    page.get_by_role("button", name="All settled, next round").click()
    expect(owner).to_have_text("Seat 1, Ana")
    page.goto("/deal")
    check_page(page)
    page.get_by_role("link", name="Big Raise Hold'em, round 1").click()
    expect(page.get_by_text("Verified as rules and sums only")).to_be_visible()
    check_page(page)


def test_the_pad_fits_every_size(page: Page) -> None:
    begin(page, "blackjack", seat1__main="10", seat2__main="10")
    check_page(page)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    box = page.locator(".pad__key").first.bounding_box()
    assert box is not None
    assert box["width"] >= 46
    assert box["height"] >= 44
    for name in ("Ace of spades", "Nine of hearts", "Five of clubs"):
        page.get_by_role("button", name=name, exact=True).click()
    expect(page.locator("#owner")).to_have_text("Seat 1")
    expect(page.locator(".coming")).to_contain_text("2 of 2")


def test_cards_are_thrown_away_by_key(page: Page) -> None:
    begin(page, "big-draw", seat1__big_draw="10")
    keys(page, "2s 3s 4s 5s kd")
    expect(page.locator(".coming")).to_contain_text("Decides now")
    check_page(page)
    page.keyboard.press("5")
    page.keyboard.press("Enter")
    expect(page.locator(".coming")).to_contain_text("Next card goes to")
    keys(page, "as")
    expect(page.locator("#owner")).to_have_text("Take and pay")
    expect(page.locator(".settling")).to_contain_text("straight flush")

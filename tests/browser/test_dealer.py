"""Dealer school in a browser: by keyboard alone, on a desk and on phones of every size."""

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from accounts.guests import new_guest
from games.models import SchoolRun
from games.procedure.moves import Move, order
from games.registry import KITS
from games.school import runs
from games.school.bench import DEED_KEYS, PILE_KEYS
from tests.support.felt import check_page, log_in
from tests.support.server import Server

SIZES = [(320, 568), (375, 812), (768, 1024), (1024, 768), (1280, 800), (1440, 900)]


@pytest.fixture
def page(context: BrowserContext, server: Server) -> Page:
    log_in(context, server.url, new_guest(timezone.now()))
    return context.new_page()


def due(run: SchoolRun) -> Move:
    """The move that is due."""
    run.refresh_from_db()
    moves = runs.course_of(run).moves
    return moves[order(moves, frozenset(run.done))[0]]


def make(page: Page, run: SchoolRun) -> None:
    """Make the move that is due, with keys as far as there are keys for it."""
    move, before = due(run), len(run.done)
    if move.deed == "call":
        page.get_by_role("group", name="Calls").get_by_role("button", name=move.step.title).click()
    else:
        key = PILE_KEYS.get(move.place) or move.place.removeprefix("seat-")
        if len(key) == 1:
            page.keyboard.press(key)
        else:
            page.locator(f'[id="place-{move.place}"]').check(force=True)
        if move.deed == "give":
            page.locator(f"#count-{len(move.cards)}").check(force=True)
        if move.chosen_card:
            page.locator(f"#card-{move.chosen_card}").check(force=True)
        if move.spot:
            page.locator(f"#spot-{move.spot}").check(force=True)
        if move.chips:
            page.locator("[data-amount]").fill(f"{move.chips / 100:.2f}")
            page.locator("#main").focus()
        page.keyboard.press(DEED_KEYS[move.deed])
    if before + 1 == len(runs.course_of(run).moves):
        expect(page.get_by_role("button", name="Next round")).to_be_visible()
    else:
        moves = f"{run.number}.{before + 1}"
        expect(page.locator("#dealing")).to_have_attribute("data-moves", moves)


@pytest.mark.parametrize("game", list(KITS))
def test_a_round_is_dealt_and_every_size_holds_it(game: str, page: Page) -> None:
    page.goto(f"/dealer/{game}?seed=oak")
    check_page(page)
    page.get_by_role("button", name="Start dealing").click()
    run = SchoolRun.objects.get(game=game)
    for number in range(len(runs.course_of(run).moves)):
        if number in (0, 8, 16):
            check_page(page)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        make(page, run)
    expect(page.get_by_role("button", name="Next round")).to_be_visible()
    check_page(page)
    run.refresh_from_db()
    assert run.faults == []
    page.get_by_role("button", name="End").click()
    expect(page.get_by_role("heading", name="1 round dealt")).to_be_visible()
    check_page(page)


def test_a_test_asks_before_it_ends(page: Page) -> None:
    page.goto("/dealer/big-50")
    page.get_by_role("button", name="Begin the test").click()
    page.locator("summary", has_text="End").click()
    asked = page.get_by_text("A test that ends before its last round is not passed.")
    expect(asked).to_be_in_viewport()
    check_page(page)
    assert SchoolRun.objects.get().ended is None
    page.get_by_role("button", name="End the test").click()
    expect(page.get_by_role("button", name="Begin the test")).to_be_visible()
    assert SchoolRun.objects.get().passed is False


def test_a_payment_is_built_with_keys_and_named_when_it_is_wrong(page: Page) -> None:
    page.goto("/dealer/big-50?seed=oak")
    page.get_by_role("button", name="Start dealing").click()
    run = SchoolRun.objects.get()
    while due(run).deed != "pay":
        make(page, run)
    page.keyboard.press("m")  # a half
    page.keyboard.press("n")  # one
    expect(page.locator("[data-amount]")).to_have_value("1.50")
    expect(page.locator("[data-pile] .chip")).to_have_count(2)
    page.keyboard.press("Backspace")
    expect(page.locator("[data-amount]")).to_have_value("0.50")
    page.keyboard.press("p")
    expect(page.locator(".verdict .badge--bad")).to_contain_text("short")
    expect(page.locator(".verdict blockquote")).to_be_visible()
    expect(page.locator("#polite")).to_contain_text("You put out 0.50")
    check_page(page)
    make(page, run)
    expect(page.locator(".verdict .badge--good")).to_be_visible()


def test_the_school_and_its_guides_are_accessible(page: Page) -> None:
    for address in ("/dealer", *(f"/dealer/{game}/guide" for game in KITS)):
        page.goto(address)
        check_page(page)
        page.set_viewport_size({"width": 320, "height": 568})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address


def test_a_drill_is_answered_with_keys_and_fits_every_size(page: Page) -> None:
    page.goto("/dealer/big-raise/drill")
    page.get_by_role("button", name="House way").click()
    expect(page.locator("#q")).to_be_visible()
    check_page(page)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
    page.keyboard.press("1")
    expect(page.locator(".verdict")).to_be_visible()
    check_page(page)
    page.get_by_role("button", name="Payments").click()
    page.locator("#answer").fill("10")
    page.keyboard.press("Enter")
    expect(page.locator("#asking .facts")).to_contain_text("1 of 60")
    expect(page.locator("#answer")).to_be_focused()
    check_page(page)

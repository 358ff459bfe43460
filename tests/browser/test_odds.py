"""The rules pages and the audit in a browser: they fill themselves, fit, and need no mouse."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Error, Page, Route, expect

from games.management import working
from games.registry import GAMES
from games.tables import setup
from tests.support.felt import check_page
from tests.support.server import Server
from tests.web.reports import compute_all, kept_answer

pytestmark = pytest.mark.xdist_group("figures")
"""One process, so that each figure is computed once."""


@pytest.fixture(autouse=True)
def card_room(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The printed paytables are there, and a worker remembers what it has computed."""
    setup.load_paytables(timezone.now())
    monkeypatch.setattr(working, "answer", kept_answer)


def test_a_page_fills_itself_when_the_figures_are_computed(page: Page) -> None:
    page.goto("/rules/big-50")
    expect(page.get_by_role("status").filter(has_text="0 of 3 parts are ready")).to_be_visible()
    check_page(page)
    compute_all()
    expect(page.get_by_text("13.7053 %").first).to_be_visible()
    expect(page.get_by_text("parts are ready")).to_have_count(0)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.wait_for_timeout(1500)
    assert requests == [], "it goes on looking although everything is there"


SHEETS = ("/rules/big-raise/sheet", "/rules/blackjack/sheet")
PROTECTION = (
    "/rules/big-50/protection?bet=range",
    "/rules/blackjack/protection?bet=insurance",
    "/rules/big-draw/protection?bet=first_five",
)


@pytest.mark.parametrize(
    "path", [*(f"/rules/{slug}" for slug in GAMES), "/odds/published", *SHEETS, *PROTECTION]
)
def test_every_page_of_figures_is_accessible_and_fits(page: Page, path: str) -> None:
    page.goto(path)
    compute_all()
    page.goto(path)
    expect(page.get_by_text("parts are ready")).to_have_count(0)
    for more in page.locator("details").all():
        more.locator("summary").click()
    check_page(page, alike="main td")


def test_a_sheet_is_printed_without_the_site_around_it(page: Page) -> None:
    page.goto("/rules/big-50/sheet")
    compute_all()
    page.goto("/rules/big-50/sheet")
    link = page.get_by_role("link", name="PDF")
    expect(link).to_have_attribute("href", "/rules/big-50/sheet.pdf")
    page.emulate_media(media="print", color_scheme="dark")
    for around in (page.get_by_role("banner"), page.get_by_role("contentinfo"), link):
        expect(around).to_be_hidden()
    expect(page.get_by_text("13.7053 %")).to_be_visible()
    ground = page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")
    assert ground == "rgb(255, 255, 255)", "ink on white paper, whatever the screen looks like"


def test_the_up_card_is_picked_by_keyboard(page: Page) -> None:
    page.goto("/rules/big-raise")
    compute_all()
    page.goto("/rules/big-raise")
    chart = page.locator("#chart table")
    expect(chart.locator("caption")).to_have_text("Best play when the dealer shows an ace")
    picked = page.get_by_role("radio", name="ace")
    picked.focus()
    page.keyboard.press("ArrowRight")
    expect(chart.locator("caption")).to_have_text("Best play when the dealer shows a king")
    expect(page.get_by_role("radio", name="king")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(chart.locator("caption")).to_have_text("Best play when the dealer shows a queen")
    expect(chart.locator("tbody tr")).to_have_count(13)


def test_without_a_script_the_up_card_is_picked_by_a_button(
    new_context: Callable[..., BrowserContext],
) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/rules/big-raise")
    expect(page.get_by_role("link", name="Look again")).to_be_visible()
    compute_all()
    page.get_by_role("link", name="Look again").click()
    page.get_by_role("radio", name="ten").check(force=True)
    page.get_by_role("button", name="Show").click()
    expect(page.locator("#chart caption")).to_have_text("Best play when the dealer shows a ten")


def test_an_option_that_is_chosen_while_an_answer_is_on_its_way_counts(page: Page) -> None:
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route("**/exposure**", hold_the_first)
    page.goto("/tables/new/blackjack")
    page.locator("summary", has_text="More").click()
    page.get_by_label("Shuffle").select_option("cut_card")
    with suppress(Error):  # the page waits for it no longer
        held[0].continue_()
    expect(page.get_by_text("so players can count")).to_be_visible()


def test_choosing_a_cut_card_says_how_exposed_the_table_would_be(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = {"decks": 6, "depth": 75, "units_per_100": 3.2, "standard_error": 0.1,
           "favourable_share": 0.37}  # fmt: skip
    figures = {"counting": [{"by_penetration": [row]}]}
    monkeypatch.setattr(working, "answer", lambda question, source: figures)
    page.goto("/tables/new/blackjack")
    page.locator("summary", has_text="More").click()
    warning = page.get_by_text("so players can count")
    expect(warning).to_have_count(0)
    region = page.locator("[role=status]:has(> .exposure)")
    region.evaluate("region => { region.kept = true }")
    page.get_by_label("Shuffle").select_option("cut_card")
    expect(warning).to_be_visible()
    compute_all()
    expect(page.get_by_text("Bad Beat: 3.2 with the cut card at 75 %")).to_be_visible()
    assert region.evaluate("region => region.kept"), "what is announced changes within its element"
    expect(region).to_contain_text("Do this: shuffle before every round")
    check_page(page)  # on a desktop and on a phone
    page.set_viewport_size({"width": 375, "height": 812})
    box = warning.bounding_box()
    assert box is not None
    assert 0 <= box["x"] < box["x"] + box["width"] <= 375
    page.get_by_label("Shuffle").select_option("every_round")
    expect(warning).to_have_count(0)

"""The coach in a browser: at solo tables it speaks by itself, and can be turned off."""

import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, Route, expect
from playwright.sync_api import Error as PlaywrightError

from games.management.working import review_all
from games.models import OddsReport
from games.odds_reports.subjects import felts_of
from tests.support.compute import here
from tests.support.deals import Codes
from tests.support.felt import PHONE, Player, check_page, open_table, sealed, seated
from tests.support.server import Server
from tests.web.reports import asked

OPTIONS = "#coach-says .worths li"
JUDGED = re.compile("was best|Best: ", re.IGNORECASE)

ASKED = {
    "big-raise": ("ante", "Raise 2×", "Fold"),
    "big-draw": ("big_draw", "Hold", "Stand pat"),
    "blackjack": ("main", "Hit", "Stand"),
}
"""A game's base wager, how an option begins that the coach values, and the button to press."""


def middling(deck: Codes) -> bool:
    return all(code[0] in "6789" for code in deck[:3])


def low_cards(deck: Codes) -> bool:
    """Two hits leave the player with less than 21, and the dealer shows no ace."""
    return all(code[0] in "2345" for code in (deck[0], deck[2], *deck[4:6])) and deck[1][0] in "678"


def sixteen(deck: Codes) -> bool:
    """Sixteen without an ace or a pair against a six to a nine."""
    return (deck[0][0], deck[2][0]) == ("T", "6") and deck[1][0] in "6789"


def in_play(
    context: BrowserContext,
    server: Server,
    game: str,
    wanted: Callable[[Codes], bool] = middling,
) -> Player:
    """A solo round that waits for its player."""
    player = seated(context, server.url, open_table(game, solo=True), 1)
    if game == "big-draw":
        player.page.get_by_role("button", name="5 Card Draw").click()
        player.expect_state("betting")
    sealed(player.table, wanted)
    player.bet(**{ASKED[game][0]: 5})
    player.deal()
    player.expect_state("playing")
    return player


def worths(page: Page) -> list[float]:
    """What is shown of each action, in order, once it is."""
    expect(page.locator(OPTIONS).first).to_be_visible(timeout=20_000)
    texts = page.locator(f"{OPTIONS} b").all_inner_texts()
    return [float(text.replace("−", "-")) for text in texts]


@pytest.mark.parametrize("game", ASKED)
def test_at_a_solo_table_it_values_every_action_and_then_the_choice(
    context: BrowserContext, server: Server, game: str
) -> None:
    player = in_play(context, server, game)
    page, (_, option, button) = player.page, ASKED[game]
    found = worths(page)
    assert found == sorted(found, reverse=True)
    assert len(found) >= 3
    expect(page.locator(OPTIONS).filter(has_text=option).first).to_be_visible()
    if game == "big-raise":
        check_page(page, "#acts .btn")
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        expect(page.locator(OPTIONS).first).to_be_visible()
    if game == "big-draw":
        player.act("Hold all")
    player.act(button)
    player.expect_state("showing")
    expect(page.locator("#coach-says")).to_contain_text(JUDGED)


def pair_of_eights(deck: Codes) -> bool:
    """A pair to be split, against a ten: the most there is to choose from."""
    return deck[0][0] == deck[2][0] == "8" and deck[1][0] == "T"


def a_pair(deck: Codes) -> bool:
    """Two sixes, so that a raise may be four times the ante."""
    return deck[0][0] == deck[1][0] == "6"


@pytest.mark.parametrize("width", [390, 320])
@pytest.mark.parametrize(("game", "deck"), [("big-raise", a_pair), ("blackjack", pair_of_eights)])
def test_on_a_phone_every_action_and_its_worth_is_in_sight(
    context: BrowserContext, server: Server, game: str, deck: Callable[[Codes], bool], width: int
) -> None:
    page = in_play(context, server, game, deck).page
    page.set_viewport_size({"width": width, "height": 844})
    assert len(worths(page)) >= 4
    cut = """parts => parts.filter(part => {
      const box = part.getBoundingClientRect();
      return part.scrollWidth > part.clientWidth + 1 && part.clientWidth
        || box.left < 0 || box.right > innerWidth;
    }).map(part => part.textContent)"""
    assert page.locator(f".worths, {OPTIONS}").evaluate_all(cut) == []


def test_on_a_phone_no_hold_is_written_over_the_next(
    context: BrowserContext, server: Server
) -> None:
    """A hold names its cards: the strip of them is wider than the window, and scrolls."""
    page = in_play(context, server, "big-draw", low_cards).page
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert len(worths(page)) >= 4
    labels = page.locator(f"{OPTIONS} > span:first-child")
    boxes = labels.evaluate_all(
        "spans => spans.map(span => [span.getBoundingClientRect().left, span.scrollWidth])"
    )
    ends = [left + width for left, width in boxes]
    assert all(end <= left for end, (left, _) in zip(ends, boxes[1:], strict=False))


@pytest.mark.parametrize("game", ASKED)
def test_on_a_phone_the_verdict_lies_above_the_line_that_says_what_the_hand_became(
    context: BrowserContext, server: Server, game: str
) -> None:
    player = in_play(context, server, game, sixteen if game == "blackjack" else middling)
    page = player.page
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    if game == "big-draw":
        page.get_by_role("button", name="Hold all").click()
    player.act(ASKED[game][2])
    player.expect_state("showing")
    expect(page.locator("#coach-says .coach__last")).to_be_visible()
    strip, line = page.locator("#coach").bounding_box(), page.locator("#line p").bounding_box()
    assert strip
    assert line
    assert strip["y"] + strip["height"] <= line["y"] + 1


def test_who_plays_faster_than_it_answers_hears_of_the_last_step(
    context: BrowserContext, server: Server
) -> None:
    late: list[Route] = []
    context.route(re.compile(r"/coach\?"), lambda route: late.append(route), times=1)
    player = in_play(context, server, "blackjack", low_cards)
    page = player.page
    while not late:
        page.wait_for_timeout(50)
    for cards in (3, 4):
        player.act("Hit")
        expect(page.locator("#mine .hand img")).to_have_count(cards)
    player.act("Stand")
    player.expect_state("showing")
    with suppress(PlaywrightError):  # nobody waits for it any more
        late[0].continue_()
    expect(page.locator("#coach-says")).to_contain_text(JUDGED)


def test_it_is_turned_off_and_on(context: BrowserContext, server: Server) -> None:
    player = in_play(context, server, "big-raise")
    page = player.page
    worths(page)
    page.locator("#coach").get_by_role("button", name="Turn off").click()
    expect(page.locator("#coach-says")).to_have_count(0)
    page.reload()
    expect(page.locator("#acts .btn").first).to_be_visible()
    expect(page.locator("#coach-says")).to_have_count(0)
    page.locator("#coach").get_by_role("button", name="Turn on").click()
    assert len(worths(page)) >= 3


def test_a_round_and_the_statistics_tell_of_it_when_it_is_reviewed(
    context: BrowserContext, server: Server
) -> None:
    player = in_play(context, server, "big-raise")
    page = player.page
    page.locator("#acts").get_by_role("button", name="Fold").click()
    player.expect_state("showing")
    page.locator("#rounds a").first.click()
    review = page.locator("#review")
    expect(review).to_contain_text("The coach is looking at this round.")
    review_all("a worker", here)
    expect(review).to_contain_text("Expected before the deal")
    check_page(page)
    page.goto("/stats")
    expect(page.get_by_role("heading", name="What the net is made of")).to_be_visible()
    expect(page.locator(".plot polyline")).to_have_count(2)
    check_page(page)


def test_best_play_opens_beside_the_table_and_marks_the_cell(
    context: BrowserContext, server: Server
) -> None:
    player = in_play(context, server, "blackjack", wanted=sixteen)
    page = player.page
    (shown,) = felts_of(player.table)
    cells = ["H"] * 10
    chart = {"columns": [*map(str, range(2, 11)), "A"], "caption": "Hard totals", "notes": []}
    sheet = {
        "title": "Basic strategy", "words": "By the total.", "pick": "", "legend": [["H", "Hit"]],
        "charts": [chart | {"key": "Hard totals", "name": "Hard totals", "rows": [["16", cells]]}],
    }  # fmt: skip
    report = asked(shown.terms, timezone.now())
    done = {"bets": [], "sheets": [sheet]}
    OddsReport.objects.filter(pk=report.pk).update(status="done", answer=done)
    page.get_by_role("link", name="Best play").first.click()
    best = page.locator("#best")
    expect(best).to_contain_text("Basic strategy")
    cell = best.locator(".is-here")
    expect(cell).to_have_text("H")
    expect(best).to_contain_text("Best here: hit.")
    expect(page.locator("#side")).to_be_hidden()
    check_page(page)
    player.act("Stand")
    expect(cell).to_have_count(0)
    best.get_by_role("link", name="Close").click()
    expect(best).to_be_hidden()

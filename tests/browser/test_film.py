"""A round frame by frame: nothing is told before the cards that it hangs on lie open."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from games.models import Phase
from tests.support import recorder
from tests.support.deals import Codes
from tests.support.felt import (
    DESK,
    PHONE,
    Browsers,
    Companion,
    Player,
    companion,
    open_table,
    sealed,
    seated,
)
from tests.support.server import Server

BETS = {
    "big-50": {"range": 5},
    "big-raise": {"ante": 5},
    "big-draw": {"big_draw": 5},
    "blackjack": {"main": 5},
}
"""Wagers that are decided by the last card that is turned: no result is public before it. At
blackjack that is so without an ace: a natural is paid before the dealer turns the second card."""
EVERY_BET = {
    "big-50": {"poker_hand": 5, "all_red": 5, "all_black": 5, "big_50": 5, "range": 5},
    "big-raise": {"ante": 5, "two_card_bonus": 5},
    "big-draw": {"first_five": 5, "big_draw": 5},
    "blackjack": {"main": 5, "bad_beat": 5},
}
ANSWERS = {"big-50": "reveal", "big-raise": "act-2", "big-draw": "go", "blackjack": "act-stand"}
FREE: dict[str, dict[str, Any]] = {
    "fold": {},
    "stand": {},
    "draw": {"discard": []},
    "insurance": {"amount": 0},
}
"""What other players answer: it costs nothing more."""
PACES = ("normal", "fast", "off")
SIZES = {"desktop": DESK, "phone": PHONE}
SMALLEST = [(320, 568), (360, 640)]
OTHER_SIZES = [
    *SMALLEST, (812, 375), (1024, 768), (1280, 800), (1920, 1080), (2560, 1440),
]  # fmt: skip
"""The windows in which nothing may shift, beside a desktop's and a phone's."""
SHIFT = 0.015
"""Layout shift of a whole round, what follows a press included; the limit of good pages is 0.1.
Words in the middle that became others, in one element, were 0.02 where windows are small."""

EVERY_GAME = pytest.mark.parametrize("game", BETS)
EVERY_SIZE = pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)


@pytest.fixture
def film_context(new_context: Browsers) -> Callable[[tuple[int, int]], BrowserContext]:
    """Browser profiles that record, by size of the window."""

    def make(size: tuple[int, int]) -> BrowserContext:
        context = new_context(viewport={"width": size[0], "height": size[1]})
        recorder.record(context)
        return context

    return make


def set_pace(page: Page, pace: str) -> None:
    """The player chooses how fast cards move, with the button at the table."""
    for _ in PACES:
        if page.evaluate("document.documentElement.dataset.pace ?? 'normal'") == pace:
            return
        page.locator("[data-do=pace]").click()
    raise AssertionError(f"The button does not come to {pace}.")


def settle(page: Page) -> None:
    """Waits until the film is over."""
    expect(page.locator("[data-film]")).to_have_count(0)


def play(
    player: Player,
    others: list[Companion],
    game: str,
    *,
    bets: dict[str, int] | None = None,
    side: int = -1,
) -> recorder.Recording:
    """One round, recorded; every question gets the game's plainest answer.

    bets: by spot, those of `BETS` when left out. side: which of its games, where one is chosen.
    """
    page, bets = player.page, bets or BETS[game]
    for other in others:
        if (other.state()["choice"] or {}).get("yours"):
            other.act("choose", value=other.state()["choice"]["values"][0]["value"])
    if page.locator("#acts-choose").count():
        page.locator("#acts-choose [name=choose]").nth(side).click()
    expect(page.locator("#chip-5")).to_be_visible()
    sealed(player.table, lambda deck: not any(card.startswith("A") for card in deck[:8]))
    player.bet(**bets)
    for other in others:
        other.bet(**{spot: 100 * units for spot, units in bets.items()})
    recorder.start(page)
    page.locator("#go").click()
    answer = page.locator(f"#{ANSWERS[game]}, #acts [value={ANSWERS[game]}]")
    over = page.locator("#pulse[data-phase=showing]")
    while not over.count():
        settle(page)
        if answer.count() and answer.first.is_enabled():
            if game == "big-draw":
                page.locator("#hold-all, [data-do=hold-all]").click()
                page.locator("#mine label").first.click()  # one card goes
            step = page.locator("#pulse").get_attribute("data-step") or ""
            answer.first.click()
            expect(page.locator("#pulse")).not_to_have_attribute("data-step", step)
        elif page.locator("#act-0").count():
            page.locator("#act-0").click()
        for other in others:
            answer_for(other)
        page.wait_for_timeout(100)
    settle(page)
    return recorder.stop(page)


def answer_for(other: Companion) -> None:
    """Another player answers with what costs nothing more, if asked."""
    scene = other.state()
    if scene["state"] == "looking" and not scene["you"]["ready"]:
        other.act("reveal")
    elif scene["view"] and scene["view"]["offers"]:
        offer = next(o for o in scene["view"]["offers"] if o["action"] in FREE)
        other.act(offer["action"], **FREE[offer["action"]])


def check(recording: recorder.Recording) -> None:
    assert recording.leads() == []
    assert recording.faceless == 0
    assert recording.shift < SHIFT
    assert recording.outside == []


@pytest.mark.timeout(240)
@EVERY_SIZE
@EVERY_GAME
def test_alone_at_a_table(
    game: str, size: tuple[int, int], server: Server,
    film_context: Callable[[tuple[int, int]], BrowserContext],
) -> None:  # fmt: skip
    table = open_table(game, solo=True)
    player = seated(film_context(size), server.url, table, 1)
    for pace in PACES:
        set_pace(player.page, pace)
        check(play(player, [], game))
        player.expect_balance(player.cents)
        if not player.page.locator("#acts-choose").count():
            player.page.locator("#next").click()
            player.expect_state("betting")


@pytest.mark.timeout(240)
@pytest.mark.parametrize("size", OTHER_SIZES, ids=lambda size: "x".join(map(str, size)))
def test_the_felt_keeps_still_in_every_window(
    size: tuple[int, int], server: Server,
    film_context: Callable[[tuple[int, int]], BrowserContext],
) -> None:  # fmt: skip
    context = film_context(size)
    for game in BETS:
        player = seated(context, server.url, open_table(game, solo=True), 1)
        check(play(player, [], game))
        player.page.close()


@pytest.mark.parametrize("game", BETS)
@pytest.mark.parametrize("size", SMALLEST, ids=lambda size: "x".join(map(str, size)))
def test_every_part_of_the_felt_keeps_its_place(
    game: str, size: tuple[int, int], server: Server, new_context: Browsers
) -> None:
    context = new_context(viewport={"width": size[0], "height": size[1]})
    recorder.record(context)
    recorder.watch_places(context)
    player = seated(context, server.url, open_table(game, solo=True), 1)
    page = player.page
    play(player, [], game)
    if game != "big-draw":
        page.locator("#next").click()
        player.expect_state("betting")
    play(player, [], game, bets=EVERY_BET[game], side=0)  # the game that was not played before
    assert recorder.moved(page) == []


def test_the_felt_keeps_its_place_for_a_split(server: Server, new_context: Browsers) -> None:
    def eights(deck: Codes) -> bool:
        return deck[0][0] == deck[2][0] == "8"

    for width, height in (*SMALLEST, PHONE):
        context = new_context(viewport={"width": width, "height": height})
        recorder.watch_places(context)
        player = seated(context, server.url, open_table("blackjack", solo=True), 1)
        sealed(player.table, eights)
        player.bet(main=5, bad_beat=5)
        player.deal()
        player.act("Split")
        expect(player.page.locator("#mine .pile")).to_have_count(2)
        stand = player.page.locator("#act-stand")
        while stand.count():
            step = player.page.locator("#pulse").get_attribute("data-step") or ""
            stand.click()
            expect(player.page.locator("#pulse")).not_to_have_attribute("data-step", step)
        player.expect_state("showing")
        assert recorder.moved(player.page) == []


def test_the_recorder_finds_a_table_that_tells_too_early(
    server: Server, film_context: Callable[[tuple[int, int]], BrowserContext]
) -> None:
    """The same table with a script that says at once what comes of the moments still to come."""
    context = film_context(DESK)

    def spoil(route: Route) -> None:
        script = route.fetch().text()
        honest = "async function showNext() {"
        assert honest in script
        early = """
            const words = waiting.flatMap(({ html }) => Object.entries(html));
            await put(Object.fromEntries(words.filter(([part, text]) => !hasCards(part, text))));
        """
        route.fulfill(body=script.replace(honest, honest + early), content_type="text/javascript")

    context.route(re.compile(r"/js/film\b[^/]*\.js$"), spoil)
    player = seated(context, server.url, open_table("big-raise", solo=True), 1)
    set_pace(player.page, "fast")
    assert play(player, [], "big-raise").leads()


def pair_becomes_three(deck: tuple[str, ...]) -> bool:
    """A pair comes first, and one of the three cards drawn to it makes it three of a kind."""
    ranks = [code[0] for code in deck[:8]]
    return ranks[0] == ranks[1] and ranks.count(ranks[0]) == 3 and len({*ranks[:5]}) == 4


def test_the_paytable_of_big_draw_waits_for_the_cards_drawn(
    server: Server, film_context: Callable[[tuple[int, int]], BrowserContext]
) -> None:
    """A line that lights up while the cards are face down would say what they make."""
    player = seated(film_context(PHONE), server.url, open_table("big-draw", solo=True), 1)
    page = player.page
    set_pace(page, "fast")
    page.get_by_role("button", name="5 Card Draw").click()
    player.expect_state("betting")
    sealed(player.table, pair_becomes_three)
    player.bet(big_draw=5)
    player.deal()
    settle(page)
    for card in range(2):
        page.locator(".hold").nth(card).click()
    recorder.start(page)
    page.get_by_role("button", name="Draw 3").click()
    player.expect_state("showing")
    settle(page)
    frames = recorder.stop(page).frames
    lit = [frame for frame in frames if any("Three of a kind" in line for line in frame["lit"])]
    assert lit
    assert any(frame["film"] and frame["mine"] < 5 for frame in frames)
    assert all(frame["mine"] == 5 for frame in lit)


@pytest.mark.timeout(240)
@EVERY_SIZE
@EVERY_GAME
def test_with_company(
    game: str, size: tuple[int, int], server: Server, new_context: Browsers,
    film_context: Callable[[tuple[int, int]], BrowserContext],
) -> None:  # fmt: skip
    table = open_table(game)
    player = seated(film_context(size), server.url, table, 1)
    others = [companion(new_context(), server.url, table, seat) for seat in (2, 4)]
    for pace in PACES:
        set_pace(player.page, pace)
        check(play(player, others, game))
        player.expect_balance(player.cents)
        others[0].time_is_up()
        expect(player.page.locator("#pulse")).not_to_have_attribute("data-phase", Phase.SHOWING)

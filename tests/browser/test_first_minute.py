"""A newcomer's first round in a browser: the steps on the felt, what a bet costs, how to play."""

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, expect

from games.models import OddsReport
from games.odds_reports.subjects import felts_of
from games.registry import GAMES, KITS
from tests.support.felt import SIZES, check_page, open_table, seated
from tests.support.server import Server
from tests.tables.room import WAGERS
from tests.web.reports import asked


@pytest.mark.parametrize("game", KITS)
def test_the_steps_lie_on_the_felt_and_leave_it_as_clean_as_it_was(
    game: str, context: BrowserContext, server: Server
) -> None:
    page = seated(context, server.url, open_table(game, solo=True), 1).page
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        check_page(page)
    page.get_by_role("button", name="How to play").first.click()
    expect(page.locator("#how")).to_contain_text(KITS[game].first.play[0])
    check_page(page)


def test_the_step_that_is_due_is_marked_and_a_dear_bet_says_what_it_costs(
    context: BrowserContext, server: Server
) -> None:
    table = open_table("big-50", solo=True)
    (shown,) = felts_of(table)
    report = asked(shown.terms, timezone.now())
    bets = [{"spot": "all_red", "edge_percent": 54.4}, {"spot": "range", "edge_percent": 9.6}]
    OddsReport.objects.filter(pk=report.pk).update(status="done", answer={"bets": bets})
    player = seated(context, server.url, table, 1)
    page, line = player.page, player.page.locator("#line")
    due = page.locator("#first [aria-current=step]")
    expect(due).to_contain_text("Put a chip on a bet")
    player.bet(range=1)
    expect(due).to_contain_text("Press Deal")
    expect(line).to_contain_text("Pick a chip")
    player.spot("all_red").click()
    expect(line).to_have_text("All Red costs 54 of every 100 bet.")
    page.keyboard.press("x")
    expect(line).to_contain_text("Pick a chip")
    expect(due).to_contain_text("Put a chip on a bet")
    player.bet(range=1)
    player.deal()
    expect(page.locator("#first")).to_have_count(0)
    player.act("Reveal all")
    player.act("New round")
    # The chip that was picked for the last bet, not the usual one.
    expect(page.locator("#chip-1")).to_have_attribute("aria-checked", "true")


def test_a_bet_that_needs_another_does_not_make_the_deal_due(
    context: BrowserContext, server: Server
) -> None:
    player = seated(context, server.url, open_table("blackjack", solo=True), 1)
    due = player.page.locator("#first [aria-current=step]")
    player.spot("bad_beat").click()
    expect(player.page.locator("#bets [data-spot=bad_beat]")).to_have_attribute("data-stake", "500")
    expect(due).to_contain_text("Put a chip on Bet")
    player.spot("main").click()
    expect(due).to_contain_text("Press Deal")


@pytest.mark.parametrize("game", WAGERS)
def test_the_steps_are_gone_when_the_first_card_comes(
    game: str, context: BrowserContext, server: Server
) -> None:
    player = seated(context, server.url, open_table(game, solo=True), 1)
    page = player.page
    page.evaluate(
        """() => {
          window.covered = 0;
          const card = ":is(#mine, #board) .card:not(.card--slot)";
          new MutationObserver(() => {
            const steps = document.getElementById("first");
            if (document.querySelector(card) && steps?.checkVisibility()) covered += 1;
          }).observe(document.querySelector(".felt"), { childList: true, subtree: true });
        }"""
    )
    if GAMES[game].choice:
        page.locator("#acts button[name=choose]").first.click()
    player.spot(next(iter(WAGERS[game]))).click()
    player.deal()
    expect(page.locator(":is(#mine, #board) .card:not(.card--slot)").first).to_be_attached()
    expect(page.locator("#first")).to_be_hidden()
    assert page.evaluate("covered") == 0


def test_got_it_is_for_ever(context: BrowserContext, server: Server) -> None:
    page = seated(context, server.url, open_table("blackjack", solo=True), 1).page
    page.get_by_role("button", name="Got it").click()
    expect(page.locator("#first")).to_have_count(0)
    page.reload()
    expect(page.locator("#bets")).to_be_visible()
    expect(page.locator("#first")).to_have_count(0)

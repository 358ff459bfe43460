"""A finished round on the felt again: by keyboard, by itself, and by its list of events."""

import re

from django.utils import timezone
from playwright.sync_api import BrowserContext, expect

from accounts.guests import new_guest
from games.history.replays import film_of
from games.models import Round
from games.tables import services
from tests.support.browser import hear
from tests.support.felt import check_page, log_in, named, open_table, step_at, wager
from tests.support.server import Server


def test_a_round_is_stepped_through_played_and_jumped_in(
    context: BrowserContext, server: Server
) -> None:
    table, user = open_table("big-raise", solo=True), new_guest(timezone.now())
    services.sit(table.pk, user, 1, timezone.now())
    wager(table, user, ready=True, ante=5_00, two_card_bonus=5_00)
    raised = {"action": "play", "amount": 10_00}
    services.act(table.pk, user, step_at(table, user), raised, timezone.now())
    round = Round.objects.get(table=table, ended__isnull=False)
    film = film_of(round, 1)
    last, asked = len(film.frames), next(f.number for f in film.frames if f.decision)
    log_in(context, server.url, user)
    page = context.new_page()
    page.goto(f"/history/{round.pk}/replay")
    count, here = page.locator("#count"), page.locator(".reel [aria-current=step]")
    expect(page.locator("#play")).to_be_visible()

    # Forward and back by keyboard; what happened is said, and the address names the frame.
    assert named(page, "#mine img") == []
    page.keyboard.press("ArrowRight")
    expect(here).to_contain_text("Seat 1 gets two cards.")
    expect(page.locator("#mine img")).to_have_count(2)
    hear(page, "Seat 1 gets two cards.")
    page.wait_for_url("**/replay?at=2")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#mine img")).to_have_count(0)
    page.keyboard.press("End")
    expect(count).to_have_text(f"{last} of {last}")
    expect(page.locator("#phase")).to_have_text(re.compile("You (win|lose|break even)"))
    page.keyboard.press("Home")
    expect(count).to_have_text(f"1 of {last}")

    # To any event; there it is as accessible as any page, and the questions have answers.
    page.locator(f".reel [data-at='{asked}']").click()
    expect(page.locator("#phase")).to_have_text("Your turn")
    expect(page.locator("#decision")).not_to_be_empty()
    check_page(page, "#play")
    page.reload()
    expect(page.locator("#phase")).to_have_text("Your turn")
    expect(count).to_have_text(f"{asked} of {last}")

    # The slider has the arrow keys to itself.
    page.locator("#scrub").focus()
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text(f"{asked + 1} of {last}")

    # It plays, pauses, and goes on to the end, where it stops.
    page.locator("#main").focus()
    page.keyboard.press(" ")
    expect(page.locator("#play")).to_have_text("Pause")
    expect(count).not_to_have_text(f"{asked + 1} of {last}")
    page.keyboard.press(" ")
    expect(page.locator("#play")).to_have_text("Play")
    page.locator("#speed").select_option("4")
    page.locator("#main").focus()
    page.keyboard.press(" ")
    expect(count).to_have_text(f"{last} of {last}", timeout=30_000)
    expect(page.locator("#play")).to_have_text("Play")


FLOWN = """() => {
    window.flown = { cards: 0, chips: 0, early: 0 };
    let words = null;
    const look = () => {
        const says = document.getElementById("line").textContent;
        words = document.querySelector(".flyer") ? (words ?? says) : null;
        if (words !== null && words !== says) flown.early += 1;
        requestAnimationFrame(look);
    };
    look();
    const count = (node) => {
        if (node.matches?.(".flyer--card")) flown.cards += 1;
        if (node.matches?.(".flyer--chips")) flown.chips += 1;
    };
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes) addedNodes.forEach(count);
    }).observe(document.body, { childList: true, subtree: true });
}"""


def test_cards_and_chips_move_in_a_replay_as_they_do_at_a_table(
    context: BrowserContext, server: Server
) -> None:
    table, user = open_table("big-raise", solo=True), new_guest(timezone.now())
    services.sit(table.pk, user, 1, timezone.now())
    wager(table, user, ready=True, ante=5_00)
    raised = {"action": "play", "amount": 10_00}
    services.act(table.pk, user, step_at(table, user), raised, timezone.now())
    round = Round.objects.get(table=table, ended__isnull=False)
    frames = film_of(round, 1).frames
    log_in(context, server.url, user)
    page = context.new_page()
    page.goto(f"/history/{round.pk}/replay")
    page.evaluate("localStorage['cardroom.pace'] = 'normal'")
    page.reload()
    expect(page.locator("#play")).to_be_visible()
    page.evaluate(FLOWN)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#count")).to_have_text(f"2 of {len(frames)}")
    assert page.evaluate("flown") == {"cards": 2, "chips": 0, "early": 0}  # one's own cards
    taken = next(one.number for one in frames if one.event and one.event.kind in ("take", "pay"))
    page.locator(f".reel [data-at='{taken - 1}']").click()
    expect(page.locator("#count")).to_have_text(f"{taken - 1} of {len(frames)}")
    assert page.evaluate("flown")["cards"] == 2  # a jump moves nothing
    page.keyboard.press("ArrowRight")
    expect(page.locator("#count")).to_have_text(f"{taken} of {len(frames)}")
    assert page.evaluate("flown")["chips"] > 0
    assert page.evaluate("flown")["early"] == 0  # no words before what they say has come to rest
    expect(page.locator(".flyer")).to_have_count(0)

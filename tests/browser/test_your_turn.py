"""Players are alerted on their turn, and asked before they leave a hand in play."""

import re

from django.utils import timezone
from playwright.sync_api import BrowserContext, Dialog, Page, expect

from games.tables.locked_table import locked
from tests.support.browser import wait_until
from tests.support.felt import Browsers, companion, open_table, seated
from tests.support.server import Server

COUNT_TONES = """
window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...at) {
  window.tones += 1;
  return start.apply(this, at);
};
"""


def tones(page: Page) -> int:
    return int(page.evaluate("window.tones"))


def test_your_turn_is_in_the_title_and_sounds_only_for_who_has_asked_for_it(
    context: BrowserContext, new_context: Browsers, server: Server
) -> None:
    context.add_init_script(COUNT_TONES)
    table = open_table("big-raise")
    player = seated(context, server.url, table, 1)
    page = player.page
    other = companion(new_context(), server.url, table, 2)
    sound = page.get_by_label("Play a sound")
    expect(sound).not_to_be_checked()
    player.bet(ante=5)
    other.bet(ante=5_00)
    page.locator("#go").click()
    expect(page).to_have_title(re.compile("^● Your turn"))
    assert tones(page) == 0
    page.locator("#act-fold").click()
    other.act("fold")
    player.expect_state("showing")
    expect(page).to_have_title(re.compile("^Big Raise"))
    page.get_by_role("button", name="Settings").click()
    sound.check()
    page.get_by_role("button", name="Close").click()
    assert tones(page) == 2  # so that one hears what has been chosen
    other.time_is_up()
    expect(page.locator("#phase")).to_have_text(re.compile("Place your bets"))
    player.bet(ante=5)
    other.bet(ante=5_00)
    page.locator("#go").click()
    expect(page).to_have_title(re.compile("^● Your turn"))
    wait_until(page, "window.tones >= 4")
    assert tones(page) == 4
    page.evaluate("document.querySelector('#pulse').removeAttribute('data-live-stake')")
    page.reload()
    expect(sound).to_be_checked()


def test_a_notification_that_the_browser_refuses_is_not_promised(
    context: BrowserContext, server: Server
) -> None:
    context.add_init_script("Notification.requestPermission = async () => 'denied';")
    page = seated(context, server.url, open_table("big-raise"), 1).page
    page.get_by_role("button", name="Settings").click()
    note = page.get_by_label("Show a notification")
    note.click()
    expect(note).not_to_be_checked()
    expect(page.locator("#turn-refused")).to_have_text(re.compile("allows no notifications"))


def test_going_away_with_a_hand_in_play_is_asked_about_and_without_one_is_not(
    context: BrowserContext, server: Server
) -> None:
    player = seated(context, server.url, open_table("big-raise", solo=True), 1)
    page = player.page
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    player.bet(ante=5)
    player.deal()
    expect(page.locator("#act-fold")).to_be_visible()
    with page.expect_event("dialog"):
        page.evaluate("history.back()")
    assert asked == ["beforeunload"]
    expect(page.locator("#act-fold")).to_be_visible()
    page.get_by_role("link", name="Cardroom, lobby").click()
    expect(page.locator("#leave")).to_be_visible()
    page.locator("#leave").get_by_role("button", name="Leave").click()
    expect(page).to_have_url(f"{server.url}/")
    assert asked == ["beforeunload"]


def test_who_sits_out_comes_back_by_one_press(context: BrowserContext, server: Server) -> None:
    table = open_table("big-raise")
    page = seated(context, server.url, table, 1).page
    with locked(table.pk, timezone.now()) as desk:
        desk.chairs[0].out_since = desk.now
        desk.change(desk.chairs[0])
    page.reload()
    expect(page.locator("#acts")).to_contain_text("You sit out")
    page.get_by_role("button", name="I am back").click()
    expect(page.get_by_role("button", name="Ready")).to_be_visible()

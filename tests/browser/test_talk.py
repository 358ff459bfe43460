"""Table talk between two browsers: heard once, shown beside the seat, and muted at will."""

from playwright.sync_api import Page, expect

from tests.support.browser import hear, spoken, wait_until
from tests.support.felt import Browsers, check_page, open_table, seated
from tests.support.server import Server

NOTE_BUBBLES = """
window.bubbles = [];
new MutationObserver((changes) => {
  for (const bubble of changes.flatMap((change) => [...change.addedNodes])) {
    if (bubble.className !== "bubble") continue;
    const seat = document.getElementById("mine").getBoundingClientRect();
    const over = seat.top - bubble.getBoundingClientRect().bottom;
    bubbles.push({ words: bubble.textContent, over });
  }
}).observe(document, { childList: true, subtree: true });
"""
"""A script: notes what is shown beside a seat, and how far above one's own, before it goes."""


def bubbles(page: Page) -> list[str]:
    """All that was shown beside seats, once there is something."""
    wait_until(page, "bubbles.length")
    return list(page.evaluate("bubbles.map((bubble) => bubble.words)"))


def test_a_phrase_is_shown_and_spoken_to_the_others_and_can_be_muted(
    server: Server, new_context: Browsers
) -> None:
    table = open_table("big-50")
    one, other = (seated(new_context(), server.url, table, seat) for seat in (1, 2))
    for player in (one, other):
        player.page.add_init_script(NOTE_BUBBLES)
        player.page.reload()
    expect(one.page.locator("#seat-2")).to_contain_text(other.user.display_name)
    phrase = f"{one.user.display_name} Good luck!"
    one.page.get_by_role("button", name="Good luck!").click()
    assert bubbles(one.page) == ["Good luck!"]
    assert abs(one.page.evaluate("bubbles[0].over")) < 2
    assert bubbles(other.page) == ["Good luck!"]
    hear(other.page, phrase)
    expect(other.page.locator("#talk")).to_contain_text(phrase)
    expect(other.page.locator(".bubble")).to_have_count(0)

    watching = new_context().new_page()
    watching.goto(f"/tables/{table.pk}")
    expect(watching.locator("#talk")).to_contain_text(phrase)
    expect(watching.locator(".bubble")).to_have_count(0)
    expect(watching.get_by_role("button", name="Good luck!")).to_have_count(0)
    check_page(watching)

    other.page.get_by_role("button", name="Mute").click()
    expect(other.page.locator("#talk")).to_be_hidden()
    one.page.get_by_role("button", name="Thank you!").click()
    expect(one.page.locator("#talk")).to_contain_text("Thank you!")
    expect(other.page.locator("#talk li")).to_have_count(2)
    assert bubbles(other.page) == ["Good luck!"]
    assert not any("Thank you!" in words for words in spoken(other.page))
    other.page.reload()
    expect(other.page.get_by_role("button", name="Mute")).to_have_attribute("aria-pressed", "true")
    expect(other.page.locator("#talk")).to_be_hidden()

"""Table talk between two browsers: heard once, shown beside the seat, and muted at will."""

from playwright.sync_api import BrowserContext, expect

from tests.support.felt import Browsers, check_page, open_table, seated
from tests.support.server import Server


def test_a_phrase_is_shown_and_spoken_to_the_others_and_can_be_muted(
    context: BrowserContext, server: Server, new_context: Browsers
) -> None:
    table = open_table("big-50")
    one = seated(context, server.url, table, 1)
    other = seated(new_context(), server.url, table, 2)
    expect(one.page.locator("#seat-2")).to_contain_text(other.user.display_name)
    phrase = f"{one.user.display_name} Good luck!"
    one.page.get_by_role("button", name="Good luck!").click()
    own = one.page.locator(".bubble").bounding_box()
    mine = one.page.locator("#mine").bounding_box()
    assert own is not None
    assert mine is not None
    assert abs(own["y"] + own["height"] - mine["y"]) < 2
    expect(other.page.locator(".bubble")).to_have_text("Good luck!")
    expect(other.page.locator("#polite")).to_contain_text(phrase)
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
    expect(other.page.locator(".bubble")).to_have_count(0)
    expect(other.page.locator("#polite")).not_to_contain_text("Thank you!")
    other.page.reload()
    expect(other.page.get_by_role("button", name="Mute")).to_have_attribute("aria-pressed", "true")
    expect(other.page.locator("#talk")).to_be_hidden()

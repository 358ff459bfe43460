"""The administration's pages at a desk and on a phone: nothing grave, nothing sideways."""

import json
from pathlib import Path

import pytest
from django.contrib.auth.models import Group
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from accounts.models import User
from games.backoffice import holds
from tests.history.rounds import play
from tests.support.felt import check_page, log_in
from tests.support.server import Server
from tests.tables.room import OPENING, Room

SMALLEST = ViewportSize(width=320, height=640)


@pytest.fixture
def boss(context: BrowserContext, server: Server) -> User:
    user = User.objects.create_superuser("boss", password="three green chips")
    log_in(context, server.url, user)
    return user


def test_somebody_is_given_a_role_with_the_keyboard_on_the_smallest_phone(
    page: Page, boss: User
) -> None:
    new = User.objects.create_user("new", is_staff=True)
    page.goto(f"/admin/accounts/staffmember/{new.pk}/change/")
    check_page(page)
    page.set_viewport_size(SMALLEST)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    groups = page.get_by_role("group", name="Groups")
    groups.get_by_label("floor").focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("was changed successfully")).to_be_visible()
    assert [group.name for group in new.groups.all()] == ["floor"]


def test_the_page_of_a_role_is_for_everybody(page: Page, boss: User) -> None:
    page.goto(f"/admin/auth/group/{Group.objects.get(name='floor').pk}/change/")
    check_page(page)


def test_the_table_of_holds_scrolls_in_its_own_box_on_a_phone(page: Page, boss: User) -> None:
    room = Room.open("big-50")
    room.sit(1)
    play(room)
    holds.count_settled()
    page.goto(f"/admin/games/holdtally/?first={OPENING:%Y-%m-%d}&last={OPENING:%Y-%m-%d}")
    check_page(page)
    page.set_viewport_size({"width": 375, "height": 812})
    box = page.get_by_role("region", name="Hold by bet and paytable version")
    box.focus()
    last = box.get_by_role("columnheader", name="Verdict")
    expect(last).not_to_be_in_viewport()
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    expect(last).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_menu_is_opened_with_the_keyboard_on_a_phone(page: Page, boss: User) -> None:
    page.set_viewport_size({"width": 375, "height": 812})
    page.goto("/admin/games/table/")
    queue = page.get_by_role("link", name="Queue").first
    expect(queue).not_to_be_in_viewport()
    page.get_by_role("button", name="Menu").focus()
    page.keyboard.press("Enter")
    expect(queue).to_be_in_viewport()


def test_a_list_is_fetched_as_a_file_and_the_page_says_how_far_it_is(
    page: Page, boss: User
) -> None:
    room = Room.open("big-50")
    room.sit(1, 2)
    round = play(room)
    page.goto("/admin/games/round/")
    check_page(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="NDJSON").click()
    expect(page.get_by_text("Done: 2 rows.")).to_be_visible()
    expect(page.get_by_role("progressbar", name="Rows written")).to_be_hidden()
    assert download.value.suggested_filename == "rounds.ndjson"
    lines = Path(download.value.path()).read_text().splitlines()
    assert [json.loads(line)["round"] for line in lines] == [str(round.pk)] * 2
    page.route("**/export.csv*", lambda route: route.fulfill(status=500))
    page.get_by_role("link", name="CSV", exact=True).click()
    expect(page.get_by_text("The file is incomplete. Try again.")).to_be_visible()

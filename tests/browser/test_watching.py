"""Spectators: the seats fill the felt, and a free one is taken where it is."""

from itertools import combinations

import pytest
from playwright.sync_api import BrowserContext, FloatRect, Page, ViewportSize, expect

from games.registry import GAMES
from tests.support.felt import CSRF_TOKEN, Browsers, open_table, seated
from tests.support.server import Server

SIZES: list[ViewportSize] = [
    {"width": 320, "height": 640},
    {"width": 375, "height": 812},
    {"width": 768, "height": 1024},
    {"width": 1280, "height": 800},
    {"width": 1440, "height": 900},
]


def boxes(page: Page, places: str) -> list[FloatRect]:
    found = [one.bounding_box() for one in page.locator(places).all()]
    return [box for box in found if box]


def overlap(one: FloatRect, other: FloatRect) -> bool:
    return (
        one["x"] < other["x"] + other["width"] - 1
        and other["x"] < one["x"] + one["width"] - 1
        and one["y"] < other["y"] + other["height"] - 1
        and other["y"] < one["y"] + one["height"] - 1
    )


@pytest.mark.parametrize("game", list(GAMES))
def test_the_seats_fill_the_felt_of_a_spectator(
    game: str, context: BrowserContext, server: Server
) -> None:
    table = open_table(game)
    page = context.new_page()
    page.goto(f"{server.url}/tables/{table.pk}")
    expect(page.locator("#line")).to_contain_text("You are watching.")
    for size in SIZES:
        page.set_viewport_size(size)
        expect(page.locator("#bets")).to_be_hidden()
        seats, (felt,) = boxes(page, ".seat"), boxes(page, ".felt")
        assert len(seats) == table.chairs.count(), size
        for one, other in combinations(seats, 2):
            assert not overlap(one, other), (size, one, other)
        for seat in seats:
            assert overlap(seat, felt), size
            assert seat["y"] + seat["height"] <= felt["y"] + felt["height"], size
            assert 0 <= seat["x"] <= size["width"] - seat["width"], size


def test_a_seat_is_taken_where_it_is_or_from_the_dock(
    context: BrowserContext, new_context: Browsers, server: Server
) -> None:
    table = open_table("blackjack")
    page = context.new_page()
    page.goto(f"{server.url}/tables/{table.pk}")
    expect(page.locator("#acts")).to_contain_text("Six seats are free.")
    page.get_by_role("button", name="Sit down at seat 6").click()
    expect(page.locator(".seat--me")).to_have_text("6")
    other = new_context().new_page()
    other.goto(f"{server.url}/tables/{table.pk}")
    expect(other.locator("#acts")).to_contain_text("Five seats are free.")
    other.get_by_role("button", name="Sit down", exact=True).click()
    expect(other.locator(".seat--me")).to_have_text("3")
    expect(other.locator("#bets")).to_be_visible()


def test_the_felt_is_a_spectators_once_the_seat_is_given_up_elsewhere(
    context: BrowserContext, server: Server
) -> None:
    player = seated(context, server.url, open_table("blackjack"), 3)
    page, seats = player.page, player.page.locator(".seats")
    page.set_viewport_size({"width": 375, "height": 812})
    expect(page.locator("#bets")).to_be_visible()
    small = seats.bounding_box()
    answer = context.request.post(
        f"{server.url}/tables/{player.table.pk}/leave",
        form={"csrfmiddlewaretoken": CSRF_TOKEN},
        max_redirects=0,
    )
    assert answer.status == 302, answer.text()
    expect(page.locator("#bets")).to_be_hidden()
    large = seats.bounding_box()
    assert small
    assert large
    assert large["height"] > 2 * small["height"]

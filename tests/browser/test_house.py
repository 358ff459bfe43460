"""The floor at work in a browser: its pages, and what the players see of its orders."""

from django.utils import timezone
from playwright.sync_api import expect

from games.backoffice.roles import grant
from games.registry import GAMES
from games.tables import services, setup
from tests.admin.staff import member
from tests.support.felt import Browsers, check_page, log_in
from tests.support.server import Server
from tests.tables.room import player


def test_the_floor_pauses_a_table_and_its_player_reads_it(
    new_context: Browsers, server: Server
) -> None:
    grant()  # the tests before have emptied the database
    setup.load_paytables(timezone.now())
    table = setup.open_table(GAMES["big-50"], "Alder")
    user = player(now=timezone.now())
    services.sit(table.pk, user, 1, timezone.now())
    at_table, at_desk = new_context(), new_context()
    log_in(at_table, server.url, user)
    log_in(at_desk, server.url, member("floor"))
    felt, desk = at_table.new_page(), at_desk.new_page()
    felt.goto(f"/tables/{table.pk}")
    expect(felt.get_by_role("heading", name="Place your bets")).to_be_visible()
    desk.goto(f"/admin/games/table/{table.pk}/change/")
    check_page(desk)
    desk.get_by_role("button", name="Pause after this round").click()
    expect(felt.get_by_role("heading", name="Paused by the house")).to_be_visible()
    desk.get_by_label("Minimum per spot").fill("5")
    desk.get_by_role("button", name="Save for the next round").click()
    desk.get_by_role("button", name="Open again").click()
    expect(felt.get_by_role("heading", name="Place your bets")).to_be_visible()
    expect(felt.get_by_text("The house has changed the minimum.").first).to_be_visible()
    for address in ("holdtally/", "table/add/?game=blackjack", "round/"):
        desk.goto(f"/admin/games/{address}")
        expect(desk.locator(".room-help")).to_be_visible()
        check_page(desk)

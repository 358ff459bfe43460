"""The account page: where every chip came from, with a link to its round; and what to take away."""

import json

import pytest
from django.test import Client

from accounts import ledger
from accounts.exports import export
from accounts.models import User
from games.models import Round
from games.tables import services
from tests.accounts.people import guest_in, member, sign_in, words
from tests.tables.room import Room, player

pytestmark = pytest.mark.django_db


def played(user: User) -> Round:
    """A round of Big 50 that is over."""
    room = Room.open("big-50", solo=True)
    services.sit(room.table_id, user, 1, room.now)
    room.deal(user)
    room.act(user, "reveal")
    return room.round


def test_every_line_says_why_and_leads_to_its_round(client: Client) -> None:
    user = guest_in(client)
    round = played(user)
    page = words(client.get("/accounts/"))
    assert f'href="/history/{round.pk}"' in page
    assert f"Round {round.number}, Big 50" in page
    for word in ("Welcome chips", "Bets", "−15.00", "+1,000.00", "985.00"):
        assert word in page


def test_a_round_that_still_runs_has_no_page_to_lead_to(client: Client) -> None:
    user = guest_in(client)
    room = Room.open("big-raise")
    services.sit(room.table_id, user, 1, room.now)
    room.deal(user)
    page = words(client.get("/accounts/"))
    assert "Big Raise" in page
    assert "/history/" + str(room.round.pk) not in page


def test_older_lines_are_on_further_pages(client: Client) -> None:
    user = guest_in(client)
    for number in range(25):
        move = {ledger.player(user): -1_00, ledger.grants(): 1_00}
        ledger.move(f"test/{number}", f"Spent {number}", move, now=user.date_joined)
    first = words(client.get("/accounts/"))
    assert "Spent 24" in first
    assert "Welcome chips" not in first
    assert "Older entries" in first
    assert "Welcome chips" in words(client.get("/accounts/?page=2"))
    assert client.get("/accounts/?page=of-gold").status_code == 200


def test_a_stranger_is_asked_in(client: Client) -> None:
    assert client.get("/accounts/").headers["Location"] == "/accounts/login/?next=/accounts/"


def test_what_the_site_has_about_somebody_is_one_file(client: Client) -> None:
    user = member(email="anna@example.com")
    sign_in(client)
    round = played(user)
    response = client.post("/accounts/export")
    assert response.headers["Content-Disposition"] == 'attachment; filename="cardroom.json"'
    data = json.loads(response.content)
    assert data["profile"]["name"] == "Anna"
    assert len(data["sessions"]) == 1
    assert [line["amount"] for line in data["ledger"]][:2] == [1_000_00, -15_00]
    (row,) = data["rounds"]
    assert (row["round"], row["staked"], row["game"]) == (str(round.pk), 15_00, "big-50")


def test_an_export_holds_nothing_of_others_nor_of_a_round_that_runs() -> None:
    room = Room.open("big-raise")
    one, other = room.sit(1, 2)
    room.deal(one, other)
    data = export(one)
    assert data["rounds"] == []
    text = json.dumps(data)
    assert other.username not in text
    assert other.client_seed not in text
    assert "server_seed" not in text


def test_a_file_is_made_for_a_post_by_oneself(client: Client) -> None:
    assert client.post("/accounts/export").status_code == 302
    client.force_login(player())
    assert client.get("/accounts/export").status_code == 405

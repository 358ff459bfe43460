"""The lobby's own buttons."""

import re

import pytest
from django.test import Client

from accounts.models import User
from games.models import Chair, OddsReport
from games.odds_reports.subjects import usual_felts
from games.registry import GAMES
from games.tables import seating
from tests.support.clients import client_of
from tests.tables.room import OPENING, Room
from tests.web.reports import asked

pytestmark = pytest.mark.django_db


@pytest.mark.report("press Sit down in the lobby")
def test_sit_down_in_the_lobby_sits_one_down() -> None:
    room, client = Room.open("big-50"), Client(enforce_csrf_checks=True)
    page = client.get("/").content.decode()
    (action,) = re.findall(r'form="sit-down"\s+formaction="([^"]+)"', page)
    form = page[page.index('<form id="sit-down"') :]
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form)
    assert token is not None
    answer = client.post(action, {"csrfmiddlewaretoken": token[1]})
    assert (answer.status_code, answer["Location"]) == (302, f"/tables/{room.table_id}")
    user = User.objects.get()
    assert Chair.objects.get(user=user).seat == 3
    assert 'id="bets"' in client.get(answer["Location"]).content.decode()


def test_the_name_of_a_table_leads_to_watching_it() -> None:
    room = Room.open("big-50")
    assert f'<a href="/tables/{room.table_id}" aria-label="Watch Alder">' in (
        Client().get("/").content.decode()
    )


def test_each_game_says_what_its_bets_cost_once_that_is_computed() -> None:
    """From reports that are there: the page asks for none."""
    rooms = [Room.open("big-50")]
    assert rooms
    client = Client()
    assert "Of every 100 bet" not in client.get("/").content.decode()
    assert not OddsReport.objects.exists()
    (felt,) = usual_felts(GAMES["big-50"])
    report = asked(felt.terms, OPENING)
    bets = [
        {"spot": "all_red", "edge_percent": 54.25},
        {"spot": "range", "edge_percent": -1.0},
    ]
    OddsReport.objects.filter(pk=report.pk).update(status="done", answer={"bets": bets})
    page = client.get("/").content.decode()
    assert "Of every 100 bet, All Red costs 54 and Range gains you 1." in page


def test_the_games_to_play_alone_come_first_in_the_page() -> None:
    """In the order in which it is read aloud and reached by Tab, not by styles alone."""
    room = Room.open("big-50")
    page = Client().get("/").content.decode()
    assert page.index("Play Big 50 solo") < page.index(f"/tables/{room.table_id}/sit")


def hero(client: Client) -> tuple[str, str]:
    """The address and the words of the button on the front."""
    page = client.get("/").content.decode()
    front = page[page.index('class="hero') : page.index("See open tables")]
    (action,) = re.findall(r'action="([^"]+)"', front)
    (words,) = re.findall(r"<button[^>]*>(.*?)</button>", front, re.DOTALL)
    return action, " ".join(words.split())


def test_a_first_visit_is_led_to_a_game_that_people_know() -> None:
    for game in ("big-50", "blackjack"):
        Room.open(game)
    client = Client()
    assert hero(client) == ("/play/blackjack", "Play Blackjack as a guest")
    assert client.post("/play/blackjack").status_code == 302
    assert hero(client) == ("/play/blackjack", "Play Blackjack")


@pytest.mark.parametrize(
    ("solo", "front"),
    [
        (False, ("/play/big-raise", "Play Big Raise Hold&#x27;em")),
        (True, ("/solo/big-raise", "Play Big Raise Hold&#x27;em solo")),
    ],
)
def test_the_front_leads_back_to_what_was_played_last(solo: bool, front: tuple[str, str]) -> None:
    first, last = Room.open("big-50"), Room.open("big-raise", solo=solo)
    (user,) = first.sit(1)
    first.deal(user)
    last.users[1] = user
    seating.sit_down(last.table_id, user, last.now)
    last.deal(user)
    client = client_of(user)
    assert hero(client) == front
    assert "The first thousand" not in client.get("/").content.decode()

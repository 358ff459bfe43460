"""The first minute at a table: three steps, once, and what the bets cost."""

import json
import re
from html import unescape

import pytest
from django.test import Client

from games.blackjack.options import BlackjackOptions
from games.models import OddsReport
from games.odds_reports.subjects import felts_of
from games.registry import KITS
from games.web.views import keys_of
from tests.accounts.test_preferences import FORM
from tests.support.clients import client_of
from tests.tables.room import OPENING, WAGERS, Room
from tests.web.reports import asked

pytestmark = pytest.mark.django_db

STEPS = 'id="first"'


def page(client: Client, room: Room) -> str:
    return unescape(client.get(f"/tables/{room.table_id}").content.decode())


@pytest.mark.parametrize("game", WAGERS)
def test_a_newcomer_finds_three_steps_on_the_felt(game: str) -> None:
    room = Room.open(game)
    (user,) = room.sit(1)
    felt = page(client_of(user), room)
    steps = felt[felt.index(STEPS) : felt.index("</form>", felt.index(STEPS))]
    first = KITS[game].first
    for words in (*first.bet, "Press Ready", first.dealt, *first.play):
        assert words in steps
    assert STEPS not in page(Client(), room)  # who watches is not told to bet


def test_a_newcomer_who_sits_down_during_a_round_finds_the_steps_for_the_next() -> None:
    room = Room.open("big-50")
    (playing,) = room.sit(1)
    room.deal(playing)
    client = Client()
    client.post(f"/tables/{room.table_id}/sit")
    felt = page(client, room)
    steps = felt[felt.index(STEPS) : felt.index(">", felt.index(STEPS))]
    assert steps.split()[-1] == "hidden"


@pytest.mark.parametrize("game", WAGERS)
def test_how_to_play_names_every_bet_that_may_be_made(game: str) -> None:
    kit = KITS[game]
    room = Room.open(game)
    how = page(Client(), room).split('id="how"')[1].split("</dialog>")[0]
    told = how.split("What it costs")[0]
    spots = kit.rules.spots(kit.rules.options())
    assert [spot.name for spot in spots if spot.opening and spot.name not in told] == []


@pytest.mark.parametrize(
    ("game", "fields", "idle"),
    [
        ("blackjack", {}, {"R"}),
        ("blackjack", {"options": BlackjackOptions(surrender="late", insurance=False)}, {"I", "0"}),
        ("big-raise", {"solo": True}, {"T"}),
        ("big-50", {}, {"V"}),
    ],
)
def test_only_keys_that_do_something_at_this_table_are_listed(
    game: str, fields: dict[str, object], idle: set[str]
) -> None:
    room = Room.open(game, **fields)
    (user,) = room.sit(1)
    keys = page(client_of(user), room).split('id="keys"')[1].split("</dialog>")[0]
    listed = set(re.findall(r"<kbd>([^<]+)</kbd>", keys))
    assert {key for key, _ in keys_of(KITS[game])} - listed == idle


@pytest.mark.parametrize(
    ("game", "left"),
    [
        ("big-50", "your cards are turned for you"),
        ("big-draw", "you draw no cards"),
        ("big-raise", "you fold"),
        ("blackjack", "you stand"),
    ],
)
def test_who_would_leave_reads_what_becomes_of_the_hand(game: str, left: str) -> None:
    room = Room.open(game)
    (user,) = room.sit(1)
    felt = page(client_of(user), room)
    asks = felt[felt.index('id="leave"') :]
    assert (
        f"If you leave before you have decided, {left}. What the hand wins is paid to you." in asks
    )


@pytest.mark.parametrize(("game", "said"), [("big-raise", True), ("big-draw", False)])
def test_how_many_bets_may_be_large_is_said_where_there_are_more(game: str, said: bool) -> None:
    # Big Raise Hold'em has four spots or more, Big Draw Poker two.
    assert ("No more than three bets over 5" in page(Client(), Room.open(game))) is said


@pytest.mark.usefixtures("clock")
def test_with_the_button_you_read_what_passing_does() -> None:
    room = Room.open("big-draw")
    (user,) = room.sit(1)
    assert "Choose the game, or pass the choice to the next player." in page(client_of(user), room)


def test_the_lobby_says_of_big_draw_what_a_newcomer_understands() -> None:
    assert "Hold and draw once: five-card draw, or with deuces wild." in unescape(
        Client().get("/").content.decode()
    )


def test_the_steps_are_dismissed_for_ever_and_stand_under_how_to_play() -> None:
    room, other, elsewhere = Room.open("big-50"), Room.open("big-50"), Room.open("big-raise")
    (user,) = room.sit(1)
    client = client_of(user)
    answer = client.post(f"/tables/{room.table_id}/first")
    assert (answer.status_code, answer["Location"]) == (302, f"/tables/{room.table_id}")
    for table in (other, elsewhere):
        client.post(f"/tables/{table.table_id}/sit")
    assert STEPS not in page(client, room)
    assert STEPS not in page(client, other)
    assert STEPS in page(client, elsewhere)
    how = page(client, room)
    assert KITS["big-50"].first.play[1] in how[how.index('id="how"') :]


def test_a_member_who_has_dismissed_them_keeps_that_when_changing_settings() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    user.is_guest = False
    user.save()
    client = client_of(user)
    client.post(f"/tables/{room.table_id}/first")
    client.post("/accounts/settings", FORM | {"theme": "dark"})
    again = client_of(user)
    assert 'data-theme="dark"' in page(again, room)
    assert STEPS not in page(again, room)


def test_after_the_first_round_they_are_gone() -> None:
    room = Room.open("big-50", solo=True)
    (user,) = room.sit(1)
    assert STEPS in page(client_of(user), room)
    room.deal(user)
    assert STEPS not in page(client_of(user), room)  # the cards lie there
    room.act(user, "reveal")
    assert room.table.phase == "showing"
    assert STEPS not in page(client_of(user), room)


def store(room: Room, *edges: dict[str, float]) -> None:
    """What the bets of each side of a felt cost, as a worker would have found it."""
    for shown, percent in zip(felts_of(room.table), edges, strict=True):
        bets = [{"spot": spot, "edge_percent": edge} for spot, edge in percent.items()]
        report = asked(shown.terms, OPENING)
        OddsReport.objects.filter(pk=report.pk).update(status="done", answer={"bets": bets})


def test_a_table_says_what_its_bets_cost_from_stored_figures_alone() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    assert "of every 100 bet" not in page(client_of(user), room)
    assert not OddsReport.objects.exists()
    store(room, {"all_red": 54.4177, "range": 9.6})
    felt = page(client_of(user), room)
    assert "All Red costs 54 of every 100 bet." in felt
    assert "Range costs 9.6 of every 100 bet." in felt
    (dear,) = re.findall(r'data-dear="(.*?)"\s+role', felt, re.DOTALL)
    assert json.loads(dear) == {"all_red": "All Red costs 54 of every 100 bet."}

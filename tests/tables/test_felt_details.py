"""Small things on the felt that a player would point at."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from games.models import OddsReport, Table
from games.odds_reports.subjects import felts_of
from games.tables.refusals import Refused
from tests.history.rounds import reader
from tests.tables.room import OPENING, Room
from tests.web.reports import asked

pytestmark = pytest.mark.django_db


def page_of(room: Room, client: Client) -> str:
    """The page of a table."""
    return client.get(reverse("games:table", args=[room.table_id])).content.decode()


def faces(page: str) -> set[str]:
    """Which faces the cards of a page have."""
    return {deck for deck in ("four", "two", "safe") if f"cards/{deck}/" in page}


def test_who_is_waited_for_is_named(stack: Callable[[str], None]) -> None:
    stack("Tc 5c 6c 6d 5d 9d")
    room = Room.open("blackjack")
    one, other = room.sit(1, 2)
    room.deal(one, other)
    assert room.shown(other).heading.title == f"Waiting for {one.display_name}"
    room.act(one, "stand")
    assert room.shown(None).heading.title == f"Waiting for {other.display_name}"


@pytest.mark.report("a table with maximum 100")
def test_the_tray_has_no_chip_above_what_the_table_takes(client: Client) -> None:
    for most, chips in ((100_00, ["1", "5", "25", "100"]), (24_00, ["1", "5"]), (4_00, ["1"])):
        room = Room.open("big-50", minimum=1_00, maximum=most)
        (user,) = room.sit(1)
        page = page_of(room, reader(user))
        assert re.findall(r'id="chip-(\d+)"', page) == chips
        assert page.count('aria-checked="true"') == 1


@pytest.mark.report('"no clock" table with company')
def test_a_table_without_a_clock_shows_none_and_lets_one_who_is_alone_go_on_at_once() -> None:
    room = Room.open("big-50", pace="untimed")
    one, other = room.sit(1, 2)
    assert "clock starts" not in room.shown(one).heading.note
    room.deal(one, other)
    room.act(one, "reveal")
    room.act(other, "reveal")
    assert (room.table.phase, room.shown(one).deadline_ms) == ("showing", None)
    with pytest.raises(Refused):
        room.act(one, "next")  # the other still looks
    room.leave(other)
    assert getattr(room.shown(one).you, "alone", None) is True
    room.act(one, "next")
    assert room.table.phase == "betting"


def test_several_who_are_waited_for_are_named_and_many_are_counted() -> None:
    room = Room.open("big-raise")
    users = room.sit(1, 2, 3, 4)
    room.deal(*users)
    assert room.shown(None).heading.title == "Waiting for 4 players"
    room.act(users[0], "fold")
    room.act(users[1], "fold")
    names = [user.display_name for user in users[2:]]
    assert room.shown(None).heading.title == f"Waiting for {names[0]} and {names[1]}"


@pytest.mark.parametrize(("game", "usual"), [("big-50", "two"), ("big-raise", "four")])
def test_colour_is_a_bet_so_cards_have_two_colours(game: str, usual: str) -> None:
    """Unless the player has chosen a deck."""
    room = Room.open(game, solo=True)
    (user,) = room.sit(1)
    room.deal(user)
    client = reader(user)
    page = page_of(room, client)
    assert faces(page) == {usual}
    assert f'data-deck="{usual}"' in page
    user.preferences = {"deck": "safe"}
    user.is_guest = False
    user.save()
    assert faces(page_of(room, client)) == {"safe"}


@pytest.mark.report("split, four bets of 25")
def test_split_hands_have_their_own_chips(stack: Callable[[str], None]) -> None:
    """They lay there as one black chip of 100."""
    stack("8c 6c 8d 9d 8h 8s Th Tc Td Ts")
    room = Room.open("blackjack", solo=True)
    (user,) = room.sit(1)
    room.deal(user, wagers={"main": 2500})
    for _ in range(3):
        room.act(user, "split")
    page = page_of(room, reader(user))
    spot = page[page.index('id="spot-main"') :]
    spot = spot[: spot.index("</button>")]
    assert spot.count('data-v="25"') == 4
    assert 'data-v="100"' not in spot


def test_the_dealers_cards_are_told_apart_and_a_losing_hand_lies_in_the_shade(
    stack: Callable[[str], None],
) -> None:
    stack("Tc 9c 8s Ts")
    room = Room.open("blackjack", solo=True)
    (user,) = room.sit(1)
    room.deal(user, wagers={"main": 1000})
    room.act(user, "stand")
    page = page_of(room, reader(user))
    board = page[page.index('id="board"') : page.index('id="bets"')]
    assert "<h3>Dealer</h3>" in board
    assert "card--win" not in page
    mine = page[page.index('id="mine"') : page.index('id="board"')]
    assert "is-lost" in mine
    assert "is-lost" not in board


def test_in_big_raise_gold_is_on_what_wins_alone(stack: Callable[[str], None]) -> None:
    """The dealer's pair of nines is plain, what it does not use is dimmed, the seat's hand lost."""
    stack("Ah Kd 9h 9d 4c 2s 7h Jd")
    room = Room.open("big-raise", solo=True)
    (user,) = room.sit(1)
    room.deal(user, wagers={"ante": 1000})
    room.act(user, "play", amount=2000)
    view = room.shown(user).view
    assert view is not None
    dealer, community = (pile.hand for pile in view.piles)
    own = room.shown(user).own
    assert own is not None
    (hand,) = own.seat.hands
    assert dealer.marks == ("plays", "plays", "gone")
    assert "win" not in (*community.marks, *(card.mark for card in hand.cards))
    assert hand.lost


@pytest.mark.report("Big Draw alone")
def test_big_draw_alone_offers_the_same_game_and_bets_in_one_press(client: Client) -> None:
    room = Room.open("big-draw", solo=True)
    (user,) = room.sit(1)
    Table.objects.update(host=user)
    room.act(user, "choose", value="deuces-never-loses")
    room.bet(user, {"first_five": 5_00}, ready=True)
    while room.table.phase == "playing":
        room.act(user, "stand_pat")
    page = page_of(room, reader(user))
    offered = re.findall(r'name="choose"\s+value="([^"]+)"', page)
    assert offered == ["five-card-draw", "deuces-never-loses"], "as the placard has them"
    again = re.search(r'value="again".*?</button>', page, re.DOTALL)
    assert again
    assert re.search(r"Rebet and deal\s*<small[^>]*>Deuces Never Loses, 5</small>", again[0])
    address = f"/tables/{room.table_id}/costs"
    assert f'hx-get="{address}"' in page
    assert reader(user).get(address).content == b""  # nothing is computed for it
    edges = {"5 Card Draw": (5.16, 2.5), "Deuces Never Loses": (4.0, -1.25)}
    for shown in felts_of(room.table):
        bets = [
            {"spot": spot, "edge_percent": edge}
            for spot, edge in zip(("first_five", "big_draw"), edges[shown.name], strict=True)
        ]
        report = asked(shown.terms, OPENING)
        # First 5 has prizes of a fixed amount: what it costs hangs on the stake.
        answer = {"bets": bets, "stakes": {"first_five": []}}
        OddsReport.objects.filter(pk=report.pk).update(status="done", answer=answer)
    assert reader(user).get(address).content.decode() == (
        "Of every 100 bet at 5 Card Draw, First 5 in bets of 1 costs 5.2 and Big Draw costs 2.5; "
        "at Deuces Never Loses, First 5 in bets of 1 costs 4 and Big Draw gains you 1.2."
    )

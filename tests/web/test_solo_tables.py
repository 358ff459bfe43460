"""A solo table is its player's alone: nobody else opens, watches, reads or plays it."""

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from games.history.listing import share
from games.models import Chair, Phase, Round, Table
from games.registry import GAMES
from games.tables import private_tables, seating, setup
from tests.tables.room import OPENING, Room, player, stock
from tests.web.programs import Program

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

POSTED = ("sit", "leave", "bets", "act", "talk", "close", "coach")


@pytest.fixture(autouse=True)
def house() -> None:
    """The tables that a fresh card room opens with."""
    stock()
    setup.open_house()


def solo(user: User, game: str = "big-50") -> Room:
    """The table that a user gets who presses Play solo."""
    return Room(seating.find_solo(GAMES[game], user, OPENING))


def staff() -> User:
    """Somebody who may do everything in the administration, and plays here."""
    user = player()
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    return User.objects.get(pk=user.pk)


@pytest.mark.report("open another guest's solo table by its number")
@pytest.mark.parametrize("viewer", [lambda: None, player, staff], ids=["nobody", "guest", "staff"])
def test_another_guests_solo_table_is_not_there(viewer: Callable[[], User | None]) -> None:
    owner = player()
    room = solo(owner)
    stranger = Program(room.table_id, viewer())
    for page in ("", "/state", "/parts"):
        assert stranger.client.get(f"{stranger.table}{page}").status_code == 404
    for door in POSTED:
        assert stranger.raw(door, "{}").status_code == 404
    assert stranger.client.get(f"/rules/big-50?table={room.table_id}").status_code == 404
    assert Program(room.table_id, owner).client.get(f"/tables/{room.table_id}").status_code == 200


def test_its_player_finds_it_again_from_an_empty_seat() -> None:
    """After a long absence the seat is free, and the table is still its player's."""
    owner = player()
    room = solo(owner)
    room.deal(owner)
    Chair.objects.filter(table_id=room.table_id).update(user=None)
    own = Program(room.table_id, owner)
    assert own.client.get(own.table).status_code == 200
    assert seating.find_solo(GAMES["big-50"], owner, OPENING) == room.table_id
    assert room.chair(owner).seat == 1


@pytest.mark.report("leave a solo table, have a stranger press Play solo")
def test_a_stranger_who_plays_solo_reads_an_empty_log() -> None:
    first, stranger = player(), player()
    room = solo(first)
    room.deal(first)
    room.act(first, "reveal")
    room.leave(first)
    later = solo(stranger)
    assert later.table_id != room.table_id
    state = Program(later.table_id, stranger).state()
    assert first.display_name not in json.dumps(state)
    assert later.table.round_number == 1
    page = Program(later.table_id, stranger).client.get(f"/tables/{later.table_id}")
    assert first.display_name not in page.content.decode()


def test_the_next_visit_begins_anew_and_the_rounds_stay_in_the_history() -> None:
    owner = player()
    room = solo(owner)
    room.deal(owner)
    room.act(owner, "reveal")
    played = Round.objects.get(table_id=room.table_id, dealt__isnull=False)
    room.leave(owner)
    assert room.table.closed
    again = solo(owner)
    assert again.table_id != room.table_id
    assert again.table.round_number == 1
    client = Client()
    client.force_login(owner)
    assert client.get(f"/history/{played.pk}").status_code == 200
    assert client.get(f"/tables/{room.table_id}").status_code == 404


def test_leaving_in_the_middle_of_a_hand_pays_it_and_closes_the_table() -> None:
    owner = player()
    room = solo(owner, "big-raise")
    room.deal(owner)
    assert room.table.phase == Phase.PLAYING
    room.leave(owner)
    assert room.table.closed
    assert Round.objects.get(table_id=room.table_id, dealt__isnull=False).over


def test_a_member_keeps_the_table_that_they_had_as_a_guest() -> None:
    client = Client()
    address = client.post("/solo/big-50").headers["Location"]
    form = {"username": "Marisol", "password1": "a-long-day-9", "password2": "a-long-day-9"}
    assert client.post("/accounts/signup/", form).status_code == 302
    assert User.objects.get(username="Marisol").is_guest is False
    assert client.get(address).status_code == 200
    assert client.post("/solo/big-50").headers["Location"] == address


def test_what_is_shared_of_a_solo_table_is_a_finished_round() -> None:
    owner = player()
    room = solo(owner, "big-raise")
    room.deal(owner)
    part = room.part(owner)
    with pytest.raises(ValueError, match="is not over"):
        share(part, OPENING)
    client = Client()
    client.force_login(owner)
    for page in ("", "/replay", ".json"):
        assert client.get(f"/history/{part.round_id}{page}").status_code == 404


def test_the_model_of_the_house_is_nobodys_and_gives_its_terms() -> None:
    model = Table.objects.get(game="big-50", solo=True)
    Table.objects.filter(pk=model.pk).update(minimum=5_00, maximum=50_00)
    user = player()
    for viewer in (None, user):
        there = Program(model.pk, viewer)
        assert there.client.get(there.table).status_code == 404
        assert there.raw("sit", json.dumps({"seat": 1})).status_code == 404
    own = solo(user).table
    assert (own.minimum, own.maximum, own.host_id) == (5_00, 50_00, user.pk)
    assert set(own.paytables.all()) == set(model.paytables.all())


def test_solo_tables_do_not_count_as_tables_that_a_host_has_open() -> None:
    user, game = player(), GAMES["big-50"]
    for slug in GAMES:
        solo(user, slug)
    assert private_tables.open_hosted(user, game, options=game.options()).host_id == user.pk


@pytest.mark.parametrize("played", [False, True])
def test_a_players_table_that_stays_empty_is_swept(played: bool) -> None:
    owner = player()
    room = solo(owner)
    if played:
        room.deal(owner)
        room.act(owner, "reveal")
    now = OPENING
    assert private_tables.sweep_empty(now + 2 * private_tables.EMPTY) == 0  # somebody has the seat
    Chair.objects.filter(table_id=room.table_id).update(user=None)
    assert private_tables.sweep_empty(now) == 0
    assert private_tables.sweep_empty(now + private_tables.EMPTY - timedelta(seconds=1)) == 0
    assert private_tables.sweep_empty(now + private_tables.EMPTY) == 1
    left = Table.objects.filter(pk=room.table_id).first()
    assert (left.closed if left else None) is (True if played else None)


def test_the_sweep_leaves_the_tables_of_the_house() -> None:
    before = set(Table.objects.values_list("pk", flat=True))
    private_tables.sweep_empty(OPENING)
    private_tables.sweep_empty(OPENING + 2 * private_tables.EMPTY)
    assert set(Table.objects.filter(closed=False).values_list("pk", flat=True)) == before

"""No page, part, state or list shows a card or a seed that its reader may not know yet."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client

from accounts.models import User
from games.blackjack.options import BlackjackOptions
from games.models import Phase
from tests.tables.room import WAGERS, Room, player
from tests.tables.seen import cards_in, may_see
from tests.web.conftest import Clock

pytestmark = pytest.mark.django_db


def played(game: str, clock: Clock) -> Iterator[Room]:
    """A room at every phase of a round in which three play and one sits out."""
    options = BlackjackOptions(decks=1) if game == "blackjack" else None
    room = Room.open(game, options=options)
    room.sit(1, 2, 4, 5)
    clock.now = room.now
    yield room
    if room.table.phase == Phase.CHOOSING:
        room.act(room.users[1], "choose", value="five-card-draw")
        yield room
    for seat in (1, 2, 4):
        room.bet(room.users[seat])
    yield room
    while room.table.phase not in (Phase.SHOWING, Phase.WAITING):
        room.time_out()
        clock.now = room.now
        yield room


@pytest.mark.parametrize("game", WAGERS)
@pytest.mark.parametrize("path", ["", "/parts", "/state"])
def test_no_page_shows_a_card_too_early(game: str, path: str, clock: Clock) -> None:
    for room in played(game, clock):
        viewers: list[User | None] = [*room.users.values(), player(), None]
        for viewer in viewers:
            client = Client()
            if viewer is not None:
                client.force_login(viewer)
            text = client.get(f"/tables/{room.table_id}{path}").content.decode()
            leaked = cards_in(text) - may_see(room, viewer)
            assert not leaked, f"{viewer} got {leaked} on {path or 'the page'}"
            assert room.round.server_seed not in text or room.table.phase == Phase.SHOWING


@pytest.mark.parametrize("path", ["", "/parts", "/state"])
def test_the_owner_of_the_cards_does_get_them(path: str, clock: Clock) -> None:
    for room in played("big-50", clock):
        if room.table.phase == Phase.PLAYING:
            client = Client()
            client.force_login(room.users[1])
            text = client.get(f"/tables/{room.table_id}{path}").content.decode()
            assert cards_in(text) == set(room.deck()[:5])


@pytest.fixture
def boss() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("boss", password="x"))
    return client


SVG = re.compile("<svg.*?</svg>", re.DOTALL)
"""Its paths have numbers and letters that read like cards."""


def pages_of_the_round(room: Room) -> list[str]:
    """The pages of the admin that are about what lies on the table, or list it."""
    return [
        "/admin/games/round/",
        f"/admin/games/round/{room.round.pk}/change/",
        f"/admin/games/round/{room.round.pk}/history/",
        "/admin/games/table/",
        f"/admin/games/table/{room.table_id}/change/",
    ]


def pages_of_the_house(room: Room) -> list[str]:
    """Those that are about people, books and paytables."""
    return [
        "/admin/",
        "/admin/games/paytableversion/",
        "/admin/accounts/user/",
        *(f"/admin/accounts/user/{part.user_id}/change/" for part in room.round.seats.all()),
        "/admin/accounts/account/",
        "/admin/accounts/transfer/",
    ]


@pytest.mark.parametrize("game", WAGERS)
def test_no_page_of_the_admin_shows_the_seed_or_a_card_of_an_open_round(
    game: str, boss: Client, clock: Clock
) -> None:
    phase = ""
    for room in played(game, clock):
        seed, over = room.round.server_seed, room.round.over
        pages = pages_of_the_round(room)
        if room.table.phase != phase:  # a decision more changes nothing of what these are about
            phase = room.table.phase
            pages += pages_of_the_house(room)
        for url in pages:
            response = boss.get(url)
            assert response.status_code == 200, url
            text = response.content.decode()
            found = over and url.endswith(f"{room.round.pk}/change/")  # with its whole record
            assert (seed in text) == found, url
            assert found or not cards_in(SVG.sub("", text)), url


@pytest.mark.parametrize(
    "lookup",
    [
        "server_seed={seed}",
        "server_seed__startswith={start}",
        "server_seed__regex=^{start}",
        "current_at__round__server_seed__startswith={start}",
        "table__round__server_seed__startswith={start}",
        "shoe__server_seed__startswith={start}",
    ],
)
def test_an_administrator_cannot_ask_for_the_seed_letter_by_letter(
    lookup: str, boss: Client, clock: Clock
) -> None:
    """A list that is empty for a wrong letter and full for the right one gives away the seed."""
    room = Room.open("big-50")
    users = room.sit(1, 2)
    room.deal(*users)
    round = room.round
    seed = round.server_seed
    other = "0" if seed[0] != "0" else "1"
    answers = [
        boss.get(f"/admin/games/round/?{lookup.format(seed=guess, start=guess[0])}")
        for guess in (seed, other + seed[1:])
    ]
    found = [str(round.pk) in answer.content.decode() for answer in answers]
    assert found[0] == found[1]
    assert {answer.status_code for answer in answers} <= {200, 302, 400}


@pytest.mark.parametrize(
    ("path", "lookup"),
    [
        ("games/table", "token__startswith={}"),
        ("games/table", "pending__icontains={}"),
        ("accounts/user", "client_seed__startswith={}"),
        ("accounts/user", "password__startswith={}"),
        ("games/round", "deck_digest__startswith={}"),
    ],
)
def test_no_list_of_the_admin_is_narrowed_by_what_no_page_tells(
    path: str, lookup: str, boss: Client
) -> None:
    """The link of a private table is for those whom it was given to, and so is a player's seed."""
    for start in "ab":
        answer = boss.get(f"/admin/{path}/?{lookup.format(start)}")
        assert answer.status_code in (302, 400), lookup


@pytest.mark.parametrize(
    ("path", "lookup"),
    [
        ("games/round", "table__id__exact=1"),
        ("games/round", "status__exact=settled"),
        ("games/round", "opened_from_0=2026-03-01"),
        ("games/table", "state=open"),
        ("games/table", "solo__exact=1"),
        ("games/table", "profile__slug__exact=washington"),
        ("accounts/user", "is_staff__exact=1"),
        ("accounts/user", "groups__id__exact=1"),
        ("accounts/auditentry", "act=voided"),
        ("accounts/account", "kind__exact=house"),
    ],
)
def test_lists_of_the_admin_are_narrowed_by_their_filters(
    path: str, lookup: str, boss: Client
) -> None:
    assert boss.get(f"/admin/{path}/?{lookup}").status_code == 200


def test_searching_the_rounds_for_a_seed_finds_nothing(boss: Client, clock: Clock) -> None:
    room = Room.open("big-50")
    room.sit(1)
    text = boss.get(f"/admin/games/round/?q={room.round.server_seed}").content.decode()
    assert str(room.round.pk) not in text


@pytest.mark.parametrize("model", ["round", "paytableversion"])
def test_nothing_can_be_added_changed_or_deleted_in_the_admin_of_the_card_room(
    model: str, boss: Client, clock: Clock
) -> None:
    room = Room.open("big-50")
    room.sit(1)
    pk = {"round": room.round.pk, "paytableversion": room.round.paytables.all()[0].pk}[model]
    assert boss.get(f"/admin/games/{model}/add/").status_code == 403
    assert boss.post(f"/admin/games/{model}/{pk}/change/", {}).status_code == 403
    assert boss.post(f"/admin/games/{model}/{pk}/delete/", {"post": "yes"}).status_code == 403
    assert boss.post(
        f"/admin/games/{model}/",
        {"action": "delete_selected", "_selected_action": [str(pk)], "post": "yes"},
    ).status_code in (200, 302, 403)
    assert room.round.paytables.count() > 0
    assert room.table.pk == room.table_id


def test_no_table_can_be_deleted_in_the_admin(boss: Client, clock: Clock) -> None:
    room = Room.open("big-50")
    page = f"/admin/games/table/{room.table_id}/delete/"
    assert boss.post(page, {"post": "yes"}).status_code == 403
    deletion = {"action": "delete_selected", "_selected_action": [str(room.table_id)]}
    boss.post("/admin/games/table/", deletion | {"post": "yes"})
    assert room.table.pk == room.table_id


@pytest.mark.parametrize("model", ["account", "transfer"])
def test_nobody_writes_the_books_in_the_admin(model: str, boss: Client) -> None:
    player()
    assert boss.get(f"/admin/accounts/{model}/add/").status_code == 403
    assert boss.post(f"/admin/accounts/{model}/1/change/", {"balance": "5"}).status_code in (
        302,
        403,
    )

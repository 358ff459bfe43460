"""The lists of the administration: as many queries for many rows as for few, short pages, and
filters that are not made by going through all rows."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import audit
from accounts.adminbase import Listed
from accounts.models import Account, AuditEntry, LedgerRequest, Transfer, User
from games.registry import GAMES
from games.tables import setup
from tests.admin.staff import member
from tests.history.rounds import play
from tests.support.clients import client_of
from tests.tables.room import Room

pytestmark = pytest.mark.django_db

LISTS = (
    "accounts/user", "accounts/account", "accounts/transfer", "accounts/ledgerrequest",
    "accounts/auditentry", "games/table", "games/round",
)  # fmt: skip


def more(count: int, boss: User) -> None:
    """So many more rows of every list."""
    for number in range(count):
        room = Room(setup.open_table(GAMES["big-50"], f"Alder {number}").pk)
        (user,) = room.sit(1)
        audit.record(boss, "closed", user)
        LedgerRequest.objects.create(
            account=Account.objects.get(user=user),
            cents=5_00, kind="grant", reason="A birthday.", requested_by=boss, requested=room.now,
        )  # fmt: skip


def seen(client: Client, path: str) -> tuple[int, Any]:
    """How many queries a list asks, and the list."""
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(path)
    assert answer.status_code == 200
    return len(queries), answer.context["cl"]


def test_a_list_asks_as_much_for_many_rows_as_for_few_and_shows_a_page() -> None:
    boss = member("superuser", "boss")
    client = client_of(boss)
    room = Room.open("big-50")
    room.sit(1)
    play(room)
    more(3, boss)
    few = {path: seen(client, f"/admin/{path}/")[0] for path in LISTS}
    more(30, boss)
    for path in LISTS:
        asked, rows = seen(client, f"/admin/{path}/")
        assert asked <= few[path] + 1, path  # how many rows there are in all, from a page on
        assert len(rows.result_list) == 25, path


def test_names_that_strangers_log_in_with_are_searched_for_and_not_offered() -> None:
    boss = member("superuser", "boss")
    client = client_of(boss)
    assert not Client().login(username="nobody-of-ours", password="wrong")
    audit.record(boss, "closed")
    page = client.get("/admin/accounts/auditentry/?act=closed")
    assert "nobody-of-ours" not in page.content.decode()
    assert "?act=closed&amp;actor_name=boss" in page.content.decode()
    _, found = seen(client, "/admin/accounts/auditentry/?q=nobody-of-ours")
    assert [entry.act for entry in found.result_list] == ["log-in failed"]
    _, dealers = seen(client, "/admin/accounts/auditentry/?actor_name=boss")
    assert {entry.actor_name for entry in dealers.result_list} == {"boss"}
    assert AuditEntry.objects.exclude(actor_name="boss").exists()


@pytest.mark.parametrize("path", ["games/table", "games/round"])
def test_a_list_is_narrowed_to_a_game(path: str) -> None:
    client = client_of(member("superuser", "boss"))
    for game in ("big-50", "blackjack"):
        Room.open(game).sit(1)
    _, rows = seen(client, f"/admin/{path}/?game=blackjack")
    assert [row.game for row in rows.result_list] == ["blackjack"]
    with CaptureQueriesContext(connection) as queries:
        client.get(f"/admin/{path}/")
    assert not [query["sql"] for query in queries if "DISTINCT" in query["sql"]]


@pytest.mark.parametrize(
    "query", ["pk__range=1", "pk__regex=%5B", "status__iregex=(", "created__year=999999999999"]
)
@pytest.mark.parametrize("path", ["games/round", "accounts/transfer", "accounts/ledgerrequest"])
def test_a_lookup_that_no_list_offers_is_a_bad_request(path: str, query: str) -> None:
    client = client_of(member("superuser", "boss"))
    assert client.get(f"/admin/{path}/?{query}").status_code == 400


@pytest.mark.parametrize(
    "query",
    [
        "accounts/account/?entries__gt=8",
        "accounts/account/?entries__id__gt=8",
        "accounts/account/?entries=9",
        "accounts/transfer/?entries__gt=8",
        "games/round/?actions__gt=0",
        "games/round/?seats__isnull=False",
        "games/table/?chairs__gt=1",
    ],
)
def test_no_list_is_narrowed_by_rows_that_belong_to_its_own(query: str) -> None:
    """A transfer that no page shows yet could be found by its entries."""
    room = Room.open("big-raise")
    room.deal(*room.sit(1, 2))
    assert client_of(member("superuser", "boss")).get(f"/admin/{query}").status_code == 400


@pytest.mark.parametrize("page", ["x", "0", "99"])
def test_a_page_that_the_staffs_search_does_not_have_is_a_bad_request(page: str) -> None:
    client = client_of(member("superuser", "boss"))
    assert "Rounds" in client.get("/admin/search/?s=round&page=1").content.decode()
    assert client.get(f"/admin/search/?s=round&page={page}").status_code == 400


def test_a_long_list_ends_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    boss = client_of(member("superuser"))
    for number in range(4):
        member("staff", f"walker{number}")
    address = "/admin/accounts/user/?q=walker"
    assert "The list ends after" not in boss.get(address).content.decode()
    monkeypatch.setattr(Listed, "MOST", 3)
    page = boss.get(address)
    assert page.context["cl"].result_count == 3
    assert "The list ends after 3 rows." in page.content.decode()


def test_a_round_is_found_by_its_seal_its_players_name_and_its_table() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    round, other = play(room), play(room)
    boss, address = client_of(member("superuser")), "/admin/games/round/"
    for term, found in (
        (round.commitment, {round}), (str(other.pk), {other}), (str(other.pk)[:8], {other}),
        (user.username, {round, other}),
        (room.table.name[:3].lower(), {round, other}), (round.commitment[:10], set()),
    ):  # fmt: skip
        listed = boss.get(address, {"q": term}).context["cl"].result_list
        assert {row for row in listed if row.over} == found, term


def test_a_transfer_is_found_by_its_key_and_those_of_a_round_by_its_id() -> None:
    room = Room.open("big-50")
    room.sit(1)
    round = play(room)
    boss, address = client_of(member("superuser")), "/admin/accounts/transfer/"
    keys = set(Transfer.objects.filter(ref=str(round.pk)).values_list("key", flat=True))
    for term, found in ((str(round.pk), keys), (max(keys), {max(keys)}), ("stake", set())):
        listed = boss.get(address, {"q": term}).context["cl"].result_list
        assert {row.key for row in listed} == found, term

"""Who asks for the head of a page alone gets it wherever there is a page, and nothing happens."""

import http.client
from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.contrib.admin.utils import quote
from django.test import Client
from django.urls import get_resolver

from games.backoffice.roles import grant
from tests.admin.staff import member
from tests.history.rounds import play
from tests.live.visitors import open_room
from tests.support.clients import client_of
from tests.support.server import Server
from tests.tables.room import Room, player

KNOWN = {
    "slug": "big-50", "form": "json", "day": "2026-03-01", "token": "x", "ordinal": 1, "key": "six",
    "pk": 1, "run_id": 1,
}  # fmt: skip


def addresses(table_id: int) -> Iterator[str]:
    """An address of every page that is ours; some name what is not there."""
    values = KNOWN | {"table_id": table_id, "round_id": uuid4()}
    resolver = get_resolver()
    for name in ("accounts", "games"):
        prefix, found = resolver.namespace_dict[name]
        for view in filter(lambda key: isinstance(key, str), found.reverse_dict):
            for path, names in found.reverse_dict.getlist(view)[0][0]:
                yield f"/{prefix}{path % {key: values[key] for key in names}}"


@pytest.mark.django_db
def test_a_head_is_answered_as_the_page_is() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    found = set(addresses(room.table_id))
    assert {"/", "/accounts/", "/rules/big-50", f"/tables/{room.table_id}/state"} <= found
    assert len(found) > 40
    for client in (Client(), client_of(user)):
        for address in found:
            page, head = client.get(address), client.head(address)
            assert (address, head.status_code) == (address, page.status_code)
            assert head.content == b""
            assert head.headers.get("Content-Type") == page.headers.get("Content-Type")


@pytest.mark.django_db
def test_a_head_deletes_nobody_and_sets_no_seed() -> None:
    user = player()
    client = client_of(user)
    seed = user.client_seed
    assert client.head("/accounts/delete").status_code == 200
    assert client.head("/fairness").status_code == 200
    user.refresh_from_db()
    assert (user.is_active, user.client_seed) == (True, seed)
    assert client.get("/accounts/").status_code == 200


@pytest.mark.django_db
def test_the_pages_of_the_administration_have_heads() -> None:
    grant()
    room = Room.open("big-50")
    room.sit(1)
    round = play(room)
    client = client_of(member("superuser"))
    for path in (
        "games/holdtally/",
        f"games/round/{round.pk}/change/",
        f"games/table/{room.table_id}/change/",
        f"games/paytableversion/{room.table.paytables.all()[0].pk}/change/",
        f"accounts/transfer/{quote(f'round/{round.pk}/end')}/change/",
    ):
        assert (path, client.get(f"/admin/{path}").status_code) == (path, 200)
        assert (path, client.head(f"/admin/{path}").status_code) == (path, 200)


def test_a_head_from_the_server_has_the_length_and_no_body(server: Server) -> None:
    room = open_room("big-50", 1)
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    for path in ("/", f"/tables/{room.table_id}", "/rules/big-50", "/accounts/login/"):
        link.request("HEAD", path)
        head = link.getresponse()
        assert (path, head.status, head.read()) == (path, 200, b"")
        assert int(head.headers["Content-Length"]) > 1000
    link.request("GET", f"/tables/{room.table_id}/state")  # the connection has not lost its place
    assert b'"version"' in link.getresponse().read()

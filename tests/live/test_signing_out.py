"""Signing out ends the sockets of the session at once, in every process; so does another
password those of all other sessions."""

import json
import urllib.request
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from asgiref.sync import async_to_sync
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client
from django.urls import reverse
from websockets.exceptions import ConnectionClosed

from accounts.models import User
from games.web.routing import websocket_urlpatterns
from tests.accounts.people import PASSWORD, sign_in
from tests.live.visitors import PATIENCE, Socket, Visitor, open_room
from tests.support.server import Server


def sign_out(visitor: Visitor) -> None:
    request = visitor.request(reverse("account_logout"), b"")
    request.add_header("Content-Type", "application/x-www-form-urlencoded")
    with urllib.request.urlopen(request, timeout=PATIENCE) as response:
        assert response.status == 200


def expect_end(socket: Socket) -> None:
    with pytest.raises(ConnectionClosed):
        read_for_ever(socket)


def read_for_ever(socket: Socket) -> None:
    while True:
        socket.next()


def check(here: Server, there: Server) -> None:
    room = open_room("big-raise", 1, 2)
    user, other = room.users.values()
    leaving, staying = Visitor(here, user), Visitor(there, user)
    with (
        Visitor(there, other).socket(room.table_id) as others,
        staying.socket(room.table_id) as kept,
        Visitor(there).socket(room.table_id) as stranger,
    ):
        same = Visitor(there)
        same.cookie = leaving.cookie
        with same.socket(room.table_id) as socket:
            assert socket.scene()["you"]["seat"] == 1
            sign_out(leaving)
            expect_end(socket)
        with same.socket(room.table_id) as socket:
            assert socket.scene()["you"]["seat"] is None
        version = staying.bet(room.table_id)["version"]
        for still in (others, kept, stranger):
            assert still.at(version)["version"] >= version


def test_the_sockets_of_a_session_end_with_it_and_no_others_do(server: Server) -> None:
    check(server, server)


@pytest.mark.services
def test_they_end_in_another_process_too(servers: Callable[[int], list[Server]]) -> None:
    check(*servers(2))


def signed_in(server: Server) -> Visitor:
    """Anna, who has come in by her password."""
    client, visitor = Client(), Visitor(server)
    sign_in(client)
    visitor.cookie += f"; sessionid={client.cookies['sessionid'].value}"
    return visitor


def change_password(visitor: Visitor, old: str, new: str) -> None:
    for path, form in (
        ("account_reauthenticate", {"password": old}),
        ("account_change_password", {"oldpassword": old, "password1": new, "password2": new}),
    ):
        request = visitor.request(reverse(path), urlencode(form).encode())
        request.add_header("Content-Type", "application/x-www-form-urlencoded")
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            assert response.status == 200


def test_another_password_ends_the_sockets_that_the_old_one_opened(server: Server) -> None:
    """A thief of a session sees no card with it any more, even without asking for anything."""
    room = open_room("big-raise", 1, 2)
    user, other = room.users.values()
    user.is_guest, user.username = False, "Anna"
    user.set_password(PASSWORD)
    user.save()
    owner, thief = signed_in(server), signed_in(server)
    with (
        thief.socket(room.table_id) as stolen,
        Visitor(server, other).socket(room.table_id) as others,
    ):
        assert stolen.scene()["you"]["seat"] == 1
        change_password(owner, PASSWORD, "four red chips")
        expect_end(stolen)
        version = Visitor(server, other).bet(room.table_id)["version"]
        assert others.at(version)["version"] >= version
    with thief.socket(room.table_id) as socket:
        assert socket.scene()["you"]["seat"] is None


@pytest.mark.django_db(transaction=True)
def test_a_guest_who_is_shut_out_loses_the_socket_at_the_next_sign_of_life(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.web.table_consumer.TOUCH_EVERY", 0.1)
    room = open_room("big-50", 1)
    user, session = room.users[1], SessionStore()
    session.create()

    async def shut_out() -> None:
        router: Any = URLRouter(websocket_urlpatterns)

        async def guest(scope: Any, receive: Any, send: Any) -> None:
            await router({**scope, "session": session, "user": user}, receive, send)

        visitor = WebsocketCommunicator(guest, f"/ws/tables/{room.table_id}?as=json")
        await visitor.connect(timeout=PATIENCE)
        assert json.loads(await visitor.receive_from(PATIENCE))["scene"]["you"]["seat"] == 1
        await User.objects.filter(pk=user.pk).aupdate(is_active=False)
        while (await visitor.receive_output(PATIENCE))["type"] != "websocket.close":
            pass
        await visitor.disconnect()

    async_to_sync(shut_out)()

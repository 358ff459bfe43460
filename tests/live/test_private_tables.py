"""Private tables over the real site's sockets."""

import urllib.request
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client
from django.utils import timezone
from websockets.exceptions import ConnectionClosed

from games.models import Table
from games.registry import GAMES
from games.runtime.announcements import changed_message, group_of
from games.tables import private_tables, setup
from games.web.routing import websocket_urlpatterns
from tests.live.visitors import PATIENCE, Visitor
from tests.support.server import Server
from tests.tables.room import player

GONE = 4404


def private() -> Table:
    """A table that somebody has opened."""
    setup.load_paytables(timezone.now())
    game = GAMES["big-50"]
    host = player(now=timezone.now())
    return private_tables.open_hosted(host, game, options=game.options())


def test_a_socket_without_the_link_learns_that_there_is_no_such_table(server: Server) -> None:
    table = private()
    for user in (None, player(now=timezone.now())):
        with Visitor(server, user).socket(table.pk) as socket:
            with pytest.raises(ConnectionClosed) as closed:
                socket.next()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == GONE


def test_a_socket_of_who_came_by_the_link_gets_the_table(server: Server) -> None:
    table = private()
    client = Client()
    client.get(f"/private/{table.token}")
    visitor = Visitor(server)
    visitor.cookie += f"; sessionid={client.cookies['sessionid'].value}"
    with visitor.socket(table.pk) as socket:
        assert socket.next()["scene"]["table"]["id"] == table.pk


def test_every_socket_is_closed_when_the_host_closes_the_table(server: Server) -> None:
    table = private()
    assert table.host is not None
    visitor = Visitor(server, table.host)
    with visitor.socket(table.pk) as socket:
        socket.next()
        visitor.post(table.pk, "sit", {"seat": 1})
        socket.scene(lambda scene: scene["you"]["seat"] == 1)
        close = visitor.request(f"/tables/{table.pk}/close", b"{}")
        with urllib.request.urlopen(close, timeout=PATIENCE) as lobby:
            assert lobby.status == 200
        with pytest.raises(ConnectionClosed) as closed:
            socket.scene(lambda scene: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == GONE


@pytest.mark.django_db(transaction=True)
def test_a_refused_socket_is_sent_nothing_that_happens_before_it_is_gone() -> None:
    """What is announced between subscribing and the refusal waits for the socket, as does what
    comes while the visitor's end is not closed."""
    table = private()

    async def refused() -> None:
        router: Any = URLRouter(websocket_urlpatterns)
        path = f"/ws/tables/{table.pk}?as=json"

        async def stranger(received: Any, receive: Any, send: Any) -> None:
            await router({**received, "session": SessionStore(), "user": None}, receive, send)

        visitor = WebsocketCommunicator(stranger, path)
        await visitor.send_input({"type": "websocket.connect"})
        assert (await visitor.receive_output(PATIENCE))["type"] == "websocket.accept"
        assert (await visitor.receive_output(PATIENCE))["code"] == GONE
        layer = get_channel_layer()
        assert layer is not None
        await layer.group_send(group_of(table.pk), changed_message(table.pk, 1, None))
        assert await visitor.receive_nothing(timeout=1)
        await visitor.disconnect()

    async_to_sync(refused)()

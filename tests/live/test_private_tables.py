"""Private tables over the real site's sockets."""

import urllib.request

import pytest
from django.test import Client
from django.utils import timezone
from websockets.exceptions import ConnectionClosed

from games import hosting, setup
from games.models import Table
from games.rules import GAMES
from tests.live.visitors import PATIENCE, Visitor
from tests.support.server import Server
from tests.tables.room import player

GONE = 4404


def private() -> Table:
    """A table that somebody has opened."""
    setup.load_paytables(timezone.now())
    game = GAMES["big-50"]
    host = player(now=timezone.now())
    return hosting.open_private(host, game, options=game.options())


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
        close = visitor._request(f"/tables/{table.pk}/close", b"{}")
        with urllib.request.urlopen(close, timeout=PATIENCE) as lobby:
            assert lobby.status == 200
        with pytest.raises(ConnectionClosed) as closed:
            socket.scene(lambda scene: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == GONE

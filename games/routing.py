"""Addresses of the sockets."""

from typing import Any

from django.urls import path

from games.consumers import TableConsumer
from games.lobby_consumer import LobbyConsumer

# Django's `path` knows views only by their HTTP signature; Channels routes ASGI applications by it.
_table: Any = TableConsumer.as_asgi()
_lobby: Any = LobbyConsumer.as_asgi()

websocket_urlpatterns = [
    path("ws/tables/<int:table_id>", _table),
    path("ws/lobby", _lobby),
]

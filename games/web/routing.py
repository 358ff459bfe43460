"""Addresses of the sockets."""

from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.urls import path, re_path

from games.web.lobby_consumer import LobbyConsumer
from games.web.table_consumer import GONE, TableConsumer


class Nowhere(AsyncWebsocketConsumer):
    """What answers at every other address: without it anybody could fill the log of the site with
    tracebacks of the router."""

    async def connect(self) -> None:
        """Say that there is nothing."""
        await self.accept()  # a code can only be given once connected
        await self.close(GONE)


# Django's `path` knows views only by their HTTP signature; Channels routes ASGI applications by it.
_table: Any = TableConsumer.as_asgi()
_lobby: Any = LobbyConsumer.as_asgi()
_nowhere: Any = Nowhere.as_asgi()

websocket_urlpatterns = [
    # No longer number is a table's, and the name of a channel group has at most a hundred letters.
    re_path(r"^ws/tables/(?P<table_id>[0-9]{1,18})$", _table),
    path("ws/lobby", _lobby),
    re_path("", _nowhere),
]

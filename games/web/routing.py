"""Addresses of the sockets."""

from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.urls import path, re_path

from games.web.lobby_consumer import LobbyConsumer
from games.web.table_consumer import GONE, TableConsumer


class Nowhere(AsyncWebsocketConsumer):
    """Answers at every other address: without it anyone could fill the log with tracebacks of the
    router."""

    async def connect(self) -> None:
        """Close with "not found"."""
        await self.accept()  # a code can only be given once connected
        await self.close(GONE)


# Django types `path` for HTTP views only; Channels uses it for ASGI applications.
_table: Any = TableConsumer.as_asgi()
_lobby: Any = LobbyConsumer.as_asgi()
_nowhere: Any = Nowhere.as_asgi()

websocket_urlpatterns = [
    # No table number is longer, and a channel group's name may have at most a hundred characters.
    re_path(r"^ws/tables/(?P<table_id>[0-9]{1,18})$", _table),
    path("ws/lobby", _lobby),
    re_path("", _nowhere),
]

"""The site, and a bare Channels broadcast to compare a push with."""

import json
import time
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.db import transaction
from django.urls import path
from django.utils import timezone

from config.asgi import http_application
from games.tables.locked_table import locked
from games.web.routing import websocket_urlpatterns

BARE = "bare"


class BareConsumer(AsyncWebsocketConsumer):
    """Sends every broadcast text, and nothing else."""

    async def connect(self) -> None:
        """Subscribe."""
        await self.channel_layer.group_add(BARE, self.channel_name)
        await self.accept()

    async def bare_text(self, event: dict[str, Any]) -> None:
        """Pass a text on."""
        await self.send(event["text"])


class StarterConsumer(AsyncWebsocketConsumer):
    """Starts a push of a table, or a bare broadcast, and answers with the moment it started."""

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """`{"table": id, "seat": n, "wagers": {...}}` or `{"bare": text}`."""
        order = json.loads(text_data or "")
        if "table" in order:
            start = await database_sync_to_async(_change)(order)
        else:
            start = time.monotonic()
            await self.channel_layer.group_send(BARE, {"type": "bare.text", "text": order["bare"]})
        await self.send(json.dumps(start))


def _change(order: dict[str, Any]) -> float:
    """Change a wager as a player would. Returns the moment it was committed: the push begins."""
    begun: list[float] = []
    with locked(order["table"], timezone.now()) as desk:
        transaction.on_commit(lambda: begun.append(time.monotonic()))
        chair = next(chair for chair in desk.chairs if chair.seat == order["seat"])
        chair.wagers = order["wagers"]
        desk.change(chair)
    return begun[0]


_bare: Any = BareConsumer.as_asgi()
_starter: Any = StarterConsumer.as_asgi()

application = ProtocolTypeRouter(
    {
        "http": http_application,
        "websocket": AuthMiddlewareStack(
            URLRouter(
                [path("ws/bare", _bare), path("ws/starter", _starter), *websocket_urlpatterns]
            )
        ),
    }
)

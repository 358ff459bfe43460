"""The site, and beside it a bare Channels broadcast to compare a push with."""

import json
import time
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.urls import path
from django.utils import timezone

from config.asgi import http_application
from games.desk import locked
from games.live import changed_message, group_of
from games.routing import websocket_urlpatterns

BARE = "bare"


class BareConsumer(AsyncWebsocketConsumer):
    """Sends every text that is broadcast, and nothing else."""

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
            message = await database_sync_to_async(_change)(order)
            start = time.monotonic()
            await self.channel_layer.group_send(group_of(order["table"]), message)
        else:
            start = time.monotonic()
            await self.channel_layer.group_send(BARE, {"type": "bare.text", "text": order["bare"]})
        await self.send(json.dumps(start))


def _change(order: dict[str, Any]) -> dict[str, Any]:
    """Change a wager as a player would, without telling anybody: the push comes from the caller."""
    with locked(order["table"], timezone.now()) as desk:
        chair = next(chair for chair in desk.chairs if chair.seat == order["seat"])
        chair.wagers = order["wagers"]
        chair.save(update_fields=["wagers"])
        desk.table.version += 1
        desk.table.save(update_fields=["version"])
        return changed_message(desk.table.pk, desk.table.version, desk.table.round_id)


_bare: Any = BareConsumer.as_asgi()
_starter: Any = StarterConsumer.as_asgi()

application = ProtocolTypeRouter(
    {
        "http": http_application,
        "websocket": AuthMiddlewareStack(
            URLRouter(
                [*websocket_urlpatterns, path("ws/bare", _bare), path("ws/starter", _starter)]
            )
        ),
    }
)

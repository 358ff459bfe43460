"""The sockets: a table for a page or a program, and the lobby.

A consumer subscribes first and reads second, and keeps nothing but its timer and what it has
already sent. The database is the truth; a push only says how it looks now.
"""

import asyncio
import json
import random
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Any
from urllib.parse import parse_qsl

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import DatabaseError
from django.template.loader import render_to_string
from django.utils import timezone

from accounts.models import User
from games import bots, presence, tables, talk
from games.desk import Refused, Stale
from games.engine.errors import GameError
from games.entrance import is_open_to
from games.live import LOBBY, group_of, lost_message
from games.lobby import lobby_rows
from games.models import Table
from games.parts import Html, message
from games.posted import read_object, seat_named, wagers_of_program
from games.present import scene
from games.screens import announced, current, html_of
from games.selectors import Snapshot

GONE = 4404
SPREAD = 0.05
"""Seconds over which the sockets of one table spread their look at a passed deadline."""
TOUCH_EVERY = 60.0
COUNT_AFTER = 2.0
"""Seconds after which a socket that only watches is counted: who goes on at once is not."""

_LATER: set[asyncio.Task[None]] = set()
"""What is still to be looked at for sockets that may be gone by then."""


def _after(seconds: float, look: Callable[[], object]) -> None:
    """Look at the database a while later. Whoever else looks may be first; nothing hangs on it."""

    async def wait() -> None:
        await asyncio.sleep(seconds)
        with suppress(DatabaseError, Table.DoesNotExist):
            await database_sync_to_async(look)()

    task = asyncio.create_task(wait())
    _LATER.add(task)
    task.add_done_callback(_LATER.discard)


class TableConsumer(AsyncWebsocketConsumer):
    """One viewer's socket at one table. `?as=json` gets scenes for programs instead of HTML."""

    table_id: int
    user: User | None
    sent: Html
    seat: int | None = None
    seen_version: int = -1
    timer: asyncio.TimerHandle | None = None
    bot_timer: asyncio.TimerHandle | None = None
    gone = False
    toucher: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """Subscribe, then send the whole table."""
        self.table_id = self.scope["url_route"]["kwargs"]["table_id"]
        # Resolved once: the scope's user is lazy.
        visitor = self.scope.get("user")
        self.user = visitor if visitor and isinstance(visitor, User) else None
        asked = dict(parse_qsl(self.scope["query_string"].decode("latin-1")))
        self.as_json = asked.get("as") == "json"
        self.seat = seat_named(asked)
        self.sent = {}
        if not await self._may_look():
            await self.accept()  # a code can only be given to who is connected
            await self.close(GONE)
            return
        await self.channel_layer.group_add(group_of(self.table_id), self.channel_name)
        await self.accept()
        await self.push()
        self.toucher = asyncio.create_task(self._keep_touching())
        _after(COUNT_AFTER, self._count)

    @database_sync_to_async
    def _may_look(self) -> bool:
        user_id = self.user.pk if self.user else None
        return is_open_to(self.table_id, user_id, self.scope["session"])

    async def disconnect(self, code: int) -> None:
        """Forget the timer and the group, and note that this link is lost."""
        if self.timer is not None:
            self.timer.cancel()
        self.gone = True
        self._look_after_bots(None)
        if self.toucher is not None:
            self.toucher.cancel()
        await self.channel_layer.group_discard(group_of(self.table_id), self.channel_name)
        with suppress(DatabaseError):
            await self._note_loss()
        if self.user is not None:
            with suppress(Exception):  # whatever a layer raises: the next sign comes in a minute
                message = lost_message(self.table_id, self.user.pk)
                await self.channel_layer.group_send(group_of(self.table_id), message)
        _after(presence.GRACE.total_seconds() + SPREAD, self._notice)

    @database_sync_to_async
    def _note_loss(self) -> None:
        presence.unwatch(self.channel_name)
        if self.user is not None:
            presence.unlinked(self.table_id, self.user.pk, timezone.now())

    def _notice(self) -> None:
        presence.notice(self.table_id, timezone.now())
        self._count()

    def _count(self) -> None:
        presence.count_spectators(self.table_id, timezone.now())

    async def link_lost(self, event: dict[str, Any]) -> None:
        """A page of somebody's has lost its link: if this is another one of his, say so."""
        if self.user is not None and event["user"] == self.user.pk:
            with suppress(DatabaseError):
                await self._sign()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """An action of a program: the same JSON that is posted to ``act`` or ``bets``."""
        try:
            raw = read_object(text_data or "")
        except Refused as error:
            await self._answer({"error": str(error), "status": 400})
            return
        await self._answer(await self._perform(raw))

    async def _answer(self, answer: dict[str, Any]) -> None:
        if self.as_json:
            await self.send(json.dumps(answer))

    @database_sync_to_async
    def _perform(self, raw: dict[str, Any]) -> dict[str, Any]:
        """Do what a message asks; the answer repeats its `id`, so that a program can match them."""
        answer: dict[str, Any] = {"id": raw.get("id")}
        user = self.user
        if user is None:
            return answer | {"error": "Come in as a guest first.", "status": 403}
        step, now = str(raw.get("step", "")), timezone.now()
        try:
            if "say" in raw:
                talk.say(self.table_id, user, str(raw["say"]), now)
            elif "wagers" in raw:
                wagers, ready = wagers_of_program(raw), raw.get("ready") is True
                tables.place(
                    self.table_id, user, step, wagers, ready=ready, now=now, seat=self.seat
                )
            else:
                tables.act(self.table_id, user, step, raw, now, seat=self.seat)
        except Stale as error:
            return answer | {"error": str(error), "status": 409}
        except (Refused, GameError) as error:
            return answer | {"error": str(error), "status": 422}
        return answer | {"status": 200}

    async def table_changed(self, event: dict[str, Any]) -> None:
        """Somebody changed the table: look again."""
        if event["version"] > self.seen_version:
            await self.push(event)

    async def push(self, event: dict[str, Any] | None = None) -> None:
        """Send what is new to this socket, and set the timer for the next deadline.

        event: the announcement to look after; without one, whatever stands now.
        """
        try:
            if event is None:
                snap = await database_sync_to_async(current)(self.table_id)
            else:
                snap = await announced(event)
        except Table.DoesNotExist:
            await self.close(GONE)
            return
        except DatabaseError:
            # The next push or the page's own poll brings the table back.
            self._set_timer(1.0)
            return
        await self._show(snap)

    async def _show(self, snap: Snapshot) -> None:
        if snap.table.version < self.seen_version:
            return  # a read that was overtaken by a newer one
        if snap.table.closed:
            await self.close(GONE)
            return
        shown = scene(snap, self.user.pk if self.user else None, timezone.now(), self.seat)
        self.seen_version = shown["version"]
        if self.as_json:
            await self.send(json.dumps({"scene": shown}))
        else:
            html = html_of(snap, shown, self.user.pk if self.user else None)
            text, self.sent = message(html, self.sent), html
            await self.send(text)
        self._look_after_bots(snap.table.bots_at)
        deadline = shown["deadline_ms"]
        left = None if deadline is None else (deadline - shown["now_ms"]) / 1000
        self._set_timer(left)

    def _set_timer(self, seconds: float | None) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if seconds is not None:
            # Jitter only spreads the sockets' looks at the lock; who is first makes no difference.
            wait = max(0.0, seconds) + random.uniform(0.001, SPREAD)  # noqa: S311
            loop = asyncio.get_running_loop()
            self.timer = loop.call_later(wait, lambda: asyncio.ensure_future(self._time_up()))

    async def _time_up(self) -> None:
        """The deadline this socket knew has passed: let the clock play, whoever is first.

        Then look, won or lost: the announcement of it may have got lost.
        """
        with suppress(DatabaseError):
            await self._advance()
        await self.push()

    def _look_after_bots(self, at: datetime | None) -> None:
        """See to the table's bots when their moment has come; None: they have none."""
        if self.bot_timer is not None:
            self.bot_timer.cancel()
            self.bot_timer = None
        if at is not None and not self.gone:
            wait = max(0.0, (at - timezone.now()).total_seconds())
            wait += random.uniform(0.001, SPREAD)  # noqa: S311
            loop = asyncio.get_running_loop()
            self.bot_timer = loop.call_later(wait, lambda: asyncio.ensure_future(self._attend()))

    async def _attend(self) -> None:
        """What bots do comes back as any change does; only when to look again is new here."""
        try:
            at = await database_sync_to_async(bots.attend)(self.table_id, timezone.now())
        except DatabaseError:
            at = timezone.now() + bots.CLAIM
        self._look_after_bots(at)

    @database_sync_to_async
    def _advance(self) -> None:
        tables.advance(self.table_id, self.seen_version, timezone.now())

    async def _keep_touching(self) -> None:
        """Note again and again who is here, whatever the database says meanwhile."""
        while True:
            with suppress(DatabaseError):
                await self._sign()
            await asyncio.sleep(TOUCH_EVERY)

    @database_sync_to_async
    def _sign(self) -> None:
        user_id, now = self.user.pk if self.user else None, timezone.now()
        if user_id is None or not presence.linked(self.table_id, user_id, now):
            presence.watch(self.table_id, self.channel_name, user_id, now)


class LobbyConsumer(AsyncWebsocketConsumer):
    """The lobby's live counts: at most one push a second, however many tables change."""

    pending: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """Subscribe, then send the list."""
        await self.channel_layer.group_add(LOBBY, self.channel_name)
        await self.accept()
        self.last = ""
        await self._push()

    async def disconnect(self, code: int) -> None:
        """Forget the group and the waiting push."""
        if self.pending is not None:
            self.pending.cancel()
        await self.channel_layer.group_discard(LOBBY, self.channel_name)

    async def table_changed(self, event: dict[str, Any]) -> None:
        """A table changed: push within a second, together with whatever else changes by then."""
        if self.pending is None or self.pending.done():
            self.pending = asyncio.create_task(self._push_soon())

    async def _push_soon(self) -> None:
        await asyncio.sleep(1)
        await self._push()

    async def _push(self) -> None:
        try:
            html = await database_sync_to_async(_lobby_html)()
        except DatabaseError:
            return
        if html != self.last:
            self.last = html
            await self.send(html)


def _lobby_html() -> str:
    inner = render_to_string("games/parts/lobby_tables.html", {"rows": lobby_rows()})
    return f'<hx-partial hx-target="#tables" hx-swap="innerMorph">{inner}</hx-partial>'

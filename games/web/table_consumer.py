"""The socket of a table, for a page or a program.

A consumer subscribes first and reads second, and keeps only its timer and what it has already sent:
the film of the next push begins with the snapshot it showed last. The database is the truth; a push
only shows it.
"""

import asyncio
import json
import random
from collections.abc import Awaitable
from contextlib import suppress
from datetime import datetime
from typing import Any
from urllib.parse import parse_qsl

import orjson
from django.db import DatabaseError
from django.utils import timezone

from accounts import preferences
from accounts.models import User
from accounts.session_store import kept
from games.engine.errors import GameError
from games.models import Table
from games.runtime.announcements import group_of, lost_message, session_group
from games.runtime.sockets import Consumer, after
from games.runtime.threads import in_thread, together
from games.scenes import Scene, scene
from games.scenes.as_json import as_json
from games.scenes.film import film
from games.scenes.fragments import Html
from games.scenes.pushes import push
from games.scenes.snapshots import announced, current
from games.tables import bots, chat, company, deadlines, presence, services
from games.tables.refusals import Refused, Stale
from games.tables.selectors import Snapshot
from games.web.access import is_open_to
from games.web.request_data import as_program, read_object, seat_named, wagers_of_program

GONE = 4404
SPREAD = 0.05
"""Seconds over which processes spread their reads after a deadline."""
LATE = random.SystemRandom().uniform(0.002, SPREAD)
"""How long this process lets others go first: its sockets read together, at the cost of one
read."""
RETRY = 1.0
"""Seconds after which a socket reads again if it could not, or if a deadline had no effect."""
LOOK_AGAIN = 10.0
"""Seconds after which a socket that has heard nothing reads by itself: Redis may have lost the only
news of a change."""
LOOK_ALONE = 1.0
"""The same while Redis is known to be down."""
AWAY = "The site cannot reach its database just now. Try again."
TOUCH_EVERY = 60.0
COUNT_AFTER = 2.0
"""Seconds after which a spectator's socket is counted: people who move on at once are not."""


class TableConsumer(Consumer):
    """One viewer's socket at one table. `?as=json` gets scenes for programs instead of HTML."""

    table_id: int
    user: User | None
    sent: Html
    known: Snapshot | None = None
    with_moments = False
    seat: int | None = None
    seen_version: int = -1
    look_again = LOOK_AGAIN
    timer: asyncio.TimerHandle | None = None
    bot_timer: asyncio.TimerHandle | None = None
    gone = False
    toucher: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """Subscribe, then send the whole table."""
        self.table_id = int(self.scope["url_route"]["kwargs"]["table_id"])
        # Resolved once, since the scope's user is lazy.
        visitor = self.scope.get("user")
        self.user = visitor if visitor and isinstance(visitor, User) else None
        asked = dict(parse_qsl(self.scope["query_string"].decode("latin-1")))
        self.as_json = asked.get("as") == "json"
        self.with_moments = asked.get("moments") == "1"
        self.seat = seat_named(asked)
        self.deck = preferences.USUAL
        self.sent = {}
        for group in self._groups():
            await self.channel_layer.group_add(group, self.channel_name)
        if not await self._may_look():
            self.gone = True  # later announcements are not for this socket
            await self.accept()  # a code can only be given once connected
            await self.close(GONE)
            return
        await self.accept()
        # Not shared with others, who may have begun to read before this socket subscribed.
        await self.push(in_thread(current)(self.table_id))
        self.toucher = asyncio.create_task(self._keep_touching())
        after(COUNT_AFTER, self._count)

    def _groups(self) -> list[str]:
        """The channel groups of this socket: its table's and its session's."""
        key = self.scope["session"].session_key
        return [group_of(self.table_id), *([session_group(key)] if key else [])]

    @in_thread
    def _may_look(self) -> bool:
        if self.user is not None and not self._is_signed_in():
            self.user = None  # signed out while the socket was opening
        user_id = self.user.pk if self.user else None
        self.deck = preferences.of(self.user, self.scope["session"]).deck
        return is_open_to(self.table_id, user_id, self.scope["session"])

    async def disconnect(self, code: int) -> None:
        """Stop the timers, leave the groups, and mark the connection as lost."""
        self.gone = True
        self._set_timer(None)
        self._look_after_bots(None)
        if self.toucher is not None:
            self.toucher.cancel()
        with suppress(Exception):  # any error of the layer: nobody listens any more
            for group in self._groups():
                await self.channel_layer.group_discard(group, self.channel_name)
        with suppress(DatabaseError):
            await self._note_loss()
        if self.user is not None:
            with suppress(Exception):  # any error of the layer: the next refresh comes in a minute
                message = lost_message(self.table_id, self.user.pk)
                await self.channel_layer.group_send(group_of(self.table_id), message)
        after(presence.GRACE.total_seconds() + SPREAD, self._notice)

    @in_thread
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
        """A page has lost its connection: if this socket belongs to the same player, refresh
        presence."""
        if self.user is not None and event["user"] == self.user.pk:
            with suppress(DatabaseError):
                await self._sign()

    async def session_ended(self, event: dict[str, Any]) -> None:
        """The session that opened this socket has ended: send nothing more."""
        self.gone = True
        await self.close()  # and the page reconnects with its new session

    async def layer_lost(self, event: dict[str, Any]) -> None:
        """Changes in other processes are not announced any more: read often."""
        self._look_every(LOOK_ALONE)

    async def layer_back(self, event: dict[str, Any]) -> None:
        """Read what was missed, then read seldom again."""
        self._look_every(LOOK_AGAIN)

    def _look_every(self, seconds: float) -> None:
        self.look_again = seconds
        if self.seen_version >= 0:  # else the socket is still opening
            self._set_timer(0)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A heartbeat, or an action: from a program the JSON it would post to ``act`` or ``bets``,
        from a page one of these forms."""
        try:
            raw = read_object(text_data or "")
        except Refused as error:
            await self._answer({"error": str(error), "status": 400})
            return
        if await self.answer_beat(raw):
            return
        try:
            answer = await self._perform(raw)
        except DatabaseError:
            answer = {"id": raw.get("id"), "error": AWAY, "status": 503}
        await self._answer(answer)

    def _is_signed_in(self) -> bool:
        """Whether the session that opened this socket still exists: signing out ends it
        everywhere."""
        return kept(self.scope["session"].session_key) is not None

    async def _answer(self, answer: dict[str, Any]) -> None:
        await self.send(json.dumps(answer))

    @in_thread
    def _perform(self, raw: dict[str, Any]) -> dict[str, Any]:
        """Do what a message asks; the answer repeats its `id`, so that the sender can match
        them."""
        answer: dict[str, Any] = {"id": raw.get("id")}
        user = self.user
        if user is None or not self._is_signed_in():
            return answer | {"error": "Come in as a guest first.", "status": 403}
        now = timezone.now()
        try:
            asked = as_program(raw)
            step = str(asked.get("step", ""))
            if "say" in asked:
                chat.say(self.table_id, user, str(asked["say"]), now)
            elif "wagers" in asked:
                wagers, ready = wagers_of_program(asked), asked.get("ready") is True
                services.place(
                    self.table_id, user, step, wagers, ready=ready, now=now, seat=self.seat
                )
            else:
                services.act(self.table_id, user, step, asked, now, seat=self.seat)
        except Stale as error:
            return answer | {"error": str(error), "status": 409}
        except (Refused, GameError) as error:
            return answer | {"error": str(error), "status": 422}
        return answer | {"status": 200}

    async def table_changed(self, event: dict[str, Any]) -> None:
        """The table has changed: read it again."""
        if event["version"] > self.seen_version:
            await self.push(announced(event))

    async def push(self, reading: Awaitable[Snapshot]) -> None:
        """Send what is new to this socket, and schedule the next read."""
        try:
            snap = await reading
        except Table.DoesNotExist:
            await self.close(GONE)
            return
        except DatabaseError:
            self._set_timer(RETRY)
            return
        if snap.table.version > self.seen_version:
            await self._show(snap)
        elif self.timer is None:
            self._set_timer(max(RETRY, _seconds_left(snap)))

    async def _show(self, snap: Snapshot) -> None:
        if self.gone:
            return
        if snap.table.closed:
            await self.close(GONE)
            return
        user_id, now = self.user.pk if self.user else None, timezone.now()
        shown = scene(snap, user_id, now, self.seat)
        self.seen_version = shown.version
        if self.as_json:
            await self.send(self._for_program(snap, shown, now))
        else:
            text, self.sent = push(self.known, snap, shown, user_id, now, self.deck, self.sent)
            await self.send(text)
            if self.known and user_id in {*snap.table.barred} - {*self.known.table.barred}:
                await self.send(json.dumps({"notice": services.REMOVED}))
        self.known = snap
        self._look_after_bots(snap.table.bots_at)
        self._set_timer(_seconds_left(snap))

    def _for_program(self, snap: Snapshot, shown: Scene, now: datetime) -> str:
        """The scene; with ``?moments=1`` also the moments leading to it."""
        answer: dict[str, Any] = {"scene": orjson.Fragment(as_json(shown))}
        if self.with_moments:
            way = film(self.known, snap, self.user.pk if self.user else None, now, self.seat)
            answer["moments"] = [
                {"events": moment.events, "scene": orjson.Fragment(as_json(moment.scene))}
                for moment in way
            ]
        return orjson.dumps(answer).decode()

    def _set_timer(self, seconds: float | None) -> None:
        """Read again after this many seconds, or sooner (`look_again`). None: never."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if seconds is None or self.gone:
            return
        loop = asyncio.get_running_loop()
        wait = (
            min(until_look(self.table_id, self.look_again, loop.time()), max(0.0, seconds)) + LATE
        )
        self.timer = loop.call_later(wait, lambda: asyncio.ensure_future(self._look()))

    async def _look(self) -> None:
        """Let the clock play if it is time, unless another process was first; its announcement may
        be lost."""
        self.timer = None
        await self.push(together(self.table_id, _played_on, self.table_id))

    def _look_after_bots(self, at: datetime | None) -> None:
        """Let the table's bots act at that time; None: there is none."""
        if self.bot_timer is not None:
            self.bot_timer.cancel()
            self.bot_timer = None
        if at is not None and not self.gone:
            wait = max(0.0, (at - timezone.now()).total_seconds()) + LATE
            loop = asyncio.get_running_loop()
            self.bot_timer = loop.call_later(wait, lambda: asyncio.ensure_future(self._attend()))

    async def _attend(self) -> None:
        """What bots do is announced like any change; this only learns when to call again."""
        try:
            bots_here = ("bots", self.table_id)
            at = await together(bots_here, bots.attend, self.table_id, timezone.now())
        except DatabaseError:
            at = timezone.now() + bots.CLAIM
        self._look_after_bots(at)

    async def _keep_touching(self) -> None:
        """Refresh presence again and again, even while the database is down."""
        while True:
            with suppress(DatabaseError):
                if not await self._sign():
                    await self.close()  # and the page reconnects with its new session
                    return
            await asyncio.sleep(TOUCH_EVERY)

    @in_thread
    def _sign(self) -> bool:
        """Refresh presence. Returns False, without a change, if the viewer is signed out or
        disabled: no list of sessions includes a guest's, so nobody else could end it."""
        if self.user is not None and not (self._is_signed_in() and _may_come_in(self.user)):
            return False
        user_id, now = self.user.pk if self.user else None, timezone.now()
        if user_id is None or not presence.linked(self.table_id, user_id, now):
            presence.watch(self.table_id, self.channel_name, user_id, now)
            company.watch(self.table_id, now)
        return True


def until_look(table_id: int, every: float, now: float) -> float:
    """Seconds until the sockets of a table read it although they have heard nothing: all of a
    process at the same time, so that they share the read, and each table at another time. At most
    `every`, and never 0."""
    turn = table_id * 0.618 % 1 * every  # multiples of the golden ratio are spread out
    return every - (now - turn) % every


def _played_on(table_id: int) -> Snapshot:
    """The table once the clock has played what was due there. Raises Table.DoesNotExist."""
    snap, now = current(table_id), timezone.now()
    if snap.table.deadline is None or snap.table.deadline > now:
        return snap
    deadlines.advance(table_id, None, now)
    return current(table_id)


def _may_come_in(user: User) -> bool:
    return User.objects.filter(pk=user.pk, is_active=True).exists()


def _seconds_left(snap: Snapshot) -> float:
    """Seconds until a table's deadline; without one, any number."""
    deadline = snap.table.deadline
    return LOOK_AGAIN if deadline is None else (deadline - timezone.now()).total_seconds()

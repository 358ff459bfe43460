"""The channel layer of a site that is several processes: Redis carries messages between them.

Redis may go and come back. Meanwhile a message reaches only its own process; every channel gets
`layer.lost` when messages from others stop arriving, and `layer.back` when they arrive again; both
are logged once.
"""

import asyncio
import logging
import time
import uuid
from typing import Any

import orjson
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

PATIENCE = 1.0
"""Seconds that Redis has for an answer; after this many seconds of silence it is pinged."""
RETRY = 0.5
"""Seconds between two attempts to reconnect."""

LOST = {"type": "layer.lost"}
BACK = {"type": "layer.back"}

Message = dict[str, Any]
ERRORS = (RedisError, OSError)  # a TimeoutError is an OSError


class RedisLayer:
    """What Channels requires of a layer, except that failures of Redis are not raised.

    Every event loop with channels has one connection, on which it listens to its channels' groups.
    """

    def __init__(self, url: str, prefix: str) -> None:
        self.url = url
        self.prefix = prefix
        self._links: dict[asyncio.AbstractEventLoop, Link] = {}
        self._lost_at: float | None = None

    @property
    def is_lost(self) -> bool:
        """Whether Redis did not answer this process when it was last asked."""
        return self._lost_at is not None

    async def new_channel(self, prefix: str = "") -> str:
        """A channel of this event loop. It may get messages before it is in any group."""
        loop = asyncio.get_running_loop()
        if loop not in self._links:
            self._links[loop] = Link(self)
        return self._links[loop].open(prefix)

    async def receive(self, channel: str) -> Message:
        """The next message on a channel. Cancelling this closes the channel."""
        link = self._here()
        try:
            return await link.channels[channel].get()
        except asyncio.CancelledError:
            link.close(channel)
            raise

    async def group_add(self, group: str, channel: str) -> None:
        """From now on, a channel gets what is sent to a group."""
        await self._here().add(group, channel)

    async def group_discard(self, group: str, channel: str) -> None:
        """Stop a channel from getting what is sent to a group."""
        await self._here().discard(group, channel)

    async def group_send(self, group: str, message: Message) -> None:
        """Send to a group's channels, in all processes that Redis reaches."""
        link = self._links.get(asyncio.get_running_loop())
        if link is not None:
            await link.send(group, message)
            return
        async with self.client() as client:  # a command, say: nobody listens here
            try:
                await client.publish(self.address(group), orjson.dumps(message))
            except ERRORS as error:
                self.lost(error)
            else:
                self.back()

    def client(self) -> Redis:
        """A client that gives up soon, and leaves retrying to its caller."""
        return Redis.from_url(
            self.url,
            retry=Retry(NoBackoff(), 0),
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
        )

    def address(self, group: str) -> str:
        """The name of a group in Redis, which other sites may share."""
        return f"{self.prefix}:{group}"

    def lost(self, error: Exception) -> None:
        """Note that Redis does not answer, and log it once."""
        if self._lost_at is None:
            self._lost_at = time.monotonic()
            what = "Redis does not answer (%s): until it does, sockets check tables every second"
            log.warning(what, type(error).__name__)

    def back(self) -> None:
        """Note that Redis answers again, and log how long it was away."""
        if self._lost_at is not None:
            log.info("Redis is back after %.1f s", time.monotonic() - self._lost_at)
            self._lost_at = None

    def forget(self) -> None:
        """Drop the running event loop, which has no more channels."""
        self._links.pop(asyncio.get_running_loop(), None)

    def _here(self) -> "Link":
        return self._links[asyncio.get_running_loop()]


class Link:
    """One event loop's channels and groups, and their connection to Redis.

    `pubsub` is the listening connection, None if there is none; `heard` are the groups that it has
    subscribed to.
    """

    def __init__(self, layer: RedisLayer) -> None:
        self.layer = layer
        self.client = layer.client()
        self.channels: dict[str, asyncio.Queue[Message]] = {}
        self.groups: dict[str, set[str]] = {}
        self.pubsub: PubSub | None = None
        self.heard: set[str] = set()
        self.lost = False
        self._subscribing = asyncio.Lock()
        self._listener = asyncio.create_task(self._listen())

    def open(self, prefix: str) -> str:
        """A new channel."""
        channel = f"{prefix}{uuid.uuid4().hex}"
        self.channels[channel] = asyncio.Queue()
        if self.lost:
            self.channels[channel].put_nowait(LOST)
        return channel

    def close(self, channel: str) -> None:
        """Forget a channel. Its groups are left one by one (`discard`)."""
        self.channels.pop(channel, None)

    async def add(self, group: str, channel: str) -> None:
        """Put a channel into a group; from then on it misses nothing that Redis carries."""
        self.groups.setdefault(group, set()).add(channel)
        await self._agree(group)

    async def discard(self, group: str, channel: str) -> None:
        """Take it out again."""
        members = self.groups.get(group, set())
        members.discard(channel)
        if not members:
            self.groups.pop(group, None)
        await self._agree(group)

    async def send(self, group: str, message: Message) -> None:
        """Send through Redis, or without it to this loop's channels."""
        if self.pubsub is not None:
            try:
                await self.client.publish(self.layer.address(group), orjson.dumps(message))
            except ERRORS as error:
                self._note_loss(error)
            else:
                return
        self._deliver(group, message)

    def _deliver(self, group: str, message: Message) -> None:
        for channel in self.groups.get(group, ()):
            if channel in self.channels:
                self.channels[channel].put_nowait(message)

    def _notify_all(self, message: Message) -> None:
        for queue in self.channels.values():
            queue.put_nowait(message)

    async def _agree(self, group: str) -> None:
        """Subscribe to a group that has channels, or unsubscribe from one that has none."""
        async with self._subscribing:
            wanted = group in self.groups
            if self.pubsub is None or wanted == (group in self.heard):
                return
            address = self.layer.address(group)
            try:
                await (self.pubsub.subscribe if wanted else self.pubsub.unsubscribe)(address)
            except ERRORS as error:
                self._note_loss(error)  # the reconnection subscribes to all
                return
            (self.heard.add if wanted else self.heard.discard)(group)

    async def _listen(self) -> None:
        """Listen as long as the event loop runs, and reconnect whenever Redis is lost."""
        try:
            while True:
                async with self.client.pubsub() as pubsub:
                    try:
                        await self._connect(pubsub)
                        await self._hear(pubsub)
                    except ERRORS as error:
                        self._note_loss(error)
                await asyncio.sleep(RETRY)
        finally:
            self.layer.forget()
            await self.client.aclose()

    async def _connect(self, pubsub: PubSub) -> None:
        async with self._subscribing:
            groups = set(self.groups)
            # The prefix alone is not a group: without any subscription the connection could not
            # listen.
            await pubsub.subscribe(self.layer.prefix, *map(self.layer.address, groups))
            self.pubsub, self.heard, self.lost = pubsub, groups, False
        self.layer.back()
        self._notify_all(BACK)  # anything sent before this moment may have been missed

    async def _hear(self, pubsub: PubSub) -> None:
        """Pass on messages until the loss of this connection is noticed here or elsewhere.

        Raises TimeoutError if Redis is connected but silent.
        """
        asked = False
        while self.pubsub is pubsub:
            heard = await pubsub.get_message(timeout=PATIENCE)
            if heard is None and asked:
                raise TimeoutError
            if heard is None:
                await pubsub.ping()
            elif heard["type"] == "message":
                group = heard["channel"].decode().removeprefix(self.layer.address(""))
                self._deliver(group, orjson.loads(heard["data"]))
            asked = heard is None

    def _note_loss(self, error: Exception) -> None:
        self.pubsub, self.heard = None, set()
        self.layer.lost(error)
        if not self.lost:
            self.lost = True
            self._notify_all(LOST)

"""Redis is cut off and comes back: with one of the test's own, on a port of its own."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from bench.load.private import Redis
from config.redis_layer import RedisLayer
from tests.live.visitors import Visitor, open_room, soon
from tests.support.server import Server, start_all
from tests.support.site import site_environment

pytestmark = pytest.mark.services

SECONDS_TO_RETURN = 2.0
"""After how long everything is as it was, once Redis is there again."""
CHANGED = {"type": "table.changed"}


@pytest.fixture
def redis() -> Iterator[Redis]:
    """A running one."""
    service = Redis()
    service.start()
    yield service
    service.cut()


class Process:
    """What one process of the site has of the layer: a channel in one group, and what came."""

    def __init__(self, url: str) -> None:
        self.layer = RedisLayer(url, "cardroom-test")
        self.heard: list[dict[str, Any]] = []

    async def join(self, group: str) -> None:
        """Listen from now on."""
        self.channel = await self.layer.new_channel()
        await self.layer.group_add(group, self.channel)
        self.task = asyncio.create_task(self._listen())

    async def hears(self, kind: str, seconds: float) -> bool:
        """Whether a message of a kind is among those that come within so many seconds."""
        until = time.monotonic() + seconds
        while kind not in [message["type"] for message in self.heard]:
            if time.monotonic() > until:
                return False
            await asyncio.sleep(0.01)
        return True

    async def _listen(self) -> None:
        while True:
            self.heard.append(await self.layer.receive(self.channel))


@pytest.fixture
async def pair(redis: Redis) -> AsyncIterator[tuple[Process, Process]]:
    """Two that are in one group and have heard nothing yet."""
    here, there = Process(redis.url), Process(redis.url)
    for process in (here, there):
        await process.join("group")
        assert await process.hears("layer.back", SECONDS_TO_RETURN)
        process.heard.clear()
    yield here, there
    for process in (here, there):
        process.task.cancel()


async def test_while_redis_is_cut_a_message_reaches_its_own_process_and_within_2_s_after_it_all(
    redis: Redis, pair: tuple[Process, Process]
) -> None:
    here, _ = pair
    redis.cut()
    for process in pair:
        assert await process.hears("layer.lost", SECONDS_TO_RETURN)
    await here.layer.group_send("group", CHANGED)
    assert await here.hears("table.changed", SECONDS_TO_RETURN)
    redis.start()
    began = time.monotonic()
    for process in pair:
        assert await process.hears("layer.back", SECONDS_TO_RETURN)
        process.heard.clear()
    await here.layer.group_send("group", CHANGED)
    for process in pair:
        assert await process.hears("table.changed", SECONDS_TO_RETURN)
    assert time.monotonic() - began < SECONDS_TO_RETURN


async def test_a_redis_that_hangs_is_noticed_as_one_that_is_gone(
    redis: Redis, pair: tuple[Process, Process]
) -> None:
    _, there = pair
    assert redis.process is not None
    os.kill(redis.process.pid, signal.SIGSTOP)
    try:
        assert await there.hears("layer.lost", 4)
    finally:
        os.kill(redis.process.pid, signal.SIGCONT)
    assert await there.hears("layer.back", SECONDS_TO_RETURN)


async def test_a_channel_that_is_opened_while_redis_is_away_hears_of_it_and_joins_its_group_later(
    redis: Redis, pair: tuple[Process, Process]
) -> None:
    here, there = pair
    redis.cut()
    assert await here.hears("layer.lost", SECONDS_TO_RETURN)
    late = await here.layer.new_channel()
    assert (await here.layer.receive(late))["type"] == "layer.lost"
    await here.layer.group_add("another group", late)
    redis.start()
    assert (await here.layer.receive(late))["type"] == "layer.back"
    assert await there.hears("layer.back", SECONDS_TO_RETURN)  # until then it sends to nobody else
    await there.layer.group_send("another group", CHANGED)
    async with asyncio.timeout(SECONDS_TO_RETURN):
        assert await here.layer.receive(late) == CHANGED


async def test_a_channel_that_has_left_a_group_hears_of_it_no_more(
    pair: tuple[Process, Process],
) -> None:
    here, there = pair
    await there.layer.group_discard("group", there.channel)
    await here.layer.group_send("group", CHANGED)
    assert await here.hears("table.changed", SECONDS_TO_RETURN)
    await here.layer.group_send("group", {"type": "later"})
    assert await here.hears("later", SECONDS_TO_RETURN)
    assert there.heard == []


def test_a_command_without_an_event_loop_of_its_own_is_heard(redis: Redis) -> None:
    async def command() -> None:
        await RedisLayer(redis.url, "cardroom-test").group_send("group", CHANGED)

    async def site() -> bool:
        process = Process(redis.url)
        await process.join("group")
        await process.hears("layer.back", SECONDS_TO_RETURN)
        await asyncio.to_thread(asyncio.run, command())
        return await process.hears("table.changed", SECONDS_TO_RETURN)

    assert asyncio.run(site())


@pytest.fixture
def site_of_two(transactional_db: None, redis: Redis, tmp_path: Path) -> Iterator[list[Server]]:
    """Two processes of the site, on the Redis that can be cut."""
    environment = site_environment() | {"REDIS_URL": redis.url}
    both = [Server(environment, tmp_path / f"log-{number}") for number in (1, 2)]
    start_all(both)
    yield both
    for server in both:
        server.kill()


def test_redis_cut_sockets_look_by_themselves_and_the_log_says_it_once(
    redis: Redis, site_of_two: list[Server]
) -> None:
    """The row of the chaos runs: 80 times "Unexpected exception", and 206 times "nobody could be
    told"; an action reached every socket only after up to 10.6 s."""
    room = open_room("big-50", 1, 2)
    one, two = map(Visitor, site_of_two, room.users.values())
    with ExitStack() as stack:
        near, far = (stack.enter_context(v.socket(room.table_id)) for v in (one, two))
        for socket in (near, far):
            socket.scene()
        redis.cut()
        assert soon(lambda: all("does not answer" in server.log() for server in site_of_two))
        for version in [one.bet(room.table_id)["version"], two.bet(room.table_id)["version"]]:
            began = time.monotonic()
            for socket in (near, far):
                socket.at(version)
            assert time.monotonic() - began < 3
        stack.enter_context(one.socket(room.table_id)).scene()  # one more opens meanwhile
        redis.start()
        assert soon(lambda: all("is back" in server.log() for server in site_of_two), 2)
    for log in [server.log() for server in site_of_two]:
        assert log.count("Redis does not answer") == 1
        assert log.count("Redis is back") == 1
        assert "exception" not in log.lower()
        assert "could not announce" not in log

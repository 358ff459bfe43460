"""One client's connection to the site: cookies, requests, and sockets that reconnect by
themselves."""

import asyncio
import random
import time
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from typing import Any

import aiohttp
import orjson
from yarl import URL

from bench.load.tally import Tally

SECONDS_TO_ANSWER = 30
SLOWEST_RETURN = 5.0
"""The longest that a socket waits before it tries again."""

NO_ANSWER = (aiohttp.ClientError, TimeoutError, OSError)


class Unreachable(Exception):
    """No answer, or only an error: it is not known whether the request was granted."""


class Client:
    """A browser or a program. `urls` are the addresses of the site's processes: after a failed
    request or a lost socket the next one is used, as behind a proxy."""

    def __init__(self, urls: Sequence[str], rng: random.Random, tally: Tally) -> None:
        self.urls = urls
        self.rng = rng
        self.tally = tally
        self.turn = rng.randrange(len(urls))
        self.session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0),
            cookie_jar=aiohttp.CookieJar(unsafe=True),  # the site has a number for its name
            timeout=aiohttp.ClientTimeout(SECONDS_TO_ANSWER),
            headers={"Accept": "application/json"},
        )

    @property
    def url(self) -> str:
        """The address of the process whose turn it is."""
        return self.urls[self.turn % len(self.urls)]

    async def close(self) -> None:
        """Hang up."""
        await self.session.close()

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """A request with a JSON body; the status and the JSON returned (None: no JSON).

        Raises Unreachable.
        """
        cookie = self.session.cookie_jar.filter_cookies(URL(self.url)).get("csrftoken")
        headers = {"X-CSRFToken": cookie.value} if cookie and method == "POST" else {}
        try:
            async with self.session.request(
                method, self.url + path, json=body, headers=headers, allow_redirects=False
            ) as response:
                if response.status < 500:
                    is_json = response.content_type == "application/json"
                    return response.status, orjson.loads(await response.read()) if is_json else None
                kind = f"http {response.status}"
        except NO_ANSWER as error:
            kind = type(error).__name__
        self.tally.errors[kind] += 1
        self.turn += 1
        raise Unreachable(kind)

    async def ask_until(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """The same, repeated until there is an answer. For requests that may be done twice."""
        attempt = 0
        while True:
            try:
                return await self.ask(method, path, body)
            except Unreachable:
                attempt += 1
                await self.back_off(attempt)

    async def back_off(self, attempt: int) -> None:
        """Wait a random time up to one that doubles with every attempt: full jitter."""
        await asyncio.sleep(self.rng.uniform(0, min(SLOWEST_RETURN, 0.25 * 2.0**attempt)))

    async def listen(self, path: str) -> AsyncGenerator["Line", None]:
        """A socket, and a new one whenever it is lost, for ever."""
        attempt = 0
        while True:
            try:
                async with self.session.ws_connect(
                    self.url + path, headers={"Origin": self.url}, max_msg_size=0
                ) as socket:
                    line = Line(socket)
                    yield line
                    if line.heard:
                        attempt = 0
                kind = f"socket closed {socket.close_code}"
            except aiohttp.WSServerHandshakeError as error:
                kind = f"socket refused {error.status}"
            except NO_ANSWER as error:
                kind = f"socket {type(error).__name__}"
            self.tally.errors[kind] += 1
            self.turn += 1
            attempt += 1
            await self.back_off(attempt)


class Line:
    """An open socket."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.heard = False

    async def messages(self) -> AsyncIterator[tuple[str, float]]:
        """Every text until it is lost, with the moment it came."""
        async for message in self.socket:
            if message.type == aiohttp.WSMsgType.TEXT:
                self.heard = True
                yield message.data, time.monotonic()

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message. Raises Unreachable."""
        try:
            await self.socket.send_str(orjson.dumps(message).decode())
        except NO_ANSWER as error:
            raise Unreachable(str(error)) from None

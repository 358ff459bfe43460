"""Programs that meet the real site over HTTP and WebSocket, as docs/table-protocol.md says."""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.test import Client
from django.utils import timezone
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from accounts.models import User
from tests.support.server import Server
from tests.tables.room import WAGERS, Room

Json = dict[str, Any]
TOKEN = "t" * 32
PATIENCE = 20
"""Seconds after which what has not come will not come."""


def open_room(game: str, *seats: int, **fields: Any) -> Room:
    """A table as of this moment, with players on these seats."""
    room = Room.open(game, **fields)
    room.now = timezone.now()
    room.sit(*seats)
    return room


class Socket:
    """A socket that keeps every frame it got."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.frames: list[str] = []
        self.answers: list[Json] = []
        self.last: Json = {}

    def next(self) -> Json:
        """The next message, whatever it is."""
        text = str(self.connection.recv(timeout=PATIENCE))
        self.frames.append(text)
        message = dict(json.loads(text))
        if "scene" in message:
            self.last = message["scene"]
        elif "status" in message:
            self.answers.append(message)
        return message

    def scene(self, wanted: Callable[[Json], bool] = bool) -> Json:
        """The scene as soon as it is as wanted: the last one, or one still to come."""
        while not self.last or not wanted(self.last):
            self.next()
        return self.last

    def at(self, version: int) -> Json:
        """The scene at a version, or a later one."""
        return self.scene(lambda scene: scene["version"] >= version)

    def ask(self, **message: Any) -> Json:
        """Sends a message and returns its answer."""
        number = len(self.answers) + 1
        self.connection.send(json.dumps({"id": number, **message}))
        while len(self.answers) < number:
            self.next()
        answer = self.answers[-1]
        assert answer["id"] == number
        return answer

    def versions(self) -> list[int]:
        """The versions of all scenes, as they came."""
        messages = [json.loads(text) for text in self.frames]
        return [message["scene"]["version"] for message in messages if "scene" in message]


class Visitor:
    """Somebody with a session, or nobody in particular, at one process of the site."""

    def __init__(self, server: Server, user: User | None = None) -> None:
        self.server = server
        cookies = {"csrftoken": TOKEN}
        if user is not None:
            client = Client()
            client.force_login(user)
            cookies["sessionid"] = client.cookies["sessionid"].value
        self.cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())

    def post(self, table_id: int, door: str, body: Json | None = None) -> tuple[int, Json]:
        """Posts JSON to a door of a table; status and answer."""
        return self._answer(f"/tables/{table_id}/{door}", json.dumps(body or {}).encode())

    def state(self, table_id: int) -> Json:
        """The scene."""
        status, scene = self._answer(f"/tables/{table_id}/state")
        assert status == 200
        return scene

    def request(self, path: str, body: bytes | None = None) -> urllib.request.Request:
        """One to the site, as the visitor sends it; with a body it posts."""
        headers = {"Cookie": self.cookie, "X-CSRFToken": TOKEN, "Content-Type": "application/json"}
        return urllib.request.Request(self.server.url + path, body, headers)

    def text(self, path: str) -> str:
        """A page."""
        with urllib.request.urlopen(self.request(path), timeout=PATIENCE) as response:
            return str(response.read().decode())

    def bet(self, table_id: int, *, ready: bool = False) -> Json:
        """The layout of the game on the current step; the scene."""
        state = self.state(table_id)
        wagers = WAGERS[state["table"]["game"]]
        body = {"step": state["step"], "ready": ready, "wagers": wagers}
        return self._done(*self.post(table_id, "bets", body))

    def act(self, table_id: int, action: str, **more: Any) -> Json:
        """A decision on the current step; the scene."""
        body = {"step": self.state(table_id)["step"], "action": action, **more}
        return self._done(*self.post(table_id, "act", body))

    @contextmanager
    def socket(self, table_id: int | str, query: str = "?as=json") -> Iterator[Socket]:
        """A socket at a table."""
        with connect(
            f"{self.server.ws_url}/ws/tables/{table_id}{query}",
            origin=Origin(self.server.url),
            additional_headers={"Cookie": self.cookie},
            open_timeout=PATIENCE,
            max_queue=256,
        ) as connection:
            yield Socket(connection)

    def _done(self, status: int, answer: Json) -> Json:
        assert status == 200, answer
        return dict(answer["scene"])

    def _answer(self, path: str, body: bytes | None = None) -> tuple[int, Json]:
        try:
            with urllib.request.urlopen(self.request(path, body), timeout=PATIENCE) as response:
                return response.status, dict(json.loads(response.read()))
        except urllib.error.HTTPError as error:
            return error.code, dict(json.loads(error.read()))


def soon(condition: Callable[[], object], patience: float = PATIENCE) -> bool:
    """Whether something becomes true before so many seconds are over."""
    deadline = time.monotonic() + patience
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True

"""docs/table-protocol.md is what the site does: its client plays, its tables name what there is."""

import re
import sys
from types import ModuleType
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from config import BASE_DIR
from games.models import Chair
from tests.accounts.conftest import fresh_limits
from tests.live.visitors import Visitor, open_room
from tests.support.server import Server
from tests.tables.room import Room, player
from tests.web.programs import Program

__all__ = ["fresh_limits"]

PAGE = (BASE_DIR / "docs" / "table-protocol.md").read_text()


class Session:
    """What the page's client asks of `requests.Session`, by Django's own client."""

    def __init__(self) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.headers: dict[str, str] = {}

    @property
    def cookies(self) -> dict[str, str]:
        return {name: cookie.value for name, cookie in self.client.cookies.items()}

    def get(self, url: str) -> Any:
        return self.client.get(re.sub("^http://[^/]+", "", url))

    def post(self, url: str, json: dict[str, Any]) -> Any:
        path = re.sub("^http://[^/]+", "", url)
        return self.client.post(path, json, "application/json", headers=self.headers)


@pytest.mark.django_db
def test_the_client_of_the_page_takes_a_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    found = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert found
    room = Room.open("big-50")
    requests = ModuleType("requests")
    requests.Session = Session  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "requests", requests)
    names: dict[str, Any] = {}
    exec(found[1].replace('8000", 1', f'8000", {room.table_id}'), names)
    assert names["state"]["version"] == 0
    assert Chair.objects.get(user__isnull=False).seat == 1
    status, answer = names["post"](
        "bets",
        step=names["http"].get(f"/tables/{room.table_id}/state").json()["step"],
        wagers={"range": 1000},
    )
    assert (status, answer["error"]) == (200, None)


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["big-50", "big-draw"])
def test_the_page_names_what_is_in_a_scene_and_nothing_else(game: str) -> None:
    room = Room.open(game)
    (user,) = room.sit(1)
    table = PAGE.split("| In the scene | |")[1].split("\n\n")[0]
    named = set()
    for row in table.splitlines():
        if row.startswith("| `"):
            named.update(re.findall(r"`(\w+)`", row.split("|")[1]))
    scene = room.scene(user)
    assert named <= set(scene)
    assert set(scene) - named <= {"table", "heading", "options"}  # they speak for themselves


def test_the_doors_of_the_page_are_there(server: Server) -> None:
    room = open_room("big-50", 1, 2)
    visitor = Visitor(server, room.users[1])
    doors = set(re.findall(r"`POST /tables/<id>/(\w+)`", PAGE))
    assert doors >= {"sit", "leave", "bets", "act"}
    for door in doors:
        status, answer = visitor.post(room.table_id, door, {})
        assert status in (200, 409, 422)
        assert set(answer) == {"error", "scene"}


def text() -> dict[int, str]:
    """What the page says of each status."""
    rows = PAGE.split("| Status | |\n|---|---|\n")[1].split("\n\n")[0].splitlines()
    return {int(row.split("|")[1]): row.split("|")[2].strip() for row in rows}


@pytest.mark.django_db
def test_the_statuses_of_the_page_are_those_of_the_doors(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"guest": "1/m/ip"}
    room = Room.open("big-50")
    (user,) = room.sit(1)
    nobody, seatless, one = (Program(room.table_id, who) for who in (None, player(), user))
    bets: dict[str, Any] = {"step": one.state()["step"], "wagers": {"range": 1000}}
    with_json = {
        409: [one.post("act", {"action": "ready"})],
        422: [
            *(seatless.post(door, bets) for door in ("bets", "act")),
            seatless.post("talk", {"phrase": "luck"}),
            *(one.post(door, "[]") for door in ("sit", "bets", "act", "talk")),
            one.post("bets", bets | {"wagers": {"range": 1}}),
        ],
        403: [nobody.post(door, bets) for door in ("bets", "act", "leave", "talk")],
        200: [one.post("bets", bets), seatless.post("leave"), seatless.post("leave", "[]")],
        429: [[Program(room.table_id).post("sit", {"seat": 9}) for _ in range(2)][-1]],
    }
    for status, answers in with_json.items():
        for answered, answer in answers:
            assert answered == status
            assert set(answer) == {"error", "scene"}
            assert bool(answer["error"]) == (status != 200)

    closed = Room.open("big-50", closed=True)
    private = Room.open("big-50", listed=False, token="t" * 43)
    stranger = Program(room.table_id, user, checks_csrf=True)
    without_json = {
        400: [one.raw("bets", "x" * 257 * 1024), raw(one, "application/json; charset=utf-7")],
        403: [stranger.raw("bets", "{}")],
        404: [Program(at.table_id, user).raw("sit", "{}") for at in (closed, private)],
        405: [one.client.get(f"{one.table}/bets"), one.raw("state", "{}")],
    }
    for status, refusals in without_json.items():
        for refusal in refusals:
            assert refusal.status_code == status
            assert refusal.headers["Content-Type"].startswith("text/html")
    assert one.client.get(f"/private/{'t' * 43}").status_code == 302
    assert one.client.get(f"/tables/{private.table_id}/state").status_code == 200

    # 413 is what tests/live/test_incoming.py has, 503 tests/web/test_bad_requests.py.
    assert set(text()) == {413, 503, *with_json, *without_json}
    assert {status for status, words in text().items() if "ithout JSON" in words} == {
        503,
        *without_json,
    }
    assert {status for status, words in text().items() if "a seat" in words} == {422}


def raw(program: Program, kind: str) -> Any:
    """An empty message of some content type."""
    return program.client.generic("POST", f"{program.table}/bets", "{}", content_type=kind)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 403),
        ({"Referer": "https://testserver/"}, 200),
        ({"Origin": "https://testserver"}, 200),
        ({"Origin": "https://elsewhere.example"}, 403),
    ],
)
def test_behind_https_the_site_is_named(headers: dict[str, str], status: int) -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    client.get(f"/tables/{room.table_id}/state", secure=True)
    headers = {"X-CSRFToken": client.cookies["csrftoken"].value, **headers}
    address = f"/tables/{room.table_id}/leave"
    answer = client.post(address, {}, "application/json", secure=True, headers=headers)
    assert answer.status_code == status


def test_the_answers_of_the_socket_are_those_of_the_page(server: Server) -> None:
    room = open_room("big-50", 1)
    with Visitor(server, room.users[1]).socket(room.table_id) as socket:
        assert set(socket.next()) == {"scene"}
        step = socket.last["step"]
        assert socket.ask(step=step, wagers={"range": 1000}) == {"id": 1, "status": 200}
        assert socket.ask(step=step, action="ready")["status"] == 409
        assert socket.ask(say="nonsense")["status"] == 422
        socket.connection.send("[]")
        answer = socket.next()
        while "scene" in answer:
            answer = socket.next()
        assert answer == {"error": "A message is a JSON object.", "status": 400}
    with Visitor(server, player()).socket(room.table_id) as watching:
        assert watching.ask(step=step, action="ready")["status"] == 422
    with Visitor(server).socket(room.table_id) as watching:
        assert watching.ask(step=step, action="ready")["status"] == 403

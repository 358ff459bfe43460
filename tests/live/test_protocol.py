"""docs/table-protocol.md is what the site does: its client plays, its tables name what there is."""

import re
import sys
from types import ModuleType
from typing import Any

import pytest
from django.test import Client

from config import BASE_DIR
from games.models import Chair
from tests.live.visitors import Visitor, open_room
from tests.support.server import Server
from tests.tables.room import Room

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

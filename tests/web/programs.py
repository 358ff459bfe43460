"""A program at a table: posts JSON and reads scenes, as docs/table-protocol.md says."""

import json
from typing import Any

from django.test import Client

from accounts.models import User
from tests.tables.room import WAGERS

Json = dict[str, Any]


class Program:
    """One viewer's client at one table."""

    def __init__(self, table_id: int, user: User | None = None, *, checks_csrf: bool = False):
        self.client = Client(enforce_csrf_checks=checks_csrf)
        self.table = f"/tables/{table_id}"
        if user is not None:
            self.client.force_login(user)

    def state(self) -> Json:
        """The scene."""
        response = self.client.get(f"{self.table}/state")
        assert response.status_code == 200
        return dict(response.json())

    def post(self, door: str, body: object = None, **headers: str) -> tuple[int, Json]:
        """Posts JSON; status and answer."""
        text = body if isinstance(body, str) else json.dumps({} if body is None else body)
        response = self.raw(door, text, **headers)
        return response.status_code, dict(json.loads(response.content))

    def raw(self, door: str, text: str | bytes, **headers: str) -> Any:
        """Posts any text as JSON; the answer as it came."""
        url, kind = f"{self.table}/{door}", "application/json"
        return self.client.generic("POST", url, text, content_type=kind, headers=headers)

    def sit(self, seat: int) -> Json:
        """Takes a seat; the scene."""
        status, answer = self.post("sit", {"seat": seat})
        assert status == 200, answer
        return dict(answer["scene"])

    def bet(self, wagers: Json | None = None, *, ready: bool = False) -> Json:
        """A layout on the current step, by default the game's; the scene."""
        state = self.state()
        layout = WAGERS[state["table"]["game"]] if wagers is None else wagers
        body = {"step": state["step"], "ready": ready, "wagers": layout}
        status, answer = self.post("bets", body)
        assert status == 200, answer
        return dict(answer["scene"])

    def act(self, action: str, **more: Any) -> Json:
        """A decision on the current step; the scene."""
        status, answer = self.post("act", {"step": self.state()["step"], "action": action, **more})
        assert status == 200, answer
        return dict(answer["scene"])

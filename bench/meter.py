"""What the parts of an action cost a process of the site, in processor time of their threads.
`metered` counts, and serves the sums at PATH for the clients of a run.
"""

import json
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any

PATH = "/meter"

PARTS = ("request", "lock", "rules", "ledger", "commit", "scene", "draw", "send")
"""The request until a service is called (session, user, form), and the answer; waiting for the
table and reading it; the service and the game; chips; writing; what viewers may know; their HTML or
JSON; handing it to the server."""

Sums = Mapping[str, Mapping[str, float]]
"""What `Meter.report` returns."""


class _Counted:
    """The counts of one thread, and the parts that it is in: no thread waits for another."""

    def __init__(self) -> None:
        self.parts: dict[str, float] = defaultdict(float)
        self.kinds: dict[str, float] = defaultdict(float)
        self.counts: Counter[str] = Counter()
        self.stack: list[str] = []
        self.since = 0.0
        self.kind = ""


class Meter:
    """Sums of seconds. parts: by part of the work, without the parts within it. kinds: by kind of
    request, everything that its thread did for it; `counts` says how often."""

    def __init__(self, clock: Callable[[], float] = time.thread_time) -> None:
        self.clock = clock
        self._counted: list[_Counted] = []
        self._local = threading.local()

    def part(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, counted as a part."""

        @wraps(function)
        def counted(*arguments: Any, **named: Any) -> Any:
            self._begin(name)
            try:
                return function(*arguments, **named)
            finally:
                self._end()

        return counted

    def kind(self, name: Callable[..., str], function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, counted under a name made from its arguments, or from those of a function
        it calls (`called`)."""

        @wraps(function)
        def counted(*arguments: Any, **named: Any) -> Any:
            began, self._own.kind = self.clock(), name(*arguments, **named)
            try:
                return function(*arguments, **named)
            finally:
                self._count(self._own.kind, began)

        return counted

    def called(self, name: Callable[..., str], function: Callable[..., Any]) -> Callable[..., Any]:
        """The function whose arguments say what its thread was asked for."""

        @wraps(function)
        def counted(*arguments: Any, **named: Any) -> Any:
            self._own.kind = name(*arguments, **named)
            return function(*arguments, **named)

        return counted

    def awaited(self, name: Callable[..., str], function: Callable[..., Any]) -> Callable[..., Any]:
        """A coroutine function, counted by kind. It must not wait for anything."""

        @wraps(function)
        async def counted(*arguments: Any, **named: Any) -> Any:
            began = self.clock()
            try:
                return await function(*arguments, **named)
            finally:
                self._count(name(*arguments, **named), began)

        return counted

    def report(self) -> Sums:
        """The sums so far."""
        each = [(dict(c.parts), dict(c.kinds), dict(c.counts)) for c in list(self._counted)]
        return summed({"parts": p, "kinds": k, "counts": n} for p, k, n in each)

    @property
    def _own(self) -> _Counted:
        own: _Counted | None = getattr(self._local, "own", None)
        if own is None:
            own = self._local.own = _Counted()
            self._counted.append(own)
        return own

    def _count(self, kind: str, began: float) -> None:
        own = self._own
        own.kinds[kind] += self.clock() - began
        own.counts[kind] += 1

    def _begin(self, name: str) -> None:
        own, now = self._own, self.clock()
        if own.stack:
            own.parts[own.stack[-1]] += now - own.since
        own.stack.append(name)
        own.since = now

    def _end(self) -> None:
        own, now = self._own, self.clock()
        own.parts[own.stack.pop()] += now - own.since
        own.since = now


def metered(application: Any) -> Any:
    """The site's application with a meter, which answers PATH with the sums."""
    meter = Meter()
    _count(meter)

    async def answer(scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "http" or scope["path"] != PATH:
            await application(scope, receive, send)
            return
        body = json.dumps(meter.report()).encode()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": body})

    return answer


def _count(meter: Meter) -> None:
    """Attach the meter where the parts begin."""
    from daphne.http_protocol import WebRequest
    from daphne.ws_protocol import WebSocketProtocol
    from django.db.backends.base.base import BaseDatabaseWrapper

    from config.handler import Handler
    from games.scenes import snapshots
    from games.tables import locked_table, services, stakes
    from games.web import table_consumer, table_views

    consumer = table_consumer.TableConsumer
    perform: Any = consumer.__dict__["_perform"]
    places: dict[str, list[tuple[Any, str]]] = {
        "request": [(Handler, "_respond"), (perform, "func")],
        "lock": [
            (locked_table._Turn, "__enter__"),
            (locked_table._TABLE, "get"),
            (locked_table._ROUND, "get"),
            (locked_table, "chairs_of"),
        ],
        "rules": [(services, "act"), (services, "place")],
        "ledger": [(stakes, "take"), (stakes, "add"), (stakes, "pay")],
        "commit": [(locked_table.Desk, "save"), (BaseDatabaseWrapper, "commit")],
        "scene": [
            (snapshots, "current"),
            (snapshots, "snapshot_at"),
            (snapshots, "scene"),
            (table_consumer, "scene"),
        ],
        "draw": [
            (snapshots, "html_of"),
            (table_views, "as_json"),
            (table_consumer, "push"),
            (consumer, "_for_program"),
        ],
        "send": [(WebSocketProtocol, "handle_reply"), (WebRequest, "handle_reply")],
    }
    for part in PARTS:
        for owner, name in places[part]:
            setattr(owner, name, meter.part(part, getattr(owner, name)))
    services.act = meter.called(lambda *given, **_: str(given[3].get("action")), services.act)
    services.place = meter.called(lambda *_, **__: "bets", services.place)
    handler: Any = Handler
    handler._respond = meter.kind(lambda _, scope, __: _named(scope), handler._respond)
    perform.func = meter.kind(lambda *_: "message", perform.func)
    shown: Any = consumer
    shown._show = meter.awaited(
        lambda socket, _: f"push to a {'program' if socket.as_json else 'page'}", shown._show
    )


def _named(scope: Mapping[str, Any]) -> str:
    last: str = scope["path"].rpartition("/")[2]
    return "page" if not last or last.isdigit() else last


def between(before: Sums, after: Sums) -> dict[str, dict[str, float]]:
    """The difference between two reports."""
    return {
        name: {key: value - before[name].get(key, 0) for key, value in sums.items()}
        for name, sums in after.items()
    }


def summed(reports: Iterable[Sums]) -> Sums:
    """The sum of several processes' reports."""
    totals: dict[str, dict[str, float]] = {"parts": {}, "kinds": {}, "counts": {}}
    for report in reports:
        for name, sums in report.items():
            for key, value in sums.items():
                totals[name][key] = totals[name].get(key, 0) + value
    return totals


def per_kind(sums: Sums) -> dict[str, float]:
    """Milliseconds of each kind, on average."""
    counts = {kind: count for kind, count in sums["counts"].items() if count}
    return {
        kind: round(1000 * sums["kinds"][kind] / count, 2) for kind, count in sorted(counts.items())
    }


def per_action(sums: Sums, seconds: float, actions: int) -> dict[str, float]:
    """Milliseconds of an action by part. seconds: the process's total; the rest is the server, the
    event loop, and work other than actions."""
    parts = {part: sums["parts"].get(part, 0.0) for part in PARTS}
    parts["rest"] = seconds - sum(parts.values())
    return {part: round(1000 * value / actions, 2) for part, value in parts.items()}

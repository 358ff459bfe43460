"""What a run counts, and the one JSON object that it prints."""

import json
import statistics
from collections import Counter, deque
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

SENTENCES = 20
"""How many findings are printed in full."""


@dataclass
class Tally:
    """Everything that the clients of one run have counted.

    wrong: findings that must not be, in sentences. errors: answers that never came, by kind.
    refused: requests that the site declined, by kind, as it may. measures_from: the moment from
    which on actions are timed, None: not yet.
    """

    rounds: dict[str, set[str]] = field(default_factory=dict)
    actions: Counter[str] = field(default_factory=Counter)
    pushes: int = 0
    pushed_bytes: int = 0
    checks: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    latencies: list[float] = field(default_factory=list)
    measures_from: float | None = None
    wrong: list[str] = field(default_factory=list)

    def found(self, sentence: str) -> None:
        """Record a fault."""
        self.wrong.append(sentence)

    def ended(self, game: str, round_id: str) -> None:
        """Record a round whose end somebody has seen."""
        self.rounds.setdefault(game, set()).add(round_id)

    def granted(self) -> int:
        """How many actions were granted so far, over posts and sockets."""
        return self.actions["by socket"] + self.actions["by http"]

    def report(self) -> dict[str, Any]:
        """The figures; times in milliseconds."""
        return {
            "rounds": {game: len(ids) for game, ids in sorted(self.rounds.items())},
            "actions": dict(sorted(self.actions.items())),
            "pushes": self.pushes,
            "push_bytes": round(self.pushed_bytes / self.pushes) if self.pushes else 0,
            "checks": dict(sorted(self.checks.items())),
            "action_to_every_socket_ms": _spread(self.latencies),
            "refused": dict(sorted(self.refused.items())),
            "errors": dict(sorted(self.errors.items())),
            "wrong": {"count": len(self.wrong), "first": self.wrong[:SENTENCES]},
        }


def percentile(seconds: list[float], hundredths: int) -> float:
    """The percentile of some times; 0 if there are too few to say."""
    if len(seconds) < 2:
        return 0.0
    return statistics.quantiles(seconds, n=100)[hundredths - 1]


def _spread(seconds: list[float]) -> dict[str, float]:
    if len(seconds) < 2:
        return {"measured": len(seconds)}
    named = {"median": 50, "p95": 95, "p99": 99}
    return {"measured": len(seconds)} | {
        name: round(1000 * percentile(seconds, share), 1) for name, share in named.items()
    }


def as_text(report: dict[str, Any]) -> str:
    """A report in printed form."""
    return json.dumps(report, indent=2)


@dataclass
class Watchers:
    """The sockets at one table, and which version each has: this gives the time from an action to
    the last of them. Times are seconds of one clock."""

    tally: Tally
    seen: dict[Hashable, deque[tuple[int, float]]] = field(default_factory=dict)
    open: list[tuple[int, float]] = field(default_factory=list)

    def saw(self, socket: Hashable, version: int, moment: float) -> None:
        """A socket has heard of a version."""
        heard = self.seen.setdefault(socket, deque(maxlen=64))
        if not heard or version > heard[-1][0]:
            heard.append((version, moment))
            self._close()

    def gone(self, socket: Hashable) -> None:
        """A socket is lost: what it has not seen is no longer measured."""
        self.seen.pop(socket, None)
        self.open.clear()

    def newest(self) -> list[int]:
        """The newest version that each socket has heard of."""
        return [heard[-1][0] for heard in self.seen.values()]

    def acted(self, version: int, sent: float) -> None:
        """An action sent at that time has made the version. It is timed once everyone is there."""
        since = self.tally.measures_from
        if since is None or sent < since:
            return
        self.open.append((version, sent))
        self._close()

    def _close(self) -> None:
        if not self.seen:
            return
        done = [
            (version, sent)
            for version, sent in self.open
            if all(heard[-1][0] >= version for heard in self.seen.values())
        ]
        for version, sent in done:
            self.open.remove((version, sent))
            arrived = max(_first(heard, version) for heard in self.seen.values())
            self.tally.latencies.append(arrived - sent)


def _first(heard: deque[tuple[int, float]], version: int) -> float:
    return next(moment for seen, moment in heard if seen >= version)

"""Whether the messages to another seat's socket depend on a decision that is hidden from it.

A player decides at random; at the same table sits another player with a page and a program. For
each decision it is recorded how many frames these get, how large they are, how many places of the
scene change, and how long after the post they come; a rank test then says how likely such
differences between the decisions are by chance.

`bench.load.leaks` is the command.
"""

import asyncio
import json
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.utils import timezone

from accounts.models import User
from config.asgi import application
from games.backoffice.dashboard import chance_above
from games.models import Phase, Table
from tests.tables.room import Room

QUIET = 0.1
"""Seconds without a frame after which no more is expected."""
PATIENCE = 20.0
SURE = 0.001
"""The probability below which differing figures count as a leak: with some fourteen measures per
run, one in seventy runs has one by accident."""
CHIPS = 50_000_000_00
"""An amount whose number of digits stays the same whatever is won or lost."""
BET = 500

Decision = Mapping[str, Any]

RAISES: Mapping[str, Decision] = {
    "fold": {"action": "fold"},
    "2x": {"action": "play", "amount": 2 * BET},
    "3x": {"action": "play", "amount": 3 * BET},
}
DISCARDS: Mapping[str, Decision] = {
    str(count): {"action": "draw", "count": count} for count in range(6)
}
GAMES: Mapping[str, tuple[Mapping[str, int], Mapping[str, Decision], Decision]] = {
    "big-raise": ({"ante": BET}, RAISES, {"action": "fold"}),
    "big-draw": ({"big_draw": BET}, DISCARDS, {"action": "draw", "discard": []}),
}
"""The wagers, the first player's decisions, and what the other does afterwards."""


@dataclass
class Socket:
    """A socket at a table, in this process."""

    connection: WebsocketCommunicator
    last: str = ""

    @classmethod
    async def open(cls, table_id: int, user: User, query: str) -> "Socket":
        """Connects a user."""
        client = Client()
        await sync_to_async(client.force_login)(user)
        cookie = f"sessionid={client.cookies['sessionid'].value}"
        headers = {"host": "testserver", "origin": "http://testserver", "cookie": cookie}
        connection = WebsocketCommunicator(
            application,
            f"/ws/tables/{table_id}{query}",
            headers=[(name.encode(), text.encode()) for name, text in headers.items()],
        )
        connected, _ = await connection.connect(timeout=PATIENCE)
        assert connected
        return cls(connection)

    @property
    def version(self) -> int:
        """The version of the last scene; for programs."""
        return int(json.loads(self.last)["scene"]["version"]) if self.last else 0

    async def frames(self, least: int) -> list[tuple[float, str]]:
        """The frames received, with their times: at least this many, and any that follow them."""
        found: list[tuple[float, str]] = []
        while True:
            wait = PATIENCE if len(found) < least else QUIET
            if await self.connection.receive_nothing(wait, 0.0005):
                break
            text = str(await self.connection.receive_from(PATIENCE))
            found.append((time.perf_counter(), text))
        if found:
            self.last = found[-1][1]
        return found


@dataclass
class Found:
    """What was observed, by decision: a list of figures for each measure."""

    measures: dict[str, dict[str, list[float]]] = field(default_factory=dict)

    def note(self, measure: str, decision: str, figure: float) -> None:
        """Add a figure."""
        self.measures.setdefault(measure, {}).setdefault(decision, []).append(figure)


class Duel:
    """Two players at a table, and rounds in which the first decides before the second."""

    def __init__(self, game: str) -> None:
        self.wagers, self.decisions, self.answer = GAMES[game]
        self.room = Room.open(game)
        # Amounts with the same number of digits from the first round to the last.
        Table.objects.filter(pk=self.room.table_id).update(version=10_000, round_number=1_000)
        self.room.now = timezone.now()
        self.one, self.other = self.room.sit(1, 2, cents=CHIPS)
        self.posted = 0.0

    def hurry(self) -> None:
        """Let the table's clock run out at once."""
        self.room.now = timezone.now()
        Table.objects.filter(pk=self.room.table_id).update(deadline=self.room.now)
        self.room.look()

    def deal(self) -> None:
        """Deal a round, up to the first player's decision."""
        room = self.room
        while room.table.phase != Phase.PLAYING:
            room.now = timezone.now()
            match room.table.phase:
                case Phase.CHOOSING:
                    room.act(room.users[room.table.button], "choose", value="five-card-draw")
                case Phase.BETTING:
                    for user in (self.one, self.other):
                        room.bet(user, self.wagers, ready=True)
                    if room.table.phase == Phase.BETTING:
                        self.hurry()
                case _:
                    self.hurry()

    def decide(self, decision: Decision) -> None:
        """The first player decides; returns what is posted."""
        more = dict(decision)
        if (count := more.pop("count", None)) is not None:
            hand = self.room.scene(self.one)["seats"][0]["hands"][0]["cards"]
            more["discard"] = [card["code"] for card in hand[:count]]
        self.room.now = timezone.now()
        self.posted = time.perf_counter()
        self.room.act(self.one, **more)

    def finish(self) -> None:
        """The second player decides too, and the round ends."""
        self.room.now = timezone.now()
        if self.room.table.phase == Phase.PLAYING:
            self.room.act(self.other, **self.answer)
        while self.room.table.phase == Phase.PLAYING:
            self.hurry()


async def watched(duel: Duel, sockets: Mapping[str, Socket], name: str, found: Found) -> list[str]:
    """One round with the decision of that name. Returns the frames seen."""
    await sync_to_async(duel.deal)()
    dealt = (await sync_to_async(lambda: duel.room.table)()).version
    while sockets["program"].version < dealt:
        await sockets["program"].frames(1)
    await sockets["page"].frames(0)
    before = {kind: socket.last for kind, socket in sockets.items()}
    await sync_to_async(duel.decide)(duel.decisions[name])
    texts = []
    came = await asyncio.gather(*[socket.frames(1) for socket in sockets.values()])
    for (kind, socket), frames in zip(sockets.items(), came, strict=True):
        found.note(f"{kind}: frames", name, len(frames))
        longer = sum(len(text) for _, text in frames)
        if kind == "program":  # each of its frames is the whole scene
            longer -= len(before[kind])
            changed = places(before[kind]) ^ places(socket.last)
            found.note("program: places", name, len({place for place, _ in changed}))
        found.note(f"{kind}: bytes", name, longer)
        found.note(f"{kind}: ms", name, (frames[0][0] - duel.posted) * 1000)
        texts += [text for _, text in frames]
    await sync_to_async(duel.finish)()
    return texts


def places(text: str) -> set[tuple[str, str]]:
    """Every place of a message with its text or number."""
    found, rest = set(), [("", json.loads(text))]
    while rest:
        place, value = rest.pop()
        if isinstance(value, dict | list):
            items = value.items() if isinstance(value, dict) else enumerate(value)
            rest += [(f"{place}/{key}", each) for key, each in items]
        else:
            found.add((place, repr(value)))
    return found


async def play(game: str, rounds: int, seed: int) -> Found:
    """Play this many rounds, with random decisions."""
    chance, found = random.Random(seed), Found()
    duel = await sync_to_async(Duel)(game)
    names = sorted(duel.decisions)
    sockets = await opened(duel)
    for number in range(-5, rounds):  # the first ones find cold caches, and do not count
        name = names[number % len(names)] if number < len(names) else chance.choice(names)
        await watched(duel, sockets, name, found if number >= 0 else Found())
    await closed(sockets)
    return found


async def opened(duel: Duel) -> dict[str, Socket]:
    """The second player's page and program."""
    return {
        "page": await Socket.open(duel.room.table_id, duel.other, ""),
        "program": await Socket.open(duel.room.table_id, duel.other, "?as=json"),
    }


async def closed(sockets: Mapping[str, Socket]) -> None:
    """Closes them."""
    for socket in sockets.values():
        await socket.connection.disconnect()


def chance_of(groups: Sequence[Sequence[float]]) -> float:
    """How likely it is that groups of figures from one distribution differ as much as these: the
    test of Kruskal and Wallis (Journal of the American Statistical Association 47, 1952, 583-621),
    with their correction for ties; 1 if all figures are equal."""
    figures = np.concatenate([np.asarray(group, dtype=float) for group in groups])
    if np.ptp(figures) == 0:
        return 1.0
    _, place, count = np.unique(figures, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(count) - (count - 1) / 2)[place]
    n, start, total = len(figures), 0, 0.0
    for group in groups:
        total += ranks[start : start + len(group)].sum() ** 2 / len(group)
        start += len(group)
    statistic = 12 / (n * (n + 1)) * total - 3 * (n + 1)
    ties = 1 - float((count.astype(float) ** 3 - count).sum()) / (n**3 - n)
    return chance_above(statistic / ties, len(groups) - 1)


def report(found: Found) -> list[dict[str, Any]]:
    """Each measure: the medians by decision, and the chance of such differences."""
    return [
        {
            "measure": measure,
            "rounds": sum(map(len, groups.values())),
            "median": {name: round(float(np.median(groups[name])), 2) for name in sorted(groups)},
            "chance": round(chance_of(list(groups.values())), 4),
        }
        for measure, groups in found.measures.items()
    ]


def leaks(found: Found, sure: float = SURE) -> list[str]:
    """The measures that reveal the decision: a sentence for each, none if there is no leak."""
    return [
        f"{line['measure']} tells what was decided: {line['median']}, by chance {line['chance']}."
        for line in report(found)
        if line["chance"] < sure
    ]

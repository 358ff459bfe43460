"""One guest at one table: they come in, play, check everything they see, and leave."""

import asyncio
import time
from collections import deque
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import Any

import orjson

from bench.load.client import SECONDS_TO_ANSWER, Client, Line, Unreachable
from bench.load.mind import Mind, Move
from bench.load.purse import Purse, Scene
from bench.load.sight import Sight, codes, pictures
from bench.load.tally import Tally, Watchers
from tests.support.pages import Html, take_in

DATABASE_AWAY = 503
POLL = 5.0
"""Seconds after which a player whose socket is lost reads the table, as a page does."""
OVERDUE = 2.0
"""Seconds after a deadline at which they do so too, although the socket seems connected."""


@dataclass
class Sent:
    """A move on its way: the step it named, when it left, and whether it was granted."""

    step: str
    at: float
    granted: bool | None = None
    version: int | None = None


class Player:
    """See above. `pages`: how many windows with the table's page they have open as well."""

    def __init__(
        self, client: Client, table: int, seat: int, mind: Mind, watchers: Watchers, pages: int
    ) -> None:
        self.client, self.table, self.seat, self.mind = client, table, seat, mind
        self.watchers, self.pages = watchers, pages
        self.tally: Tally = client.tally
        self.purse, self.sight = Purse(), Sight()
        self.scene: Scene = {"version": -1, "step": ""}
        self.news = asyncio.Event()
        self.line: Line | None = None
        self.answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.sent = Sent("", 0.0, granted=False)
        self.cards: deque[tuple[int, set[str]]] = deque([(-1, set())], maxlen=32)
        self.user_id: int | None = None
        self.playing = False

    async def come_in(self) -> bool:
        """Become a guest and sit down; returns whether the seat was free.

        In two steps, so that no guest has a seat without having got an answer that says so.
        """
        path = f"/tables/{self.table}"
        await self.client.ask_until("GET", f"{path}/state")
        await self.client.ask_until("POST", "/accounts/guest")
        status, answer = await self.client.ask_until("POST", f"{path}/sit", {"seat": self.seat})
        if status != 200:
            self.tally.refused[f"sit {status}"] += 1
            return False
        self.tally.actions["sit"] += 1
        self.see(answer["scene"])
        self.user_id = int(answer["scene"]["you"]["name"].rpartition(" ")[2])
        return True

    async def play(self) -> None:
        """Play until the chips are gone, the guest has had enough, or the task is cancelled."""
        watching = [asyncio.create_task(self._watch())]
        watching += [asyncio.create_task(self._watch_page(page)) for page in range(self.pages)]
        self.playing = True
        try:
            while await self._turn():
                pass
        finally:
            self.playing = False
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)
            self.line = None
            for socket in (id(self), *((id(self), page) for page in range(self.pages))):
                self.watchers.gone(socket)

    async def leave(self) -> None:
        """Give up the seat; the clock finishes a round in play."""
        status, answer = await self.client.ask_until("POST", f"/tables/{self.table}/leave")
        if status == 403 and self.user_id is None:
            return  # the run ended before they had come in
        if status != 200:
            self.tally.found(f"leave answered {status}.")
        else:
            self.see(answer["scene"])

    async def reckon(self) -> None:
        """Count every round whose end was not seen. Call it when the table's rounds are over."""
        self.purse.turn_to(None)
        await self._count_missed()

    async def _count_missed(self) -> None:
        for round_id in list(self.purse.owing):
            status, record = await self.client.ask_until("GET", f"/history/{round_id}.json")
            self.tally.checks["records read"] += 1
            if round_id in self.purse.owing:
                self.purse.settle(round_id, record if status == 200 else None)

    # What they see

    def see(self, scene: Scene) -> None:
        """Check a scene, unless a newer one is known."""
        if scene["version"] <= self.scene["version"]:
            return
        for sentence in (*self.purse.read(scene), *self.sight.read(scene)):
            self.tally.found(f"Table {self.table}, seat {self.seat}: {sentence}")
        self.tally.checks["balances and cards"] += 1
        self.cards.append((scene["version"], codes(scene)))
        self.scene = scene
        if scene["state"] == "showing" and scene["round"]:
            self.tally.ended(scene["table"]["game"], scene["round"]["id"])
        self._measure()
        self.news.set()

    def _measure(self) -> None:
        """Once it is granted and seen, measure how long it took to reach everyone."""
        sent = self.sent
        if sent.version is None and self.scene["step"] != sent.step:
            sent.version = self.scene["version"]
        if sent.granted and sent.version is not None:
            self.watchers.acted(sent.version, sent.at)
            self.sent = Sent("", 0.0, granted=False, version=0)

    async def _watch(self) -> None:
        path, key = f"/ws/tables/{self.table}?as=json", id(self)
        newest = -1
        async with aclosing(self.client.listen(path)) as lines:
            async for line in lines:
                self.line = line
                async for text, moment in line.messages():
                    self._count_push(text)
                    message = orjson.loads(text)
                    if "scene" not in message:
                        self._answered(message)
                        continue
                    version = message["scene"]["version"]
                    if version < newest:
                        self.tally.found(f"Version {version} came after {newest}.")
                    newest = max(newest, version)
                    self.watchers.saw(key, version, moment)
                    self.see(message["scene"])
                self.line = None
                self.watchers.gone(key)
                for waiting in self.answers.values():
                    waiting.set_exception(Unreachable("the socket was lost"))
                self.answers.clear()

    def _answered(self, message: dict[str, Any]) -> None:
        waiting = self.answers.pop(message.get("id") or 0, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(message)

    def _count_push(self, text: str) -> None:
        self.tally.pushes += 1
        self.tally.pushed_bytes += len(text)

    async def _watch_page(self, page: int) -> None:
        """A window with the table's page: no card in it that the program does not see too."""
        path, key = f"/ws/tables/{self.table}", (id(self), page)
        due: list[tuple[int, set[str]]] = []
        async with aclosing(self.client.listen(path)) as lines:
            async for line in lines:
                felt: Html = {}
                async for text, moment in line.messages():
                    self._count_push(text)
                    version = orjson.loads(text).get("version")
                    if version is None:
                        self.tally.found("A push to a page had no version.")
                        continue
                    self.watchers.saw(key, version, moment)
                    shown = "".join("".join(m["parts"].values()) for m in take_in(felt, text))
                    due.append((version, pictures(shown)))
                    due = [shown for shown in due if not self._compare(*shown)]
                self.watchers.gone(key)

    def _compare(self, version: int, shown: set[str]) -> bool:
        """Returns whether the program has caught up with a page; then compares their cards."""
        if self.cards[-1][0] < version:
            return False
        known: set[str] = set()
        for (_, cards), (after, more) in zip(self.cards, list(self.cards)[1:], strict=False):
            if after >= version:
                known = cards | more
                break
        if known and (extra := shown - known):
            self.tally.found(f"{sorted(extra)} on the page of version {version} only.")
        self.tally.checks["pages"] += 1
        return True

    # What they do

    async def _turn(self) -> bool:
        """Make the next move, or wait for news; False once the guest has left."""
        await self._count_missed()
        scene = self.scene
        if scene["you"]["seat"] is None:
            return False
        self.news.clear()
        move = self.mind.move(scene)
        if move is None:
            await self._wait()
            return True
        await asyncio.sleep(move.seconds)
        if self.scene["step"] != scene["step"]:
            return True
        if move.path == "leave":
            await self.leave()
            self.tally.actions["leave"] += 1
            return False
        await self._make(move)
        return True

    async def _wait(self) -> None:
        """Wait for news; without a socket, or if a deadline has passed in silence, read the
        table."""
        with suppress(TimeoutError):
            async with asyncio.timeout(POLL):
                await self.news.wait()
            return
        deadline = self.scene["deadline_ms"]
        overdue = deadline is not None and time.time() > deadline / 1000 + OVERDUE
        if overdue and self.line is not None:
            self.tally.checks["looks at overdue tables"] += 1
        if overdue or self.line is None:
            await self._look()

    async def _look(self) -> None:
        """The slow way: what a page does when its socket is silent."""
        try:
            status, scene = await self.client.ask("GET", f"/tables/{self.table}/state")
        except Unreachable:
            await asyncio.sleep(1)
            return
        self.tally.checks["looks"] += 1
        if status == 200:
            self.see(scene)

    async def _make(self, move: Move) -> None:
        """Send a move, sometimes twice, and keep count."""
        scene, rng = self.scene, self.mind.rng
        before = self.purse.asked
        round_id = scene["round"]["id"] if scene["round"] else None
        wanted = self.purse.asking(move.total, move.adds)
        body = {"step": scene["step"]} | move.body
        by_socket = self.line is not None and rng.random() < 0.9
        self.sent = Sent(scene["step"], time.monotonic())
        send = self._by_socket if by_socket else self._by_http
        times = 2 if rng.random() < 0.02 else 1
        try:
            statuses = await asyncio.gather(*(send(move.path, body) for _ in range(times)))
        except Unreachable:
            self.sent = Sent("", 0.0, granted=False)
            await self._look()
            return
        granted = list(statuses).count(200)
        if granted > 1:
            self.tally.found(f"{move.name} at step {body['step']} was granted twice.")
        if granted:
            await self._see_through(scene["step"])
        self.purse.granted(round_id, wanted if granted else before)
        for status in statuses:
            self._count_answer(move, status, by_socket)
        self.sent.granted = granted == 1
        self._measure()
        if not granted:
            await self._look()

    async def _see_through(self, step: str) -> None:
        """Wait until the table is seen as it is after a move: the answer may come earlier."""
        while self.scene["step"] == step:
            self.news.clear()
            await self._wait()

    def _count_answer(self, move: Move, status: int, by_socket: bool) -> None:
        if status == 200:
            self.tally.actions[move.name] += 1
            self.tally.actions["by socket" if by_socket else "by http"] += 1
        elif status == 409:
            self.tally.refused["409 the step was over"] += 1
        else:
            self.tally.refused[f"{status} {move.name}"] += 1

    async def _by_http(self, path: str, body: dict[str, Any]) -> int:
        status, answer = await self.client.ask("POST", f"/tables/{self.table}/{path}", body)
        if answer is not None and "scene" in answer:
            self.see(answer["scene"])
        if status not in (200, 409):
            self.tally.found(f"{path} {body} was answered with {status}: {_error(answer)}")
        return status

    async def _by_socket(self, path: str, body: dict[str, Any]) -> int:
        if self.line is None:
            raise Unreachable("no socket")
        number = self.mind.rng.getrandbits(48) + 1
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.answers[number] = answer
        await self.line.send(body | {"id": number})
        try:
            async with asyncio.timeout(SECONDS_TO_ANSWER):
                status = int((await answer)["status"])
        except TimeoutError:
            raise Unreachable("no answer on the socket") from None
        if status == DATABASE_AWAY:
            raise Unreachable("the database is away")
        if status not in (200, 409):
            self.tally.found(f"{path} {body} was answered with {answer.result()}")
        return status


def _error(answer: Any) -> str:
    return str(answer.get("error")) if isinstance(answer, dict) else "no JSON"

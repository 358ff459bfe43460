"""A live table with six seats: from a posted wager to every socket, and a push against a bare
broadcast of as many bytes to as many sockets."""

import asyncio
import http.client
import json
import re
import statistics
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import websockets
from websockets.asyncio.client import ClientConnection

from bench.site import served
from games.models import Pace, Table
from tests.support.server import Server

SEATS = 6
ROUNDS = 200
WARM_UP = 20


@dataclass
class Client:
    """One guest: a cookie jar, a keep-alive connection and its seat."""

    server: Server
    table: int
    seat: int
    cookies: dict[str, str]
    connection: http.client.HTTPConnection

    def request(self, method: str, path: str, fields: dict[str, Any] | None = None) -> bytes:
        """One request on the kept-alive connection; raises RuntimeError for a 4xx or 5xx."""
        headers = {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())}
        body = None
        if fields is not None:
            headers |= {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}
            headers |= {
                "X-CSRFToken": self.cookies.get("csrftoken", ""),
                "Referer": self.server.url,
            }
            body = urlencode(fields)
        self.connection.request(method, path, body, headers)
        response = self.connection.getresponse()
        text = response.read()
        for cookie in response.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.split(";", 1)[0].partition("=")
            self.cookies[name] = value
        if response.status >= 400:
            raise RuntimeError(f"{method} {path}: {response.status} {text[:200]!r}")
        return text

    def step(self) -> str:
        """The current step of this client's chair."""
        state = json.loads(self.request("GET", f"/tables/{self.table}/state"))
        return str(state["step"])


def _seated(server: Server, table: int, seat: int) -> Client:
    address = urlsplit(server.url)
    connection = http.client.HTTPConnection(address.hostname or "", address.port)
    client = Client(server, table, seat, {}, connection)
    client.request("GET", f"/tables/{table}")
    client.request("POST", f"/tables/{table}/sit", {"seat": seat})
    client.request("GET", f"/tables/{table}")
    return client


async def _sockets(clients: list[Client], path: str) -> list[ClientConnection]:
    return [
        await websockets.connect(
            f"{client.server.ws_url}{path}",
            additional_headers={"Cookie": "; ".join(f"{k}={v}" for k, v in client.cookies.items())},
            max_size=None,
            compression=None,
        )
        for client in clients
    ]


async def _everybody(sockets: list[ClientConnection]) -> tuple[float, int]:
    """When the last of the sockets has its next message, and the total bytes."""
    texts = await asyncio.gather(*(socket.recv() for socket in sockets))
    return time.monotonic(), sum(len(text) for text in texts)


async def _wager_times(clients: list[Client], sockets: list[ClientConnection]) -> list[float]:
    """Seconds from posting a wager to its arrival at every socket."""
    times = []
    player = clients[0]
    step = player.step()
    for turn in range(WARM_UP + ROUNDS):
        fields = {"step": step, "range": 100 * (turn % 9 + 1)}
        start = time.monotonic()
        received = asyncio.create_task(_everybody(sockets))
        answer = await asyncio.to_thread(
            player.request, "POST", f"/tables/{player.table}/bets", fields
        )
        end, _ = await received
        found = re.search(rb'data-step="([^"]+)"', answer)
        assert found is not None
        step = found[1].decode()
        times.append(end - start)
    return times[WARM_UP:]


async def _push_times(
    table: int, starter: ClientConnection, sockets: list[ClientConnection]
) -> tuple[list[float], int]:
    """Seconds from a push's start to every socket, and the bytes of one socket's push."""
    times, sizes = [], []
    for turn in range(WARM_UP + ROUNDS):
        order = {
            "table": table,
            "seat": turn % SEATS + 1,
            "wagers": {"range": 100 * (turn % 9 + 1)},
        }
        received = asyncio.create_task(_everybody(sockets))
        await starter.send(json.dumps(order))
        start = json.loads(await starter.recv())
        end, size = await received
        times.append(end - start)
        sizes.append(size // len(sockets))
    return times[WARM_UP:], round(statistics.mean(sizes[WARM_UP:]))


async def _bare_times(
    text: str, starter: ClientConnection, sockets: list[ClientConnection]
) -> list[float]:
    times = []
    for _ in range(WARM_UP + ROUNDS):
        received = asyncio.create_task(_everybody(sockets))
        await starter.send(json.dumps({"bare": text}))
        start = json.loads(await starter.recv())
        end, _ = await received
        times.append(end - start)
    return times[WARM_UP:]


async def _measured(server: Server, table: int, clients: list[Client]) -> dict[str, Any]:
    sockets = await _sockets(clients, f"/ws/tables/{table}")
    await _everybody(sockets)
    wagers = await _wager_times(clients, sockets)
    starter = (await _sockets(clients[:1], "/ws/starter"))[0]
    pushes, size = await _push_times(table, starter, sockets)
    bare_sockets = await _sockets(clients, "/ws/bare")
    bare = await _bare_times("x" * size, starter, bare_sockets)
    return {
        "live.seats": SEATS,
        "live.wager_to_all_ms": {
            "median": round(1000 * statistics.median(wagers), 1),
            "p99": round(1000 * statistics.quantiles(wagers, n=100)[98], 1),
        },
        "live.push_bytes": size,
        "live.push_ms": round(1000 * statistics.median(pushes), 2),
        "live.bare_broadcast_ms": round(1000 * statistics.median(bare), 2),
        "live.vs_bare_broadcast": round(statistics.median(pushes) / statistics.median(bare), 2),
    }


def measure(home: Path) -> dict[str, Any]:
    """The figures of one live table on the embedded default."""
    table = Table.objects.filter(game="big-50", solo=False).first()
    assert table is not None
    # No clock: a deadline in between would cause a push by itself.
    Table.objects.filter(pk=table.pk).update(pace=Pace.UNTIMED, bots=0)
    with served(home) as server:
        clients = [_seated(server, table.pk, seat) for seat in range(1, SEATS + 1)]
        return asyncio.run(_measured(server, table.pk, clients))

"""Sockets of the real site: whole at first, then each change, never a card too early."""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from asgiref.sync import async_to_sync
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.sessions.backends.db import SessionStore
from django.db import OperationalError
from django.test import Client
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from config.serve import LARGEST_MESSAGE
from games.blackjack.options import BlackjackOptions
from games.models import Chair, Phase, Round
from games.runtime.threads import in_thread
from games.web.routing import websocket_urlpatterns
from games.web.table_consumer import TableConsumer
from tests.live.visitors import PATIENCE, Json, Socket, Visitor, open_room, soon
from tests.support.server import Server
from tests.tables.room import WAGERS, Room
from tests.tables.seen import cards_in, may_see_of


def without_now(scene: Json) -> Json:
    return {key: value for key, value in scene.items() if key != "now_ms"}


def test_the_first_message_is_the_whole_table_as_the_state_gives_it(server: Server) -> None:
    room = open_room("big-50", 1, 2)
    visitor = Visitor(server, room.users[1])
    visitor.bet(room.table_id)
    with visitor.socket(room.table_id) as socket:
        first = socket.next()["scene"]
    assert without_now(first) == without_now(visitor.state(room.table_id))
    assert first["you"]["wagers"] == WAGERS["big-50"]


def test_every_change_reaches_everybody_in_order(server: Server) -> None:
    room = open_room("big-50", 1, 2)
    one, other, stranger = (
        Visitor(server, room.users[1]),
        Visitor(server, room.users[2]),
        Visitor(server),
    )
    with (
        one.socket(room.table_id) as first,
        other.socket(room.table_id) as second,
        stranger.socket(room.table_id) as third,
    ):
        sockets = (first, second, third)
        for socket in sockets:
            socket.next()
        for _ in range(3):
            version = one.bet(room.table_id)["version"]
            for socket in sockets:
                assert socket.at(version)["seats"][0]["staked"] == 1500
        version = one.bet(room.table_id, ready=True)["version"]
        for socket in sockets:
            assert socket.at(version)["seats"][0]["ready"] is True
            seen = socket.versions()
            assert seen == sorted(set(seen))


def test_a_socket_that_comes_in_the_middle_of_changes_ends_on_the_last_one(server: Server) -> None:
    """It subscribes first and reads second: nothing can fall between."""
    room = open_room("big-50", 1, 2)
    writer, watcher = Visitor(server, room.users[1]), Visitor(server)
    last: list[int] = []

    def write() -> None:
        for _ in range(12):
            last.append(writer.bet(room.table_id)["version"])

    writing = threading.Thread(target=write)
    writing.start()
    with ExitStack() as stack:
        sockets = [stack.enter_context(watcher.socket(room.table_id)) for _ in range(12)]
        writing.join()
        for socket in sockets:
            assert socket.at(last[-1])["version"] == last[-1]
            assert socket.versions() == sorted(socket.versions())


def test_actions_over_the_socket_are_answered_by_their_id(server: Server) -> None:
    room = open_room("big-50", 1, 2)
    with Visitor(server, room.users[1]).socket(room.table_id) as socket:
        step = socket.scene()["step"]
        wagers = {"range": 500}
        assert socket.ask(step=step, wagers=wagers) == {"id": 1, "status": 200}
        stale = socket.ask(step=step, wagers={"range": 1000})
        assert stale["status"] == 409
        step = socket.scene(lambda scene: scene["step"] != step)["step"]
        refused = socket.ask(step=step, wagers={"range": 50})
        assert (refused["status"], refused["error"]) == (422, "Minimum 1 on Range, not 0.50.")
        assert socket.ask(step=step, action="ready")["status"] == 200
        assert socket.scene(lambda scene: scene["you"]["ready"])["you"]["wagers"] == wagers
        assert socket.ask(step=step, action="ready")["status"] == 409


def test_a_pages_forms_are_taken_over_its_socket_as_they_are_posted(server: Server) -> None:
    room = open_room("big-raise", 1, 2)
    visitor, user = Visitor(server, room.users[1]), room.users[1]

    def fields(**more: str) -> str:
        return urlencode({"step": visitor.state(room.table_id)["step"], **more})

    with visitor.socket(room.table_id, "") as socket:
        placed = {"id": 1, "status": 200}
        assert socket.ask(form="bets", fields=fields(ante="500", two_card_bonus="")) == placed
        assert room.chair(user).wagers == {"ante": 500}
        units = fields(**{"ante.chips": "10", "csrfmiddlewaretoken": "x"})
        assert socket.ask(form="bets", fields=units)["status"] == 200
        assert room.chair(user).wagers == {"ante": 1000}
        stale = socket.ask(form="bets", fields=units)
        assert stale["status"] == 409
        assert "moved on" in stale["error"]
        refused = socket.ask(form="bets", fields=fields(ante="many"))
        words = "The stake on ante is a whole number, not 'many'."
        assert (refused["status"], refused["error"]) == (422, words)
        many = "&".join(["hold=As"] * 2_000)
        assert socket.ask(form="act", fields=many)["status"] == 422
        assert socket.ask(form="act", fields=fields(action="ready"))["status"] == 200
        assert room.chair(user).ready
        assert socket.ask(form="act", fields=7)["status"] == 409


def test_a_pages_form_is_nothing_to_who_has_signed_out(server: Server) -> None:
    room = open_room("big-50", 1, 2)
    step = Visitor(server, room.users[1]).state(room.table_id)["step"]
    with Visitor(server).socket(room.table_id, "") as socket:
        answer = socket.ask(form="bets", fields=urlencode({"step": step, "range": "500"}))
    assert answer["status"] == 403
    assert room.chair(room.users[1]).wagers == {}


def test_a_film_of_many_moments_comes_whole_though_no_message_to_the_site_may_be_so_long(
    server: Server,
) -> None:
    """One limit held for both ways, and ended the sockets of programs that are sent the moments."""
    room = open_room("big-raise", *range(1, 7))
    users = list(room.users.values())
    watcher = Visitor(server, users[0])
    with watcher.socket(room.table_id, "?as=json&moments=1") as socket:
        socket.scene()
        for user in users:
            Visitor(server, user).bet(room.table_id, ready=True)
        socket.scene(lambda scene: scene["state"] == "playing")
        assert max(map(len, socket.frames)) > LARGEST_MESSAGE
        socket.connection.send("x" * (LARGEST_MESSAGE + 1))
        with pytest.raises(ConnectionClosed):
            socket.scene(lambda scene: False)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "[" * 50_000, '{"wagers": 5}', '{"action": ["x"]}', "\x00"]
)
def test_nonsense_is_answered_and_the_socket_lives_on(text: str, server: Server) -> None:
    room = open_room("big-draw", 1, 2)
    with Visitor(server, room.users[1]).socket(room.table_id) as socket:
        step = socket.scene()["step"]
        socket.connection.send(text)
        answer = socket.next()
        assert answer["status"] in (400, 409, 422)
        assert answer["error"]
        unknown = socket.ask(step=step, action="choose", value=["five-card-draw"])
        assert unknown["status"] == 422


def test_a_beat_is_answered_to_everybody_with_nothing_but_its_id(server: Server) -> None:
    """To programs and pages, players and strangers alike, and the table does not change by it."""
    room = open_room("big-50", 1)
    player = Visitor(server, room.users[1])
    for visitor in (player, Visitor(server)):
        with visitor.socket(room.table_id) as socket:
            version = socket.scene()["version"]
            assert socket.ask(beat=True) == {"id": 1, "status": 200}
            assert socket.versions() == [version]
        with visitor.socket(room.table_id, "") as page:
            assert str(page.connection.recv(timeout=PATIENCE)).startswith('{"version":')
            page.connection.send('{"beat": true}')
            assert page.next() == {"id": None, "status": 200}


def test_the_lobby_answers_a_beat_and_nothing_else(server: Server) -> None:
    with connect(
        f"{server.ws_url}/ws/lobby", origin=Origin(server.url), open_timeout=PATIENCE
    ) as lobby:
        first = str(lobby.recv(timeout=PATIENCE))
        for text in ("nonsense", "[]", '{"action": "ready"}', '{"beat": true, "id": 7}'):
            lobby.send(text)
        answer = str(lobby.recv(timeout=PATIENCE))
    assert (first[0], json.loads(answer)) == ("<", {"id": 7, "status": 200})


def test_who_is_nobody_may_watch_and_is_told_when_acting(server: Server) -> None:
    room = open_room("big-50", 1)
    with Visitor(server).socket(room.table_id) as socket:
        assert socket.scene()["you"]["seat"] is None
        answer = socket.ask(step="1.betting.0", action="ready")
        assert (answer["status"], answer["error"]) == (403, "Come in as a guest first.")
    assert not room.chair(room.users[1]).ready


def test_who_has_signed_out_acts_no_more_by_a_socket_left_open(server: Server) -> None:
    room = open_room("big-50", 1)
    visitor = Visitor(server, room.users[1])
    with visitor.socket(room.table_id) as socket:
        step = socket.scene()["step"]
        browser = Client()
        browser.cookies["sessionid"] = visitor.cookie.rpartition("sessionid=")[2]
        browser.logout()
        # Where the news of it reaches the site's process, the socket is closed by now.
        with suppress(ConnectionClosed):
            answer = socket.ask(step=step, wagers={"range": 500}, ready=True)
            assert (answer["status"], answer["error"]) == (403, "Come in as a guest first.")
    assert room.chair(room.users[1]).wagers == {}


@pytest.mark.parametrize("table", ["999999", str(10**25)])
def test_a_table_that_is_not_there_closes_the_socket_with_4404(table: str, server: Server) -> None:
    with (
        Visitor(server).socket(table) as socket,
        pytest.raises(ConnectionClosed) as closed,
    ):
        socket.next()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404


@pytest.mark.parametrize("path", ["/ws/tables/{}", "/ws/lobby"])
def test_a_socket_opens_for_pages_of_the_site_alone(path: str, server: Server) -> None:
    """Cookies go to every port of a host: another site there has no socket for all that."""
    room = open_room("big-50", 1)
    cookie = {"Cookie": Visitor(server, room.users[1]).cookie}
    address = server.ws_url + path.format(room.table_id)
    refused = (
        f"http://127.0.0.1:{server.port % 65535 + 1}",
        "http://127.0.0.1",
        server.url.replace("http:", "https:"),
        server.url.replace("127.0.0.1", "localhost"),
        "null",
        None,
    )
    for origin in refused:
        with (
            pytest.raises(InvalidStatus) as answer,
            connect(
                address,
                origin=Origin(origin) if origin else None,
                additional_headers=cookie,
                open_timeout=PATIENCE,
            ),
        ):
            pass
        assert answer.value.response.status_code == 403, origin
    with connect(
        address, origin=Origin(server.url), additional_headers=cookie, open_timeout=PATIENCE
    ) as socket:
        assert str(socket.recv(timeout=PATIENCE)).startswith(("<", '{"version":'))


@pytest.mark.parametrize("path", ["/ws/nowhere", "/ws/tables/x", f"/ws/tables/{'9' * 150}", "/"])
def test_a_socket_at_no_address_is_closed_and_leaves_no_traceback(
    path: str, server: Server
) -> None:
    before = server.log()
    with (
        connect(server.ws_url + path, origin=Origin(server.url), open_timeout=PATIENCE) as socket,
        pytest.raises(ConnectionClosed) as closed,
    ):
        socket.recv(timeout=PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404
    assert "Traceback" not in server.log().removeprefix(before)


def test_a_socket_that_says_nothing_of_where_it_comes_from_is_refused(server: Server) -> None:
    room = open_room("big-50", 1)
    with (
        pytest.raises(InvalidStatus, match="403"),
        connect(f"{server.ws_url}/ws/tables/{room.table_id}", open_timeout=PATIENCE),
    ):
        pass


def test_the_sockets_alone_let_the_clock_play(server: Server) -> None:
    """Nobody posts or polls: the sockets that watch look at the deadline."""
    room = open_room("big-50", 1, 2)
    players = [Visitor(server, user) for user in room.users.values()]
    with players[0].socket(room.table_id) as one, players[1].socket(room.table_id) as other:
        for player in players:
            player.bet(room.table_id, ready=True)
        for socket in (one, other):
            scene = socket.scene(lambda scene: scene["state"] == "looking")
            assert [seat["staked"] for seat in scene["seats"][:2]] == [1500, 1500]
    assert room.round.seats.count() == 2


def test_a_socket_keeps_its_players_seat(server: Server) -> None:
    room = open_room("big-50", 1, 2)
    long_ago = room.now - timedelta(minutes=2)
    Chair.objects.filter(user=room.users[1]).update(seen_at=long_ago)
    with Visitor(server, room.users[1]).socket(room.table_id) as socket:
        socket.scene()
        assert soon(lambda: room.chair(room.users[1]).seen_at != long_ago)


@contextmanager
def watched(room: Room, server: Server) -> Iterator[dict[int, Socket]]:
    """Sockets of both players and of a stranger (0), for programs; and for each a page's socket,
    below the line."""
    visitors = {0: Visitor(server)} | {
        seat: Visitor(server, user) for seat, user in room.users.items()
    }
    with ExitStack() as stack:
        sockets = {}
        for seat, visitor in visitors.items():
            sockets[seat] = stack.enter_context(visitor.socket(room.table_id))
            sockets[-seat - 1] = stack.enter_context(visitor.socket(room.table_id, ""))
        yield sockets


def read_and_check(room: Room, sockets: dict[int, Socket]) -> None:
    """Every socket reads up to the table's version; no frame has a card that is not its own.

    What may be known is asked for after a frame has come: clocks go on, and a slow machine may
    read what the table showed a moment ago, or the round before this one.
    """
    version = room.table.version
    for key, socket in sockets.items():
        seat = key if key >= 0 else -key - 1
        frames = [socket_text(socket, version)] if key < 0 else read_on(socket, version)
        rounds = list(room.table.rounds.all())
        allowed = set[str]().union(*(may_see_of(one, room.users.get(seat)) for one in rounds))
        secret = [one.server_seed for one in rounds if not one.over]
        for frame in frames:
            leaked = cards_in(frame) - allowed
            assert not leaked, f"seat {seat} was sent {leaked} in {frame}"
            assert not any(seed in frame for seed in secret)


def read_on(socket: Socket, version: int) -> list[str]:
    start = len(socket.frames)
    socket.at(version)
    return socket.frames[start:]


def socket_text(socket: Socket, version: int) -> str:
    """What a page's socket sends until it has sent this version or a later one."""
    text = ""
    while not any(int(sent) >= version for sent in re.findall(r'"version":(\d+)', text)):
        text += str(socket.connection.recv(timeout=PATIENCE))
    return text


@pytest.mark.parametrize("game", WAGERS)
def test_no_frame_brings_a_card_too_early(game: str, server: Server) -> None:
    options = BlackjackOptions(decks=1) if game == "blackjack" else None
    room = open_room(game, 1, 2, options=options)
    players = {seat: Visitor(server, user) for seat, user in room.users.items()}
    with watched(room, server) as sockets:
        read_and_check(room, sockets)
        if room.table.phase == Phase.CHOOSING:
            players[1].act(room.table_id, "choose", value="five-card-draw")
            read_and_check(room, sockets)
        for player in players.values():
            player.bet(room.table_id, ready=True)
            read_and_check(room, sockets)
        first = room.round
        assert soon(lambda: dealt(first))
        read_and_check(room, sockets)
        while not over(first):
            for player in players.values():
                decide(player, room.table_id)
                read_and_check(room, sockets)


def dealt(round: Round) -> bool:
    round.refresh_from_db()
    return round.dealt is not None


def over(round: Round) -> bool:
    round.refresh_from_db()
    return round.over


def decide(player: Visitor, table_id: int) -> None:
    """The first thing that is offered, if anything is; cards to look at are turned."""
    state = player.state(table_id)
    if state["state"] == "looking":
        player.act(table_id, "reveal")
    elif state["view"] and state["view"]["offers"]:
        offer = state["view"]["offers"][-1]
        more: Json = {}
        if offer["amounts"] is not None:
            more["amount"] = offer["amounts"][0]
        if offer["discard_from"] is not None:
            more["discard"] = offer["discard_from"][:2]
        player.act(table_id, "stand" if offer["action"] == "split" else offer["action"], **more)


def test_the_lobby_tells_of_seats_at_most_once_a_second(server: Server) -> None:
    room = open_room("big-50")
    with connect(
        f"{server.ws_url}/ws/lobby",
        origin=Origin(server.url),
        open_timeout=PATIENCE,
    ) as lobby:
        first = str(lobby.recv(timeout=PATIENCE))
        assert "Alder" in first
        visitor = Visitor(server)
        for seat in (1, 2, 3, 4, 5):
            Visitor(server).post(room.table_id, "sit", {"seat": seat})
        assert visitor.state(room.table_id)["version"] >= 5
        pushed = [str(lobby.recv(timeout=PATIENCE))]
        while "5 of 6" not in pushed[-1] and len(pushed) < 6:
            pushed.append(str(lobby.recv(timeout=PATIENCE)))
    assert len(pushed) <= 3


@pytest.mark.django_db(transaction=True)
def test_an_action_on_a_socket_that_meets_no_database_is_answered_with_503_and_the_socket_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = open_room("big-50")

    async def ask() -> list[dict[str, Any]]:
        router: Any = URLRouter(websocket_urlpatterns)

        async def nobody(scope: Any, receive: Any, send: Any) -> None:
            await router({**scope, "session": SessionStore(), "user": None}, receive, send)

        program = WebsocketCommunicator(nobody, f"/ws/tables/{room.table_id}?as=json")
        await program.connect(timeout=PATIENCE)
        await program.receive_from(PATIENCE)
        answers = []
        for message in ({"id": 1, "action": "ready"}, {"id": 2, "beat": True}):
            await program.send_to(json.dumps(message))
            answers.append(json.loads(await program.receive_from(PATIENCE)))
        await program.disconnect()
        return answers

    def away(*_: object) -> None:
        raise OperationalError

    monkeypatch.setattr(TableConsumer, "_perform", in_thread(away))
    refused, alive = async_to_sync(ask)()
    assert (refused["id"], refused["status"]) == (1, 503)
    assert alive == {"id": 2, "status": 200}

"""The site is killed between any two steps of a round, and in the middle of one: kill -9."""

import http.client
import json
import random
import signal
import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts import ledger
from accounts.models import Transfer
from games.models import Keeping, Phase, Round, RoundSeat, Table
from games.tables.durations import BETTING
from games.tables.locked_table import ms
from tests.live.visitors import TOKEN, Json, Visitor, open_room, soon
from tests.support.server import Server
from tests.tables.room import WAGERS, Room, escrowed, player


class SoloRound:
    """One player at their own table, who is as far as the site says they are."""

    def __init__(self, game: str, server: Server) -> None:
        self.user = player(now=timezone.now())
        self.room = open_room(game, solo=True, host=self.user)
        self.visitor = Visitor(server, self.user)
        self.before = self.state()

    def state(self) -> Json:
        """The scene now."""
        return self.visitor.state(self.room.table_id)

    @property
    def done(self) -> bool:
        """Whether the round has ended."""
        return bool(self.before["state"] == "showing")

    def request(self) -> tuple[str, Json]:
        """The next post: door and body."""
        state = self.before
        step = {"step": state["step"]}
        if state["you"]["seat"] is None:
            return "sit", {"seat": 1}
        if state["state"] == "choosing":
            return "act", {**step, "action": "choose", "value": "deuces-never-loses"}
        if state["state"] == "betting":
            return "bets", {**step, "ready": True, "wagers": WAGERS[state["table"]["game"]]}
        if state["state"] == "looking":
            return "act", {**step, "action": "reveal"}
        offer = state["view"]["offers"][-1]
        name = "stand" if offer["action"] in ("split", "double") else offer["action"]
        more: Json = {}
        if offer["amounts"] is not None:
            more["amount"] = offer["amounts"][0]
        if offer["discard_from"] is not None:
            more["discard"] = offer["discard_from"][:3]
        return "act", {**step, "action": name, **more}

    def send_and_hang_up(self) -> http.client.HTTPConnection:
        """Sends the next post and waits for nothing. The connection, to be closed later."""
        door, body = self.request()
        connection = http.client.HTTPConnection("127.0.0.1", self.visitor.server.port)
        headers = {
            "Cookie": self.visitor.cookie,
            "X-CSRFToken": TOKEN,
            "Content-Type": "application/json",
        }
        path = f"/tables/{self.room.table_id}/{door}"
        connection.request("POST", path, json.dumps(body), headers)
        return connection

    def look_again(self) -> bool:
        """Reads the state after a power cut; whether the last post had been done.

        Either the round is where it was, with the same cards, or the post was done whole.
        """
        now = self.state()
        moved = now["step"] != self.before["step"] or now["version"] != self.before["version"]
        if not moved:
            for fact in ("state", "view", "you", "seats", "round"):
                assert now[fact] == self.before[fact], fact
        elif self.before["state"] in ("playing", "looking"):
            assert now["round"]["id"] == self.before["round"]["id"]
            assert now["round"]["commitment"] == self.before["round"]["commitment"]
        self.before = now
        return bool(moved)

    def go_on(self) -> None:
        """The next post, done and answered."""
        door, body = self.request()
        status, answer = self.visitor.post(self.room.table_id, door, body)
        assert status == 200, answer
        self.before = self.state()


def check_books() -> None:
    """The escrows hold the stakes in play, each taken once, and nothing else."""
    assert ledger.audit() == []
    playing = RoundSeat.objects.filter(round__status=Round.Status.PLAYING)
    assert escrowed() == sum(playing.values_list("staked", flat=True))
    for part in RoundSeat.objects.select_related("user"):
        back = 0 if part.returned is None else part.returned
        assert ledger.balance_of(part.user) == 1_000_00 - part.staked + back


def test_a_round_goes_on_after_every_power_cut_and_no_cent_is_lost_or_paid_twice(
    servers: Callable[[int], list[Server]],
) -> None:
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    chance = random.Random(seed)
    (server,) = servers(1)
    rounds = [SoloRound(game, server) for game in WAGERS]
    cuts = 0
    while running := [one for one in rounds if not one.done]:
        lines = [one.send_and_hang_up() for one in running]
        time.sleep(chance.uniform(0, 0.08))  # the cut comes before, in or after any of them
        server.kill()
        for line in lines:
            line.close()
        check_books()
        server.start()
        call_command("resume_tables")
        cuts += 1
        for one in running:
            if not one.look_again() or cuts > 12:
                one.go_on()
        check_books()
    assert cuts >= 3
    for one in rounds:
        round = one.room.round
        assert round.status == Round.Status.SETTLED
        keys = Transfer.objects.filter(ref=str(round.pk)).values_list("key", flat=True)
        assert sorted(keys) == sorted(set(keys))
        assert sum(key.endswith("/end") for key in keys) == 1
        assert sum(key.endswith("/stake/1") for key in keys) == 1
    assert escrowed() == 0


@pytest.mark.parametrize("command", [True, False])
def test_a_betting_whose_time_ran_out_in_the_dark_has_its_time_again(
    command: bool, servers: Callable[[int], list[Server]]
) -> None:
    (server,) = servers(1)
    room = open_room("big-50", 1, 2)
    one, other = (Visitor(server, user) for user in room.users.values())
    one.bet(room.table_id)
    before = one.state(room.table_id)
    server.kill()
    Table.objects.update(deadline=timezone.now() - timedelta(minutes=5))
    resumed = timezone.now()
    if command:  # without it the result is the same: a process knows when it began
        call_command("resume_tables")
    server.start()
    after = one.state(room.table_id)
    assert after["state"] == "betting"
    assert after["you"]["wagers"] == before["you"]["wagers"]
    assert after["round"]["commitment"] == before["round"]["commitment"]
    assert after["deadline_ms"] >= ms(resumed + BETTING)
    one.act(room.table_id, "ready")
    other.act(room.table_id, "ready")
    with one.socket(room.table_id) as socket:
        assert socket.scene(lambda scene: scene["state"] == "looking")["you"]["seat"] == 1
    assert room.table.phase == Phase.PLAYING
    check_books()


def test_a_sweep_plays_for_nobody_while_the_site_is_down(
    servers: Callable[[int], list[Server]],
) -> None:
    (server,) = servers(1)
    room = open_room("big-raise", 1, 2)
    one, _ = (Visitor(server, user) for user in room.users.values())
    room.deal(*room.users.values(), wagers={"ante": 500})
    server.kill()
    now = timezone.now()
    hour = {"since": now - timedelta(hours=1), "until": now}
    Keeping.objects.update_or_create(pk=1, defaults=hour)
    Table.objects.update(deadline=now + timedelta(seconds=0.5))
    time.sleep(1)
    call_command("sweep_tables")
    resumed = timezone.now()
    server.start()
    after = one.state(room.table_id)
    assert (after["state"], room.round.actions.count()) == ("playing", 0)
    assert after["deadline_ms"] >= ms(resumed + timedelta(seconds=25))
    check_books()


def test_the_site_sees_by_itself_to_who_has_gone(
    servers: Callable[[int], list[Server]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SWEEPS", "on")
    servers(1)
    room = open_room("big-raise", 1, 2, pace="untimed")
    here, gone = room.users.values()
    room.deal(here, gone)
    room.act(here, "fold")
    room.table.chairs.filter(user=gone).update(seen_at=timezone.now() - timedelta(minutes=4))
    now = timezone.now()
    signed = {"since": now - timedelta(hours=1), "until": now - timedelta(seconds=20)}
    Keeping.objects.update_or_create(pk=1, defaults=signed)
    assert soon(lambda: room.table.phase == Phase.SHOWING)
    check_books()


def test_a_process_that_stood_still_gives_the_clocks_their_time_back(
    servers: Callable[[int], list[Server]],
) -> None:
    (server,) = servers(1)
    assert server.process is not None
    room = open_room("big-50", 1, 2)
    one, _ = (Visitor(server, user) for user in room.users.values())
    one.bet(room.table_id)
    server.process.send_signal(signal.SIGSTOP)
    Table.objects.update(deadline=timezone.now() + timedelta(seconds=1))
    time.sleep(5)
    resumed = timezone.now()
    server.process.send_signal(signal.SIGCONT)
    after = one.state(room.table_id)
    assert after["state"] == "betting"
    assert after["deadline_ms"] >= ms(resumed + BETTING)
    check_books()


def test_a_shared_round_is_finished_with_its_cards_by_whoever_comes_back(
    servers: Callable[[int], list[Server]],
) -> None:
    (server,) = servers(1)
    room: Room = open_room("big-raise", 1, 2)
    one, other = (Visitor(server, user) for user in room.users.values())
    room.deal(*room.users.values(), wagers={"ante": 500})
    one.act(room.table_id, "play", amount=1000)
    cards = [visitor.state(room.table_id)["seats"] for visitor in (one, other)]
    server.kill()
    server.start()
    call_command("resume_tables")
    assert [visitor.state(room.table_id)["seats"] for visitor in (one, other)] == cards
    check_books()
    other.act(room.table_id, "fold")
    assert room.round.status == Round.Status.SETTLED
    assert room.round.actions.count() == 2
    check_books()

"""Programs play over JSON: what they post, what they read, and what they get back."""

import json
import re
from urllib.parse import urlencode

import pytest
from django.test import Client

from accounts import ledger
from accounts.models import User
from games.history.listing import own_rounds
from games.models import Chair, Phase
from tests.tables.room import Room, player
from tests.web.conftest import Clock
from tests.web.programs import Program

pytestmark = pytest.mark.django_db


def test_a_program_plays_a_round_from_nothing_to_the_payout(clock: Clock) -> None:
    """A visitor without a cookie reads the state, sits as a guest, wagers, and sees the cards."""
    room = Room.open("big-50")
    program = Program(room.table_id)
    assert program.state()["you"]["seat"] is None
    scene = program.sit(1)
    assert scene["you"]["seat"] == 1
    assert scene["you"]["balance"] == 1_000_00
    scene = program.bet({"range": 1000}, ready=True)
    assert scene["state"] == "looking"
    assert scene["you"]["balance"] == 990_00
    cards = [card["code"] for card in scene["seats"][0]["hands"][0]["cards"]]
    assert all(re.fullmatch("[2-9TJQKA][cdhs]", code) for code in cards)
    scene = program.act("reveal")
    assert scene["state"] == "showing"
    (result,) = scene["view"]["results"]
    assert scene["you"]["balance"] == 990_00 + result["returned"]
    assert ledger.balance_of(User.objects.get()) == scene["you"]["balance"]
    clock.later(10)  # the results have been shown
    assert program.state()["state"] == "betting"


def test_the_state_is_kept_by_no_cache(clock: Clock) -> None:
    room = Room.open("big-50")
    response = Client().get(f"/tables/{room.table_id}/state")
    assert "no-store" in response.headers["Cache-Control"]
    assert "private" in response.headers["Cache-Control"]


@pytest.mark.parametrize("flat", [True, False])
def test_wagers_may_lie_beside_the_step_or_under_their_own_name(flat: bool, clock: Clock) -> None:
    room = Room.open("big-50")
    user, _ = room.sit(1, 2)
    program = Program(room.table_id, user)
    wagers = {"range": 1000, "poker_hand": 500}
    body = wagers if flat else {"wagers": wagers}
    status, answer = program.post("bets", {"step": program.state()["step"], **body})
    assert (status, answer["error"]) == (200, None)
    assert room.chair(user).wagers == wagers


def test_a_stale_step_is_409_with_the_scene_as_it_is_and_changes_nothing(clock: Clock) -> None:
    room = Room.open("big-50")
    user, _ = room.sit(1, 2)
    program = Program(room.table_id, user)
    stale = program.state()["step"]
    program.bet({"range": 1000})
    before = program.state()
    for door, body in (
        ("bets", {"wagers": {"range": 500}}),
        ("bets", {"wagers": {}}),
        ("act", {"action": "ready"}),
    ):
        for step in (stale, "", None, "1.betting.99", "2.betting.0", 1, [before["step"]]):
            status, answer = program.post(door, {"step": step, **body})
            assert status == 409
            assert answer["error"]
            assert answer["scene"] == before
    assert program.state() == before
    assert room.chair(user).wagers == {"range": 1000}


def test_a_stale_decision_is_409_with_the_scene_and_takes_nothing(clock: Clock) -> None:
    room = Room.open("big-raise")
    user, other = room.sit(1, 2)
    room.deal(user, other)
    clock.now = room.now
    program = Program(room.table_id, user)
    step = program.state()["step"]
    clock.later(25)
    status, answer = program.post("act", {"step": step, "action": "play", "amount": 1000})
    assert status == 409
    assert answer["scene"]["state"] == "showing"
    assert room.part(user).staked == 1000
    assert ledger.balance_of(user) == 990_00 + (room.part(user).returned or 0)


def test_a_refusal_is_422_with_a_sentence_and_the_scene(clock: Clock) -> None:
    room = Room.open("big-50")
    user, _ = room.sit(1, 2)
    program = Program(room.table_id, user)
    before = program.state()
    body = {"step": before["step"], "wagers": {"range": 50}}
    status, answer = program.post("bets", body)
    assert status == 422
    assert answer["error"] == "Minimum 1 on Range, not 0.50."
    assert answer["scene"] == before


def test_without_a_seat_one_watches_and_is_told_so(clock: Clock) -> None:
    room = Room.open("big-50")
    room.sit(1)
    for user, status in ((None, 403), (player(), 422)):
        program = Program(room.table_id, user)
        for door in ("bets", "act"):
            answered, answer = program.post(door, {"step": "1.betting.0", "wagers": {"range": 500}})
            assert answered == status
            assert answer["error"] == "Take a seat first."
    assert User.objects.count() == 2


def test_a_seat_somebody_has_is_422_and_says_which_are_free(clock: Clock) -> None:
    room = Room.open("big-draw")
    room.sit(2)
    status, answer = Program(room.table_id).post("sit", {"seat": 2})
    assert status == 422
    assert answer["error"] == "Somebody else has just taken seat 2. Free: 1, 3, 4, 5."


def test_leaving_with_a_live_wager_is_paid_all_the_same(clock: Clock) -> None:
    room = Room.open("big-raise")
    user, other = room.sit(1, 2)
    room.deal(user, other, wagers={"ante": 500})
    clock.now = room.now
    status, answer = Program(room.table_id, user).post("leave")
    assert (status, answer["error"]) == (200, None)
    Program(room.table_id, other).act("fold")
    assert own_rounds(user)[0].returned == 0
    assert room.table.phase == Phase.SHOWING


def test_who_only_reads_the_state_keeps_the_seat(clock: Clock) -> None:
    room = Room.open("big-50")
    user, _ = room.sit(1, 2)
    program = Program(room.table_id, user)
    for _ in range(4):
        clock.later(100)
        program.state()
    status, _ = Program(room.table_id).post("sit", {"seat": 1})
    assert status == 422
    assert Chair.objects.get(user=user).seat == 1


@pytest.mark.parametrize("door", ["sit", "leave", "bets", "act"])
def test_a_door_opens_to_a_post_only(door: str, client: Client) -> None:
    room = Room.open("big-50")
    assert client.get(f"/tables/{room.table_id}/{door}").status_code == 405
    assert client.post(f"/tables/{room.table_id}/state").status_code == 405


@pytest.mark.parametrize("table", ["999999", str(10**30), "0"])
def test_a_table_that_is_not_there_is_404_at_every_door(table: str, client: Client) -> None:
    for door in ("sit", "leave", "bets", "act"):
        response = client.post(f"/tables/{table}/{door}", {}, content_type="application/json")
        assert response.status_code == 404
    for page in ("/state", "/parts", ""):
        assert client.get(f"/tables/{table}{page}").status_code == 404
    assert User.objects.count() == 0


def test_the_balance_in_the_scene_is_right_although_it_changed_at_another_table(
    clock: Clock,
) -> None:
    here, there = Room.open("big-50"), Room.open("big-50")
    user, _ = here.sit(1, 2)
    program, elsewhere = Program(here.table_id, user), Program(there.table_id, user)
    assert program.state()["you"]["balance"] == 1_000_00
    elsewhere.sit(1)
    elsewhere.bet({"range": 1000}, ready=True)
    assert program.state()["you"]["balance"] == 990_00


def test_what_was_sent_is_never_repeated_at_length() -> None:
    """An answer that repeats its question whole is an answer that others can fill."""
    room = Room.open("big-50")
    (user,) = room.sit(1)
    program, long = Program(room.table_id, user), "x" * 5000
    client, step = program.client, room.step(user)
    for door, body in (
        ("bets", {"step": step, "wagers": {long: 100}}),
        ("act", {"step": step, "action": long}),
        ("talk", {"phrase": long}),
        ("sit", {"seat": long}),
    ):
        answer = program.raw(door, json.dumps(body))
        assert answer.status_code == 422
        assert "x" * 20 in answer.json()["error"]
        assert "x" * 21 not in answer.json()["error"]
    form = urlencode({"step": step, f"{long}.chips": "many"})
    answer = client.post(
        f"{program.table}/bets",
        form,
        "application/x-www-form-urlencoded",
        headers={"Accept": "application/json"},
    )
    assert (answer.status_code, "x" * 21 in answer.json()["error"]) == (422, False)


@pytest.mark.parametrize(
    "text", ['{"action": "\\ud800"}', '{"id": NaN, "step": ""}', '{"id": Infinity}', "[" * 100_000]
)
def test_what_no_json_reader_takes_back_is_refused(text: str) -> None:
    room = Room.open("big-50")
    program = Program(room.table_id)
    program.sit(1)
    status, answer = program.post("act", text)
    assert (status, answer["error"]) == (422, "This is not valid JSON.")

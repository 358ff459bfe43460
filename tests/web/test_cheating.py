"""What players send who want more than the rules give, and that it gets them nothing."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

import hypothesis
import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver
from hypothesis import strategies as st

from accounts import ledger
from accounts.models import User
from games.models import Chair, Round, RoundAction, Table
from tests.tables.room import Room, player
from tests.web.conftest import Clock
from tests.web.programs import Program

pytestmark = pytest.mark.django_db


def test_a_post_without_the_token_of_its_page_is_403_and_does_nothing(clock: Clock) -> None:
    room = Room.open("big-50")
    user, _ = room.sit(1, 2)
    program = Program(room.table_id, user, checks_csrf=True)
    version, step = room.table.version, program.state()["step"]
    bodies = {
        "bets": {"step": step, "wagers": {"range": 500}},
        "act": {"step": step, "action": "ready"},
        "leave": {},
        "sit": {"seat": 1},
    }
    for door, body in bodies.items():
        assert program.raw(door, json.dumps(body)).status_code == 403
        forged = program.raw(door, json.dumps(body), X_CSRFToken="a" * 32)
        assert forged.status_code == 403
    assert room.table.version == version
    assert Client(enforce_csrf_checks=True).post("/accounts/guest").status_code == 403


def addresses(patterns: Iterable[Any], before: str = "/") -> Iterator[str]:
    """Every address of the site, with 1 for each number, name and token in it."""
    some = {"uuid": str(UUID(int=1))}
    for pattern in patterns:
        path = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, path)
        elif "(?P" not in path:
            yield re.sub(r"<(?:(\w+):)?\w+>", lambda found: some.get(found[1], "1"), path)


def test_no_address_takes_a_post_without_a_token() -> None:
    """The staff's least of all: what a page of somebody else's makes their browser send."""
    boss = User.objects.create_superuser("boss", password="three green chips")
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(boss)
    paths = list(addresses(get_resolver().url_patterns))
    assert len(paths) > 100
    answers = {path: browser.post(path, {"act": "close"}).status_code for path in paths}
    # 404 and 405: there is nothing to post to, whatever the token.
    assert {path for path, status in answers.items() if status not in (403, 404, 405)} == set()
    assert answers["/tables/1/bets"] == answers["/accounts/limits"] == 403
    assert answers["/admin/games/table/1/order"] == 403


def test_the_state_brings_the_token_that_posts_need(clock: Clock) -> None:
    room = Room.open("big-50")
    program = Program(room.table_id, checks_csrf=True)
    program.state()
    token = program.client.cookies["csrftoken"].value
    status, answer = program.post("sit", {"seat": 3}, X_CSRFToken=token)
    assert (status, answer["scene"]["you"]["seat"]) == (200, 3)


@pytest.mark.parametrize("name", ["seat", "user", "user_id", "chair", "balance", "staked"])
def test_nobody_acts_for_another_by_naming_him(name: str, clock: Clock) -> None:
    room = Room.open("big-50")
    cheat, victim = room.sit(1, 2)
    program = Program(room.table_id, cheat)
    forged = {name: victim.pk if "user" in name else 2}
    step = program.state()["step"]
    program.post("bets", {"step": step, "wagers": {"range": 500}, **forged})
    program.post("bets", {"step": program.state()["step"], "range": 500, **forged})
    program.post("act", {"step": program.state()["step"], "action": "ready", **forged})
    program.post("leave", forged)
    chair = Chair.objects.get(user=victim)
    assert (chair.wagers, chair.ready, chair.seat, chair.moves) == ({}, False, 2, chair.moves)
    assert ledger.balance_of(victim) == 1_000_00
    assert not Chair.objects.filter(user=cheat).exists()


def test_another_seats_step_is_no_key_to_its_hand(clock: Clock) -> None:
    """Two seats that have done as much have equal steps; who acts is who is logged in."""
    room = Room.open("big-raise")
    cheat, victim = room.sit(1, 2)
    room.deal(cheat, victim, wagers={"ante": 500})
    clock.now = room.now
    step = Program(room.table_id, victim).state()["step"]
    Program(room.table_id, cheat).post("act", {"step": step, "action": "fold", "seat": 2})
    assert {one.seat for one in RoundAction.objects.all()} <= {1}


def test_a_record_is_for_who_played_the_round(clock: Clock) -> None:
    room = Room.open("big-50")
    user, other = room.sit(1, 2)
    stranger = player()
    room.deal(user)
    running = room.round.pk
    for viewer in (user, other, stranger):
        client = Client()
        client.force_login(viewer)
        for url in (f"/history/{running}.json", f"/history/{running}"):
            assert client.get(url).status_code == 404
    room.time_out()
    for viewer, status in ((user, 200), (other, 404), (stranger, 404)):
        client = Client()
        client.force_login(viewer)
        for url in (f"/history/{running}.json", f"/history/{running}"):
            assert client.get(url).status_code == status
    for url in (f"/history/{running}.json", f"/history/{running}", "/history/"):
        response = Client().get(url)
        assert response.status_code == 302
        assert "login" in response.headers["Location"]


def test_a_history_lists_ones_own_rounds_only(clock: Clock) -> None:
    room = Room.open("big-50")
    user, other = room.sit(1, 2)
    room.deal(user)
    room.time_out()
    room.time_out()
    client = Client()
    client.force_login(other)
    assert str(Round.objects.earliest("number").pk) not in client.get("/history/").content.decode()
    client.force_login(user)
    assert str(Round.objects.earliest("number").pk) in client.get("/history/").content.decode()


NASTY = [
    " ",
    "null",
    "[]",
    "5",
    '"text"',
    "{",
    "{" * 100,
    "[" * 100_000,
    '{"wagers": ' * 20_000,
    b"\xff\xfe",
    '{"step": ' + "9" * 5000 + "}",
    '{"seat": ' + "9" * 400 + "}",
    '{"seat": "' + "9" * 5000 + '"}',
    '{"seat": "\u0661"}',
    '{"seat": -1}',
    '{"seat": 1.5}',
    '{"seat": null}',
    '{"seat": {"a": 1}}',
    '{"step": NAN, "wagers": {"range": NaN}}',
]


@pytest.mark.parametrize("door", ["sit", "bets", "act"])
@pytest.mark.parametrize("body", NASTY)
def test_no_body_is_more_than_a_refusal(body: str | bytes, door: str, clock: Clock) -> None:
    room = Room.open("big-50")
    user, _ = room.sit(1, 2)
    program = Program(room.table_id, user)
    before = program.state()
    response = program.raw(door, body)
    assert response.status_code in (409, 422), response.content
    assert json.loads(response.content)["error"]
    assert program.state() == before


@pytest.mark.parametrize(
    "field",
    [
        *("5" * 5000, "-5", "5.5", "1e3", "\u0661", "0x10", " ", "5\x00", "five", "NaN"),
    ],
)
def test_no_field_of_a_form_is_more_than_a_refusal(field: str, clock: Clock) -> None:
    room = Room.open("big-raise")
    user, other = room.sit(1, 2)
    client = Client()
    client.force_login(user)
    url = f"/tables/{room.table_id}"
    client.post(f"{url}/sit", {"seat": field})
    client.post(f"{url}/bets", {"step": room.step(user), "ante": field})
    client.post(f"{url}/bets", {"step": room.step(user), "ante.chips": field})
    assert room.chair(user).seat == 1
    assert room.chair(user).wagers == {}
    room.deal(user, other, wagers={"ante": 500})
    clock.now = room.now
    for form in ({"action": f"play:{field}"}, {"action": "play", "amount": field}):
        client.post(f"{url}/act", {"step": room.step(user), **form})
    assert room.round.actions.count() == 0


FORM = "application/x-www-form-urlencoded"


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (f"{FORM}; charset=utf-16", "ante=500"),
        ("multipart/form-data", "no boundary"),
        (FORM, "&".join(f"spot{number}=1" for number in range(2000))),
        (FORM, "ante=" + "5" * 300_000),
        ("application/json", '{"step": "' + "5" * 300_000 + '"}'),
    ],
)
def test_what_cannot_be_read_is_400_in_the_words_of_the_site(
    kind: str, body: str, clock: Clock
) -> None:
    room = Room.open("big-raise")
    user, _ = room.sit(1, 2)
    program = Program(room.table_id, user, checks_csrf=True)
    program.state()
    version, token = room.table.version, program.client.cookies["csrftoken"].value
    answer = program.client.post(
        f"{program.table}/bets", body, content_type=kind, headers={"X-CSRFToken": token}
    )
    assert (answer.status_code, room.table.version) == (400, version)
    assert "Nothing has changed." in answer.content.decode()


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)
WORDS = st.sampled_from(
    ["choose", "pass", "ready", "reveal", "next", "fold", "play", "draw", "insurance", "range"]
)
MESSAGE = st.fixed_dictionaries(
    {},
    optional={
        "action": WORDS | ANYTHING,
        "amount": ANYTHING,
        "discard": st.lists(st.sampled_from(["Ah", "2c", "xx"])) | ANYTHING,
        "value": ANYTHING,
        "wagers": st.dictionaries(WORDS, ANYTHING, max_size=3) | ANYTHING,
        "ready": ANYTHING,
        "seat": ANYTHING,
    },
)


@pytest.mark.parametrize("game", ["big-raise", "big-draw"])
def test_no_json_ends_in_an_error_page(game: str, clock: Clock) -> None:
    room = Room.open(game)
    user, other = room.sit(1, 2)
    if game == "big-raise":
        room.deal(user, other, wagers={"ante": 500})
        clock.now = room.now
    program = Program(room.table_id, user)

    @hypothesis.given(MESSAGE, st.sampled_from(["act", "bets", "sit"]))
    @hypothesis.settings(max_examples=60, database=None)
    def send(message: dict[str, object], door: str) -> None:
        step = program.state()["step"]
        status, answer = program.post(door, {"step": step, **message})
        assert status in (200, 409, 422)
        assert (status == 200) == (answer["error"] is None)

    send()
    assert ledger.audit() == []


def test_a_limit_cannot_be_passed_by_the_other_door_or_the_flat_way(clock: Clock) -> None:
    room = Room.open("big-50")
    user, _ = room.sit(1, 2)
    program = Program(room.table_id, user)
    for body in (
        {"range": 30_100},
        {"wagers": {"range": 30_100}},
        {"range.chips": 301},
        {"wagers": {"range.chips": 301}},
        {"wagers": {"range": 5000, "range ": 5000}},
    ):
        status, _ = program.post("bets", {"step": program.state()["step"], **body})
        assert status == 422
    client = Client()
    client.force_login(user)
    client.post(f"/tables/{room.table_id}/bets", {"step": room.step(user), "range.chips": "301"})
    assert room.chair(user).wagers == {}


def test_a_table_is_told_by_nothing_but_its_number(clock: Clock) -> None:
    """The step of one table is no step of another, even where they read the same."""
    one, other = Room.open("big-50"), Room.open("big-50")
    user, _ = one.sit(1, 2)
    step = one.step(user)
    status, _ = Program(other.table_id, user).post("bets", {"step": step, "wagers": {"range": 500}})
    assert status == 422
    assert Table.objects.get(pk=other.table_id).version == 0

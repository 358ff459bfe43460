"""Requests that cannot be read are answered with 400, and logged in one line each."""

import io
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from accounts.models import User
from tests.tables.room import Room

pytestmark = pytest.mark.django_db


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """What the site's own handler writes."""
    (handler,) = (h for h in logging.getLogger().handlers if h.name == "stderr")
    assert isinstance(handler, logging.StreamHandler)
    text = io.StringIO()
    before = handler.setStream(text)
    yield text
    handler.setStream(before or io.StringIO())


TOO_LONG = {"data": b"x" * 300_000, "content_type": "application/x-www-form-urlencoded"}
NO_PARTS = {"data": b"none", "content_type": "multipart/form-data; boundary="}
LONG_NAME = {"data": {"x" * 5000: "many"}}


@pytest.mark.parametrize("body", [TOO_LONG, NO_PARTS, LONG_NAME])
def test_a_body_that_cannot_be_read_is_one_warning(
    body: dict[str, Any], logged: io.StringIO
) -> None:
    room = Room.open("big-50")
    client = Client()
    client.force_login(room.sit(1)[0])
    answer = client.post(f"/tables/{room.table_id}/bets", **body)
    assert answer.status_code == 400
    lines = logged.getvalue().splitlines()
    assert len(lines) <= 2  # Django has a word of its own about some of them
    assert all(" WARNING django." in line for line in lines)
    assert lines


def test_a_host_that_is_not_ours_is_one_warning(logged: io.StringIO) -> None:
    assert Client(headers={"host": "elsewhere.example"}).get("/").status_code == 400
    (line,) = logged.getvalue().splitlines()
    assert " WARNING django.security.DisallowedHost: " in line


def test_a_fault_of_the_site_keeps_its_traceback(
    logged: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr("games.web.table_views.scene_for", broken)
    client = Client(raise_request_exception=False)
    table = Room.open("big-50").table_id
    assert client.get(f"/tables/{table}/state").status_code == 500
    assert " ERROR django.request: " in logged.getvalue()
    assert "RuntimeError: a fault of ours" in logged.getvalue()


def test_a_request_that_meets_no_database_is_answered_with_503_and_when_to_try_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def away(*_: object) -> None:
        raise OperationalError("couldn't get a connection after 2.50 sec")

    table = Room.open("big-50").table_id
    monkeypatch.setattr("games.web.table_views.scene_for", away)
    answer = Client(raise_request_exception=False).get(f"/tables/{table}/state")
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert "chips are safe" in answer.content.decode()


@pytest.mark.parametrize(
    "path",
    [
        "/private/%00",
        "/shared/a%00b",
        "/shared/a%00b.json",
        "/daily/%00/big-50",
        "/rules/big-50?up=%00",
        "/accounts/login/?next=/%00",
        "/admin/games/limitsprofile/a%00b/change/",
    ],
)
def test_an_address_with_a_null_character_is_one_warning(path: str, logged: io.StringIO) -> None:
    """PostgreSQL fails on one: nobody may fill the log of the site with tracebacks."""
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.create_superuser("boss"))
    answer = client.get(path)
    assert answer.status_code == 400
    assert "could not be read" in answer.content.decode()
    (line,) = logged.getvalue().splitlines()
    assert " WARNING django.request: " in line


def test_nothing_that_staff_send_has_a_null_character(logged: io.StringIO) -> None:
    room = Room.open("big-50")
    one, two = room.sit(1, 2)
    room.deal(one, two)
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.create_superuser("boss"))
    page = f"/admin/games/round/{room.round.pk}/void"
    assert client.post(page, {"reason": "a\0b"}).status_code == 400
    assert not room.round.over
    assert " ERROR " not in logged.getvalue()
    assert client.post(page, {"reason": "The dealer dropped the deck."}).status_code == 302
    assert room.round.over

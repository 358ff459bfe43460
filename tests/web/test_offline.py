"""What a browser may keep: one page for when there is no connection, and nothing else."""

import re

import pytest
from django.test import Client

from tests.accounts.people import member

pytestmark = pytest.mark.django_db


def test_the_page_without_a_connection_says_what_is_lost_and_is_the_same_for_everybody() -> None:
    client = Client()
    as_nobody = client.get("/offline")
    client.force_login(member())
    text = client.get("/offline").content.decode()
    assert as_nobody.content.decode() == text
    assert "Anna" not in text
    for words in ("Your seat is kept", "your clock keeps running", "may not have arrived"):
        assert words in text


def test_the_worker_keeps_that_page_and_what_it_is_drawn_with_and_no_more() -> None:
    answer = Client().get("/worker.js")
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert "no-store" in answer.headers["Cache-Control"]  # a new one is noticed at once
    script = answer.content.decode()
    named = set(re.findall(r'"(/[^"]*)"', script.encode().decode("unicode_escape")))
    drawn_with = set(re.findall(r'href="(/[^"]+\.css)"', Client().get("/offline").content.decode()))
    assert drawn_with
    assert named - drawn_with == {
        "/offline",
        *(path for path in named if path.endswith((".woff2", ".svg"))),
    }
    assert script.count("cache.addAll") == 1
    assert "cache.put" not in script

"""What every answer tells a browser about itself (docs/security.md)."""

import re
from typing import Any

import pytest
from django.test import Client

from config import BASE_DIR
from tests.accounts.people import member
from tests.tables.room import Room

pytestmark = pytest.mark.django_db

PAGES = (
    "/",
    "/tables/{table}",
    "/accounts/login/",
    "/accounts/",
    "/accounts/settings",
    "/accounts/limits",
    "/accounts/sessions/",
    "/history/",
    "/stats",
)
DATA = ("/tables/{table}/state", "/healthz", "/health", "/worker.js")
ERRORS = ("/nowhere", "/solo/blackjack", "/admin/", "/admin/login/")
FILES = ("/robots.txt", "/site.webmanifest", "/favicon.ico")


def answers(*paths: str) -> dict[str, Any]:
    """What somebody who has signed in is answered, by address."""
    table = Room.open("big-50").table_id
    client = Client()
    client.force_login(member())
    return {path: client.get(path.format(table=table)) for path in paths}


def test_every_answer_has_the_headers_that_the_security_page_names() -> None:
    for path, answer in answers(*PAGES, *DATA, *ERRORS, *FILES).items():
        policy = answer.headers["Content-Security-Policy"]
        for directive in ("frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'"):
            assert directive in policy, path
        assert "default-src 'self'" in policy, path
        assert answer.headers["X-Content-Type-Options"] == "nosniff", path
        assert answer.headers["Referrer-Policy"] == "same-origin", path
        assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin", path
        assert "Access-Control-Allow-Origin" not in answer.headers, path


def test_every_text_says_in_which_letters_it_is_written() -> None:
    for path, answer in answers(*PAGES, *DATA, *ERRORS, "/robots.txt").items():
        kind = answer.headers.get("Content-Type", "")
        if kind.startswith("text/"):
            assert kind.endswith("charset=utf-8") or 'charset="utf-8"' in kind, (path, kind)


def test_no_page_of_a_person_is_kept_by_a_browser() -> None:
    for path, answer in answers(*PAGES, *DATA).items():
        if path == "/healthz":
            continue  # of nobody
        assert "no-store" in answer.headers.get("Cache-Control", ""), path


def test_the_security_page_names_tests_that_are_there() -> None:
    text = (BASE_DIR / "docs" / "security.md").read_text()
    named = set(re.findall(r"`(?:tests/)?(\w+/test_\w+\.py)`", text))
    assert len(named) > 20
    assert [path for path in sorted(named) if not (BASE_DIR / "tests" / path).exists()] == []

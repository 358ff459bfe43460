"""The settings as the environment makes them, each in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.views.debug import ExceptionReporter

from config import BASE_DIR
from tests.settings import BACKEND

KEY = {"SECRET_KEY": "only for this test"}
PRINT_SETTINGS = """
import json
from config import settings
print(json.dumps({name: getattr(settings, name) for name in dir(settings) if name.isupper()},
                 default=str))
"""


def run(environment: dict[str, str], program: str) -> subprocess.CompletedProcess[str]:
    """Runs Python with this environment alone."""
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=BASE_DIR,
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def settings_in(**environment: str) -> dict[str, Any]:
    ended = run({**KEY, **environment}, PRINT_SETTINGS)
    assert ended.returncode == 0, ended.stderr
    return dict(json.loads(ended.stdout))


def test_one_machine_needs_nothing_set_but_a_key(tmp_path: Path) -> None:
    settings = settings_in(VAR_DIR=str(tmp_path))
    assert settings["DEBUG"] is False
    assert settings["DATABASES"]["default"]["NAME"] == f"{tmp_path}/cardroom.sqlite3"
    layer = settings["CHANNEL_LAYERS"]["default"]["BACKEND"]
    assert layer == "config.layers.MemoryLayer"


def test_two_variables_move_it_to_postgresql_and_redis() -> None:
    settings = settings_in(
        DATABASE_URL="postgres://cards:secret@db.example:5433/room",
        REDIS_URL="redis://cache.example:6380/1",
    )
    database = settings["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example", 5433, "room")
    assert database["OPTIONS"]["pool"]
    assert database["CONN_MAX_AGE"] == 0  # a pool keeps the connections
    layer = settings["CHANNEL_LAYERS"]["default"]
    assert layer["BACKEND"] == "config.redis_layer.RedisLayer"
    assert layer["CONFIG"]["url"] == "redis://cache.example:6380/1"


def test_without_a_key_it_says_where_one_would_be_taken_from(tmp_path: Path) -> None:
    ended = run({"VAR_DIR": str(tmp_path)}, "import config.settings")
    assert ended.returncode != 0
    assert f"set SECRET_KEY, or run `make setup` to write {tmp_path}/secret_key" in ended.stderr


def test_the_key_is_read_from_var(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("from the file\n")
    ended = run({"VAR_DIR": str(tmp_path)}, PRINT_SETTINGS)
    assert json.loads(ended.stdout)["SECRET_KEY"] == "from the file"


def test_https_makes_cookies_secure_and_keeps_browsers_on_it() -> None:
    settings = settings_in(HTTPS="on")
    assert settings["SESSION_COOKIE_SECURE"] is True
    assert settings["SESSION_COOKIE_NAME"] == "__Host-sessionid"
    assert settings["CSRF_COOKIE_SECURE"] is True
    assert settings["SECURE_SSL_REDIRECT"] is True
    assert settings["SECURE_HSTS_SECONDS"] == 31_536_000


def test_plain_http_on_one_machine_needs_no_debug_mode() -> None:
    settings = settings_in()
    assert settings["SESSION_COOKIE_SECURE"] is False
    assert settings["SECURE_SSL_REDIRECT"] is False
    assert {"localhost", "127.0.0.1"} <= set(settings["ALLOWED_HOSTS"])


def test_the_address_that_play_listens_on_is_allowed() -> None:
    assert "192.0.2.7" in settings_in(HOST="192.0.2.7")["ALLOWED_HOSTS"]


@pytest.mark.django_db
def test_sqlite_writes_ahead_and_takes_its_lock_at_once() -> None:
    if BACKEND == "services":
        assert connection.vendor == "postgresql"
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        assert cursor.fetchone() == ("wal",)
        cursor.execute("PRAGMA busy_timeout")
        assert cursor.fetchone() == (20_000,)
    assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


@pytest.mark.django_db
def test_a_page_may_load_nothing_inline_and_nothing_from_elsewhere(client: Client) -> None:
    policy = client.get("/healthz").headers["Content-Security-Policy"]
    directives = dict(part.strip().split(" ", 1) for part in policy.split(";") if part.strip())
    assert directives["default-src"] == "'self'"
    assert directives["frame-ancestors"] == "'none'"
    assert directives["form-action"] == "'self'"
    assert "unsafe" not in policy


@pytest.mark.django_db
def test_health_is_ok_while_the_database_answers(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok\n")


def test_health_is_503_when_the_database_does_not_answer(tmp_path: Path) -> None:
    missing = f"sqlite:///{tmp_path}/no-such-folder/cardroom.sqlite3"
    program = (
        "import django; django.setup(); from django.test import Client\n"
        "print(Client(headers={'host': 'localhost'}).get('/healthz').status_code)"
    )
    environment = {"DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": missing}
    ended = run({**KEY, **environment}, program)
    assert ended.stdout == "503\n", ended.stderr


@pytest.mark.parametrize("debug", [True, False])
def test_an_error_report_holds_no_variable(debug: bool, settings: Any) -> None:
    settings.DEBUG = debug
    hole_card = "".join(["queen", " of ", "spades"])
    try:
        raise RuntimeError("the dealer stumbled")
    except RuntimeError:
        reporter = ExceptionReporter(None, *sys.exc_info())
    report = reporter.get_traceback_html() + reporter.get_traceback_text()
    assert "the dealer stumbled" in report
    assert hole_card not in report

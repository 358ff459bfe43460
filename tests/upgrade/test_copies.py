"""`manage.py backup` and `restore`, on either database, each command in a process of its own."""

import json
import lzma
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from django.utils import timezone

from config import BASE_DIR
from games.models import Keeping
from tests.settings import BACKEND
from tests.support import commands
from tests.support.services import DATABASE_URL
from tests.support.site import site_environment
from tests.tables.room import Room
from tests.upgrade import kept

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(300)]

Run = Callable[..., subprocess.CompletedProcess[str]]


def manage(database_url: str) -> Run:
    """Runs commands on a database."""

    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", *map(str, arguments)],
            cwd=BASE_DIR,
            env=site_environment() | {"DATABASE_URL": database_url},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


ALL_ROWS = (
    "dumpdata",
    "--natural-foreign",
    "--exclude=contenttypes",  # what migrating writes by itself
    "--exclude=auth.permission",
)


def rows() -> Any:
    """All that the database of the test holds."""
    return commands.run(*ALL_ROWS).json


def rows_of(run: Run) -> Any:
    """All that another one holds."""
    dumped = run(*ALL_ROWS)
    assert dumped.returncode == 0, dumped.stderr
    return json.loads(dumped.stdout)


@pytest.fixture
def here() -> Run:
    """Commands on the database of the test."""
    return manage(site_environment()["DATABASE_URL"])


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Run]:
    """Commands on another database, an empty one."""
    if BACKEND == "embedded":
        yield manage(f"sqlite:///{tmp_path}/other.sqlite3")
        return
    name = f"test_cardroom_copy_{os.getpid()}"
    with psycopg.connect(DATABASE_URL, autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}"')
        try:
            yield manage(urlsplit(DATABASE_URL)._replace(path=f"/{name}").geturl())
        finally:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def test_what_was_backed_up_is_there_again_in_the_middle_of_a_round(
    here: Run, elsewhere: Run, tmp_path: Path
) -> None:
    room = Room.open("big-raise")
    room.deal(*room.sit(1, 2))
    copy = tmp_path / "copy"
    taken = here("backup", copy)
    assert taken.returncode == 0, taken.stderr
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    put_back = elsewhere("restore", copy)
    assert put_back.returncode == 0, put_back.stderr
    assert "The ledger is clean" in put_back.stdout
    saved, restored = rows(), rows_of(elsewhere)
    for row in (*saved, *restored):
        if row["model"] == "games.table":  # the clocks have their time back, as a change
            del row["fields"]["deadline"], row["fields"]["version"]
    assert restored == saved


def test_a_copy_takes_the_place_of_what_is_there_only_when_that_is_said(
    here: Run, tmp_path: Path
) -> None:
    room = Room.open("big-50")
    room.sit(1)
    copy, before = tmp_path / "copy", rows()
    assert here("backup", copy).returncode == 0
    room.sit(2)
    after = rows()
    refused = here("restore", copy)
    assert refused.returncode != 0
    assert "--replace gives them up" in refused.stderr
    assert rows() == after != before
    done = here("restore", copy, "--replace")
    assert done.returncode == 0, done.stderr
    assert rows() == before


def test_nothing_is_put_back_under_a_site_that_runs(here: Run, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    assert here("backup", copy).returncode == 0
    now = timezone.now()
    Keeping.objects.create(pk=1, since=now - timedelta(hours=1), until=now)
    refused = here("restore", copy, "--replace")
    assert "stop all its processes first" in refused.stderr


@pytest.mark.parametrize("content", [b"", b"PK\3\4 something else", b"SQLite format 3\0 cut off"])
def test_a_file_that_is_no_copy_changes_nothing(
    elsewhere: Run, tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    refused = elsewhere("restore", file)
    assert refused.returncode != 0
    assert "Traceback" not in refused.stderr
    assert "no copy of a database" in refused.stderr or "is damaged" in refused.stderr


def test_no_file_is_written_over_and_none_is_left_half(here: Run, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    assert "is there already" in here("backup", file).stderr
    assert file.read_text() == "mine"
    assert here("backup", tmp_path / "nowhere" / "copy").returncode != 0
    assert list(tmp_path.glob("**/*.part")) == []


@pytest.mark.skipif(BACKEND == "services", reason="the earlier version's database is SQLite's")
def test_a_copy_of_an_earlier_version_is_brought_up_to_date(elsewhere: Run, tmp_path: Path) -> None:
    copy = tmp_path / "earlier"
    copy.write_bytes(lzma.decompress(kept.STORED.read_bytes()))
    done = elsewhere("restore", copy)
    assert done.returncode == 0, done.stderr
    assert "The ledger is clean" in done.stdout
    assert elsewhere("migrate", "--check").returncode == 0
    assert elsewhere("check", "--database", "default").returncode == 0

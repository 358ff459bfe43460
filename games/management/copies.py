"""A copy of the whole database in one file: by SQLite's online backup, or by PostgreSQL's pg_dump.

A copy can be taken while people play, and is consistent. It holds everything in the database:
password hashes, and the seeds of rounds in play.
"""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from django.db import DatabaseError, connection

from accounts.models import User
from games.models import Keeping
from games.runtime.sweep_turns import GAP

MARKS = {"sqlite": b"SQLite format 3\0", "postgresql": b"PGDMP"}
"""The first bytes of a copy, by kind of database."""
OWNER_ONLY = 0o600


class CopyError(Exception):
    """A copy cannot be taken or restored; the message says why."""


def take(path: Path) -> None:
    """Write a copy to a file, readable by its owner only. Raises CopyError, leaving no file.

    It has another name until it is complete.
    """
    if path.exists():
        raise CopyError(f"{path} is there already.")
    part = path.with_name(f"{path.name}.part")
    try:
        part.touch(OWNER_ONLY)
        if connection.vendor == "sqlite":
            _copy_sqlite(Path(connection.settings_dict["NAME"]), part)
        else:
            _run("pg_dump", "--format=custom", f"--file={part}", _name())
        part.rename(path)
    except (OSError, sqlite3.Error) as error:
        raise CopyError(f"{path} could not be written: {error}") from error
    finally:
        part.unlink(missing_ok=True)


def put_back(path: Path, now: datetime, *, replace: bool = False) -> None:
    """Restore the database from a copy; its present contents are lost, for which `replace` must be
    set. Raises CopyError, having changed nothing."""
    _check(path)
    if _site_runs(now):
        raise CopyError("The site is running: stop all its processes first, and wait a minute.")
    if not replace and _has_people():
        raise CopyError("There are people in this database: --replace gives them up.")
    connection.close()
    if connection.vendor == "sqlite":
        _copy_sqlite(path, Path(connection.settings_dict["NAME"]))
    else:
        options = ("--clean", "--if-exists", "--no-owner", "--single-transaction")
        _run("pg_restore", *options, f"--dbname={_name()}", str(path))


def _check(path: Path) -> None:
    mark = MARKS[connection.vendor]
    try:
        with path.open("rb") as file:
            begins = file.read(len(mark))
    except OSError as error:
        raise CopyError(f"{path} cannot be read: {error.strerror}.") from error
    if begins != mark:
        raise CopyError(f"{path} is no copy of a database of this kind ({connection.vendor}).")
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as copy:
            try:
                whole = copy.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            except sqlite3.DatabaseError:
                whole = False
        if not whole:
            raise CopyError(f"{path} is damaged.")


def _site_runs(now: datetime) -> bool:
    with suppress(DatabaseError):  # an empty database has no tables yet
        return Keeping.objects.filter(until__gte=now - GAP).exists()
    return False


def _has_people() -> bool:
    with suppress(DatabaseError):
        return User.objects.exists()
    return False


def _copy_sqlite(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as read, closing(sqlite3.connect(target)) as written:
        read.backup(written)


def _name() -> str:
    return str(connection.settings_dict["NAME"])


def _run(program: str, *arguments: str) -> None:
    """One of PostgreSQL's programs; the password is only in its environment."""
    if shutil.which(program) is None:
        raise CopyError(f"{program} is not installed. Debian's is in postgresql-client.")
    named = {"HOST": "PGHOST", "PORT": "PGPORT", "USER": "PGUSER", "PASSWORD": "PGPASSWORD"}
    settings = connection.settings_dict
    own = {variable: str(settings[name]) for name, variable in named.items() if settings.get(name)}
    ended = subprocess.run(  # noqa: S603 (no shell; the arguments are an operator's)
        [program, "--no-password", *arguments],
        env=os.environ | own,
        capture_output=True,
        text=True,
        check=False,
    )
    if ended.returncode:
        raise CopyError(f"{program}: {ended.stderr.strip()}")

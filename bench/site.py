"""A separate card room for the measurements: a new database in a temporary folder."""

import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import config
from config import BASE_DIR
from tests.support.server import Server


@contextmanager
def temporary(database_url: str = "") -> Iterator[Path]:
    """Points the settings at a new card room and opens it; everything is removed afterwards.

    database_url: of an empty database, "" for a file of SQLite in the temporary folder.
    """
    with tempfile.TemporaryDirectory(prefix="cardroom-bench-") as folder:
        home = Path(folder)
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "SECRET_KEY": secrets.token_urlsafe(50),
            "VAR_DIR": folder,
            "DATABASE_URL": database_url or f"sqlite:///{home / 'bench.sqlite3'}",
            "REDIS_URL": "",
            "DEBUG": "off",
            "HTTPS": "off",
            "LOG_LEVEL": "ERROR",
            "ODDS_WORKER": "off",
            "STAFF_SECOND_FACTOR": "off",
            "LOBBY_BOTS": "off",
        }
        for command in (["migrate"], ["load_paytables"], ["open_tables"], ["collectstatic"]):
            subprocess.run(
                [sys.executable, "manage.py", *command, "-v0"]
                + (["--no-input"] if command == ["collectstatic"] else []),
                cwd=BASE_DIR,
                check=True,
                stdout=subprocess.DEVNULL,
            )
        config.VAR_DIR = home  # read from the environment earlier
        import django

        django.setup()
        yield home


@contextmanager
def served(home: Path) -> Iterator[Server]:
    """One daphne with the site and the bare broadcast."""
    server = Server(dict(os.environ), home / "server.log", application="bench.app:application")
    server.start()
    try:
        yield server
    finally:
        server.stop()

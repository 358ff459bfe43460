"""A run's own PostgreSQL and Redis, which can be cut off and brought back at will."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import psycopg
import redis

SECONDS_TO_START = 30
_USER = "postgres"
"""The owner of the database server if root starts it: PostgreSQL does not run as root."""


class Service(Protocol):
    """A service that the site needs and that may be gone for a while."""

    name: str

    def start(self) -> None:
        """Bring it back; returns once it answers."""

    def cut(self) -> None:
        """End it at once, as a power cut would."""


def missing() -> str:
    """A sentence naming the programs that are not installed, "" when all are."""
    absent = [name for name in ("redis-server", "initdb", "pg_ctl") if _program(name) is None]
    if not absent:
        return ""
    return f"Not installed: {', '.join(absent)}. Debian's are in redis-server and postgresql."


def _program(name: str) -> str | None:
    """Path of a program; Debian keeps PostgreSQL's out of the PATH."""
    homes = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return shutil.which(name) or next(
        (str(home / name) for home in homes if (home / name).exists()), None
    )


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@dataclass
class Postgres:
    """A database server on files in `folder`, which exists."""

    folder: Path
    port: int = field(default_factory=_free_port)
    name: str = "PostgreSQL"

    @property
    def url(self) -> str:
        """Address of its own database `postgres`."""
        return f"postgres://{_USER}@127.0.0.1:{self.port}/postgres"

    def create(self) -> None:
        """Make the files of an empty server."""
        if os.geteuid() == 0:
            shutil.chown(self.folder, _USER)
        self._run("initdb", "--username", _USER, "--auth", "trust", "--no-sync")

    def start(self) -> None:
        """Start it; it recovers what was committed before a cut."""
        options = (
            f"-p {self.port} -c listen_addresses=127.0.0.1 "
            f"-c unix_socket_directories={self.folder} -c max_connections=60"
        )
        self._run(
            "pg_ctl", "start", "--wait", "--silent", "--log", f"{self.folder}/log", "-o", options
        )
        psycopg.connect(self.url, connect_timeout=SECONDS_TO_START).close()

    def cut(self) -> None:
        """Stop without a checkpoint or a goodbye."""
        self._run("pg_ctl", "stop", "--wait", "--silent", "--mode", "immediate")

    def _run(self, program: str, *arguments: str) -> None:
        as_user = ["runuser", "-u", _USER, "--"] if os.geteuid() == 0 else []
        command = [*as_user, _program(program) or program, *arguments]
        environment = os.environ | {"PGDATA": str(self.folder / "data")}
        subprocess.run(command, env=environment, cwd="/", check=True, stdout=subprocess.DEVNULL)


@dataclass
class Redis:
    """A Redis without persistence."""

    port: int = field(default_factory=_free_port)
    process: subprocess.Popen[bytes] | None = None
    name: str = "Redis"

    @property
    def url(self) -> str:
        """Its address."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it."""
        options = ["--bind", "127.0.0.1", "--port", str(self.port), "--save", "", "--daemonize"]
        command = [_program("redis-server") or "redis-server", *options, "no"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        with redis.Redis(port=self.port) as client:
            until = time.monotonic() + SECONDS_TO_START
            while True:
                try:
                    client.ping()
                    return
                except redis.ConnectionError:
                    if time.monotonic() > until:
                        raise
                    time.sleep(0.05)

    def cut(self) -> None:
        """Kill it."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()


@contextmanager
def services() -> Iterator[tuple[Postgres, Redis]]:
    """A running PostgreSQL and Redis, removed afterwards."""
    if sentence := missing():
        raise SystemExit(sentence)
    with tempfile.TemporaryDirectory(prefix="cardroom-pg-") as folder:
        postgres, cache = Postgres(Path(folder)), Redis()
        postgres.create()
        postgres.start()
        try:
            cache.start()
            yield postgres, cache
        finally:
            cache.cut()
            postgres.cut()

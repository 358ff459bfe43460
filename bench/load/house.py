"""A card room for a run: its own database, its tables, and the processes that serve it."""

import io
import os
import re
import secrets
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from bench.load.purse import WELCOME
from bench.load.tally import Tally
from tests.support import services
from tests.support.server import Server, start_all


def environment(database_url: str, redis_url: str) -> dict[str, str]:
    """The environment of the site's processes, and of the run's own."""
    return {
        "DJANGO_SETTINGS_MODULE": "bench.load.settings",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "REDIS_PREFIX": f"cardroom-load-{os.getpid()}",
        "ALLOWED_HOSTS": "127.0.0.1",
        "DEBUG": "off",
        "HTTPS": "off",
        "LOG_LEVEL": "WARNING",
        "GUESTS_PER_MINUTE": "0",
        "ODDS_WORKER": "off",
        "PYTHONUNBUFFERED": "1",
    }


@contextmanager
def embedded() -> Iterator[dict[str, str]]:
    """The environment of a site on SQLite and the in-memory layer: one process."""
    with tempfile.TemporaryDirectory(prefix="cardroom-load-") as folder:
        yield environment(f"sqlite:///{folder}/load.sqlite3", "")


@contextmanager
def on_services() -> Iterator[dict[str, str]]:
    """The environment of a site on the PostgreSQL and Redis that the tests use too."""
    if silent := services.silent():
        raise SystemExit("\n".join(silent))
    name = f"cardroom_load_{os.getpid()}"
    with new_database(services.DATABASE_URL, name) as url:
        yield environment(url, services.REDIS_URL)


@contextmanager
def new_database(server: str, name: str) -> Iterator[str]:
    """The address of a database that exists until the end."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    try:
        yield urlsplit(server)._replace(path=f"/{name}").geturl()
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def open_site(variables: dict[str, str]) -> None:
    """Set the site up as `make setup` does; this process reads its database too."""
    os.environ.update(variables)
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("load_paytables", stdout=io.StringIO())


def open_tables(count: int, seats: int) -> list[int]:
    """Open this many tables, game by game. Returns their ids."""
    from games.registry import GAMES
    from games.tables.setup import open_table

    games = list(GAMES.values())
    if not 1 <= seats <= (most := min(game.default_seats for game in games)):
        raise SystemExit(f"SEATS is {seats}; every game has seats for 1 to {most}.")
    return [open_table(games[n % len(games)], f"Load {n + 1}").pk for n in range(count)]


@contextmanager
def served(processes: int, application: str) -> Iterator[list[Server]]:
    """Run this many processes of an ASGI application."""
    with tempfile.TemporaryDirectory(prefix="cardroom-load-log-") as folder:
        servers = [
            Server(dict(os.environ), Path(folder, f"{n}"), application=application)
            for n in range(processes)
        ]
        try:
            start_all(servers)
            yield servers
        finally:
            for server in servers:
                server.kill()


def rest(tally: Tally, seconds: float) -> None:
    """Sweep until no table has anything left to do, as `sweep_tables` would eventually."""
    from django.db import connection
    from django.utils import timezone

    from games.models import Phase, Table
    from games.tables import deadlines

    connection.close()  # its server may have been a different one
    busy = Table.objects.exclude(phase=Phase.WAITING)
    until = time.monotonic() + seconds
    while busy.exists() and time.monotonic() < until:
        deadlines.sweep(timezone.now())
        time.sleep(0.5)
    for table in busy:
        tally.found(f"Table {table.pk} ({table.game}) stays {table.phase} with nobody there.")


def audit(tally: Tally, purses: dict[int, int]) -> None:
    """Compare the books with themselves, and with what every player has counted (cents by user)."""
    from django.db import connection

    from accounts import ledger
    from accounts.models import Account

    connection.close()
    for sentence in ledger.audit():
        tally.found(sentence)
    for account in Account.objects.filter(kind=Account.Kind.ESCROW).exclude(balance=0):
        tally.found(f"{account.balance} cents are left in {account.name}.")
    guests = Account.objects.filter(user__is_guest=True)
    balances = dict(guests.values_list("user_id", "balance"))
    for user, counted in purses.items():
        tally.checks["final balances"] += 1
        if balances.pop(user) != counted:
            tally.found(f"Guest {user} counted {counted} cents.")
    for user, balance in balances.items():  # somebody who came in although the answer got lost
        if balance != WELCOME:
            tally.found(f"Guest {user}, who nobody was, has {balance} cents.")


_LOGGED = re.compile(r"^[\d-]+ [\d:,]+ (WARNING|ERROR|CRITICAL) (.{0,80})", re.M)
_RAISED = re.compile(r"^([\w.]+(?:Error|Exception|Timeout|Closed)\b.{0,120})", re.M)


def complaints(servers: list[Server]) -> dict[str, int]:
    """How often the site's processes logged a warning or worse, and the exceptions.

    Refusals (4xx) do not count: the clients judge them.
    """
    found: Counter[str] = Counter()
    for server in servers:
        log = server.log()
        found.update(f"{level} {_plain(text)}" for level, text in _LOGGED.findall(log))
        found.update(map(_plain, _RAISED.findall(log)))
    return {k: n for k, n in found.items() if not k.startswith("WARNING django.request")}


def _plain(text: str) -> str:
    """A line without its numbers, in which lines of one kind differ."""
    return re.sub(r"\d+", "N", text)

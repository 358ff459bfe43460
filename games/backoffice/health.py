"""Whether the site is well, part by part: for the dashboard, and for monitoring."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from channels.layers import get_channel_layer
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from games.models import Keeping, Table
from games.odds_reports import reports
from games.runtime.sweep_turns import GAP

OVERDUE = timedelta(seconds=30)
"""A clock later than this is not being served."""
SLOW = timedelta(minutes=10)
"""Figures waiting longer than this are not being computed."""


@dataclass(frozen=True)
class Health:
    """One thing that must work, whether it does, and in words."""

    name: str
    well: bool
    words: str


def health(now: datetime) -> list[Health]:
    """Every part. Without a database, only those that don't need one."""
    database, redis = _database(), _redis()
    parts: list[Callable[[datetime], Health]] = [_migrations, _clocks, _sweeps, _figures]
    if not database.well:
        return [database, redis]
    try:
        return [database, redis, *(part(now) for part in parts)]
    except DatabaseError as error:  # it has gone away just now, or has not been migrated
        return [Health("Database", False, f"A question failed: {type(error).__name__}."), redis]


def _database() -> Health:
    began = time.monotonic()
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        return Health("Database", False, f"No answer: {type(error).__name__}.")
    took = (time.monotonic() - began) * 1000
    return Health("Database", True, f"{connection.display_name} answers in {took:.1f} ms.")


def _redis() -> Health:
    """Redis, which carries messages between processes and counts for rate limits."""
    if "redis" not in settings.CACHES["default"]["BACKEND"]:
        return Health("Redis", True, "Not used: this site is one process.")
    began = time.monotonic()
    try:
        cache.set("health", "well", 10)
        well = cache.get("health") == "well"
    except Exception as error:  # any error of the client: the page must show it
        return Health("Redis", False, f"No answer: {type(error).__name__}.")
    took = (time.monotonic() - began) * 1000
    if getattr(get_channel_layer(), "is_lost", False):
        return Health("Redis", False, "It answers, but this process does not listen to it yet.")
    return Health("Redis", well, f"Answers in {took:.1f} ms.")


def _migrations(now: datetime) -> Health:
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if not plan:
        return Health("Migrations", True, "All applied.")
    names = ", ".join(f"{migration.app_label} {migration.name}" for migration, _ in plan[:5])
    return Health("Migrations", False, f"{len(plan)} not applied: {names}. Run `make setup`.")


def _clocks(now: datetime) -> Health:
    late = Table.objects.filter(deadline__lt=now - OVERDUE)
    names = list(late.order_by("deadline").values_list("name", flat=True)[:5])
    if not names:
        return Health("Clocks", True, "No table is overdue.")
    count = late.count()
    return Health(
        "Clocks", False,
        f"{count} overdue by more than {OVERDUE.seconds} seconds: {', '.join(names)}. Nobody is "
        "watching them, and no sweep has run.",
    )  # fmt: skip


def _sweeps(now: datetime) -> Health:
    row = Keeping.objects.first()
    if row is None:
        return Health("Sweeps", True, "No process has swept the tables yet.")
    ago = round((now - row.until).total_seconds())
    if now - row.until > GAP:
        return Health("Sweeps", False, f"The tables were last swept {ago} seconds ago.")
    return Health("Sweeps", True, f"The tables were swept {max(0, ago)} seconds ago.")


def _figures(now: datetime) -> Health:
    waiting = reports.waiting_since()
    if waiting is None or now - waiting < SLOW:
        return Health("Exact figures", True, "No page has waited long.")
    minutes = round((now - waiting).total_seconds() / 60)
    return Health(
        "Exact figures", False,
        f"Pages have waited for {minutes} minutes: no worker computes (ODDS_WORKER, or "
        "`manage.py compute_odds --watch`).",
    )  # fmt: skip

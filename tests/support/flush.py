"""How a database is emptied after a test that has committed, and dropped after the last one."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from django.db import IntegrityError, OperationalError
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.backends.postgresql.base import DatabaseWrapper as PostgreSQL
from django.db.backends.sqlite3.base import DatabaseWrapper as SQLite

TRIES = 5
KEPT = frozenset({"django_content_type", "auth_permission"})
"""What migrating writes and no test changes. Made anew, their rows would have other keys than those
which the site, in a process of its own, keeps in memory."""

execute_once = BaseDatabaseOperations.execute_sql_flush


def delete_rows(
    operations: BaseDatabaseOperations, style: Any, tables: Sequence[str], **_: Any
) -> list[str]:
    """In place of PostgreSQL's TRUNCATE, which gives each table a new file and waits until it is on
    the disk. Foreign keys are looked at when the transaction ends, so that any order will do."""
    emptied = [table for table in tables if table not in KEPT]
    return [f"DELETE FROM {operations.quote_name(table)};" for table in emptied]


def execute_again(operations: BaseDatabaseOperations, sql_list: list[str]) -> None:
    """Django's own, again where it met a process of the site that was still writing."""
    for _ in range(TRIES - 1):
        with suppress(OperationalError, IntegrityError):
            execute_once(operations, sql_list)
            return
    execute_once(operations, sql_list)


def drop_by_force(creation: Any, name: str, verbosity: int) -> None:
    """In place of PostgreSQL's own, which refuses while a server process of the site, or a thread's
    connection, is still about to go."""
    creation.connection.close_pool()
    with creation._nodb_cursor() as cursor:
        cursor.execute(f"DROP DATABASE {creation.connection.ops.quote_name(name)} WITH (FORCE)")


def flush_quickly() -> None:
    """Lets this process empty a test database in milliseconds, and drop it even while in use."""
    PostgreSQL.creation_class._destroy_test_db = drop_by_force  # type: ignore[attr-defined]
    for operations in (PostgreSQL.ops_class, SQLite.ops_class):
        operations.execute_sql_flush = execute_again  # type: ignore[method-assign, assignment]
        operations.sql_flush = delete_rows  # type: ignore[method-assign, assignment]

"""Rows as files: as CSV that spreadsheets read, and as NDJSON, made page by page.

CSV is UTF-8 with a byte order mark, times that spreadsheets recognise as times, and no text that
they take for a formula. Constant memory, and no query, transaction or connection that lasts as long
as a slow reader takes (docs/decisions/0022-exports-are-read-in-pages.md).
"""

import csv
import io
import json
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from functools import partial
from typing import Any

from channels.db import database_sync_to_async
from django.db.models import QuerySet

MARK = "\ufeff"
"""The byte order mark: without it a spreadsheet reads UTF-8 in its local encoding."""
PAGE = 500
"""How many rows are read at a time."""

_BEGIN_FORMULAS = ("=", "+", "-", "@", "\t", "\r")

Columns = Mapping[str, Callable[[Any], Any]]
"""By heading, a column's value for a row: text, number, time, day, bool, None, or another JSON
value. Headings of times end in ``_utc``, of amounts in ``_cents``."""

_in_thread = partial(
    database_sync_to_async, thread_sensitive=False, executor=ThreadPoolExecutor(1, "exports")
)
"""The thread where all exports read, page by page in turn: no web page waits for them."""


def moment(at: datetime) -> str:
    """A time in UTC, to the second; the heading of its column says that it is UTC."""
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S}"


def plain(text: str) -> str:
    """Text that no spreadsheet takes for a formula (OWASP, CSV injection)."""
    return f"'{text}" if text.startswith(_BEGIN_FORMULAS) else text


def cell(value: Any) -> str | int:
    """A value in a form that spreadsheets read."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case int():
            return value
        case datetime():
            return moment(value)
        case date():
            return value.isoformat()
        case str():
            return plain(value)
    return plain(json.dumps(value, default=str))


def in_pages(rows: QuerySet[Any], size: int = PAGE) -> Iterator[list[Any]]:
    """Rows by their keys, a page at a time: never more in memory, and no query that outlives its
    page."""
    rows = rows.order_by("pk")
    page = list(rows[:size])
    while page:
        yield page
        page = list(rows.filter(pk__gt=page[-1].pk)[:size]) if len(page) == size else []


def as_csv(columns: Columns, pages: Iterable[Iterable[Any]]) -> Iterator[str]:
    """A heading and one line per row; one text per page."""
    yield MARK + _lines([list(columns)])
    for page in pages:
        yield _lines([cell(value(row)) for value in columns.values()] for row in page)


def as_ndjson(columns: Columns, pages: Iterable[Iterable[Any]]) -> Iterator[str]:
    """One object per line; one text per page. Times are ISO 8601, which includes the zone."""
    for page in pages:
        yield "".join(
            json.dumps({key.removesuffix("_utc"): _json(v(row)) for key, v in columns.items()})
            + "\n"
            for row in page
        )


FORMS = {
    "csv": (as_csv, "text/csv; charset=utf-8"),
    "ndjson": (as_ndjson, "application/x-ndjson"),
}
"""The export formats: the writer, and the content type."""


async def streamed(
    made: Callable[[], Iterator[str]], in_thread: Callable[..., Any] = _in_thread
) -> AsyncIterator[str]:
    """The output of a generator that reads the database, without holding up the event loop."""
    texts = await in_thread(made)()
    while (text := await in_thread(partial(next, texts, None))()) is not None:
        yield text


def _json(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return value.isoformat() if isinstance(value, date) else value


def _lines(rows: Iterable[Iterable[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()

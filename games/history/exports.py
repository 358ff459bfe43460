"""A selection of rounds as a file, made page by page: as records, or as a table.

Constant memory, and no query, transaction or connection that lasts as long as a slow reader takes
(docs/decisions/0022-exports-are-read-in-pages.md).
"""

import json
from collections.abc import AsyncIterator, Callable, Iterator
from uuid import UUID

from django.db.models import QuerySet

from accounts import spreadsheets
from accounts.spreadsheets import Columns, as_csv
from games.history.listing import in_pages
from games.history.verification import exported
from games.models import RoundSeat
from games.runtime.threads import in_page_thread
from games.tables.finished_round import AHEAD

PAGE = 50
"""How many rounds are read at a time."""

COLUMNS: Columns = {
    "round": lambda part: str(part.round_id),
    "ended_utc": lambda part: part.ended,
    "game": lambda part: part.game,
    "table": lambda part: part.round.table.name,
    "number": lambda part: part.round.number,
    "seat": lambda part: part.seat,
    "outcome": lambda part: part.outcome,
    "staked_cents": lambda part: part.staked,
    "returned_cents": lambda part: part.returned,
    "net_cents": lambda part: part.net,
    "void_reason": lambda part: part.round.void_reason,
}


def records(rows: QuerySet[RoundSeat]) -> Iterator[str]:
    """One record per line (NDJSON), each round once however many seats the player had in it."""
    whole = rows.select_related("round__table", "round__shoe").prefetch_related(
        *(f"round__{ahead}" for ahead in AHEAD)
    )
    last: UUID | None = None
    for page in in_pages(whole, PAGE):
        lines = []
        for part in page:
            if part.round_id != last:
                lines.append(json.dumps(exported(part.round)) + "\n")
            last = part.round_id
        yield "".join(lines)


def table(rows: QuerySet[RoundSeat]) -> Iterator[str]:
    """One line per seat and round (CSV), with a heading. Amounts are in cents."""
    return as_csv(COLUMNS, in_pages(rows, 10 * PAGE))


def streamed(made: Callable[[], Iterator[str]]) -> AsyncIterator[str]:
    """The output of a generator that reads the database, without holding up the event loop."""
    return spreadsheets.streamed(made, in_page_thread)

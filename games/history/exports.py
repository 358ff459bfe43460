"""A selection of rounds as a file, made page by page: as records, or as a table.

Constant memory, and no query, transaction or connection that lasts as long as a slow reader takes
(docs/decisions/0022-exports-are-read-in-pages.md).
"""

import csv
import io
import json
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from accounts.spreadsheets import MARK, moment, plain
from games.history.listing import in_pages
from games.history.verification import exported
from games.models import RoundSeat
from games.runtime.threads import in_page_thread
from games.tables.finished_round import AHEAD

PAGE = 50
"""How many rounds are read at a time."""

COLUMNS = (
    "round", "ended_utc", "game", "table", "number", "seat", "outcome",
    "staked_cents", "returned_cents", "net_cents", "void_reason",
)  # fmt: skip

Pages = Iterator[list[RoundSeat]]


def records(rows: QuerySet[RoundSeat]) -> Iterator[str]:
    """A record a line (NDJSON), each round once however many seats the player had in it."""
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
    """A line a seat and round (CSV), with a heading. Amounts are in cents."""
    yield MARK + _lines([COLUMNS])
    for page in in_pages(rows, 10 * PAGE):
        yield _lines([_cells(part) for part in page])


def _cells(part: RoundSeat) -> list[Any]:
    round = part.round
    assert part.ended is not None
    return [
        round.pk, moment(part.ended), part.game, plain(round.table.name), round.number,
        part.seat, part.outcome, part.staked, part.returned, part.net, plain(round.void_reason),
    ]  # fmt: skip


def _lines(rows: Sequence[Sequence[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


async def streamed(made: Callable[[], Iterator[str]]) -> AsyncIterator[str]:
    """What a generator that reads the database yields, without holding up the event loop."""
    texts = await in_page_thread(made)()
    while (text := await in_page_thread(partial(next, texts, None))()) is not None:
        yield text

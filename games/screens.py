"""A table on a viewer's screen: load it once for all who look, build each one's scene."""

import asyncio
from datetime import datetime
from typing import Any
from uuid import UUID

from channels.db import database_sync_to_async

from games.models import Table
from games.parts import Html, render, rounds_listed
from games.present import Scene, scene
from games.selectors import Snapshot, Stamp, banks_of, snapshot

_KEPT: dict[int, Snapshot] = {}
"""The last snapshot of each table this process has shown. It never leaves the process; a newer
version replaces it, and a restart loses nothing: it only saves reading the same rows again."""
_MOST_KEPT = 256

_LOADING: dict[tuple[int, Stamp], asyncio.Task[Snapshot]] = {}
"""What this process is reading for all its sockets at once, by what they were told of."""


def current(table_id: int) -> Snapshot:
    """The table as it stands. Raises Table.DoesNotExist."""
    stands = Table.objects.values_list("version", "round_id").get(pk=table_id)
    kept = _KEPT.get(table_id)
    # A player's chips may have moved at another table since.
    if kept is not None and kept.stamp == stands and kept.banks == banks_of(table_id):
        return kept
    fresh = snapshot(table_id)
    if len(_KEPT) >= _MOST_KEPT:
        _KEPT.clear()
    _KEPT[table_id] = fresh
    return fresh


async def announced(event: dict[str, Any]) -> Snapshot:
    """The table that an announcement tells of, at that version or a later one.

    All sockets of the process that were told the same share one read.
    """
    stamp: Stamp = (event["version"], UUID(event["round"]) if event["round"] else None)
    kept, asked = _KEPT.get(event["table"]), (event["table"], stamp)
    if kept is not None and kept.stamp == stamp:
        return kept
    reading = _LOADING.get(asked)
    if reading is None:
        # Begun after the announcement, so after the commit it tells of.
        reading = asyncio.create_task(database_sync_to_async(current)(event["table"]))
        _LOADING[asked] = reading
        reading.add_done_callback(lambda _: _LOADING.pop(asked, None))
    return await asyncio.shield(reading)


def scene_for(table_id: int, user_id: int | None, now: datetime, seat: int | None = None) -> Scene:
    """What a viewer may know of a table now."""
    return scene(current(table_id), user_id, now, seat)


def html_of(snap: Snapshot, shown: Scene, user_id: int | None) -> Html:
    """A viewer's scene of a snapshot as the parts of a page."""
    past = [{"number": past.number, "events": past.for_user(user_id)} for past in snap.logged]
    return render(shown, rounds_listed(snap.recent.get(user_id or 0, ())), past)


def html_for(
    table_id: int, user_id: int | None, now: datetime, seat: int | None = None
) -> tuple[Scene, Html]:
    """What a viewer may know of a table now, and the same as the parts of a page."""
    snap = current(table_id)
    shown = scene(snap, user_id, now, seat)
    return shown, html_of(snap, shown, user_id)

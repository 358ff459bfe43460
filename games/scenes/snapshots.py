"""A table on a viewer's screen: load it once for all viewers, build each one's scene."""

from datetime import datetime
from threading import Lock
from typing import Any
from uuid import UUID

from django.dispatch import receiver

from accounts.preferences import USUAL
from games.runtime.threads import together
from games.scenes import Scene, scene
from games.scenes.fragments import Html, render
from games.scenes.parts import PastRound, rounds_listed
from games.tables.locked_table import Desk, committed
from games.tables.selectors import Snapshot, Stamp, signs, snapshot, snapshot_at, with_balances

_KEPT: dict[int, Snapshot] = {}
"""The last snapshot of each table this process has shown. It never leaves the process; a newer
version replaces it, and a restart loses nothing: it only saves reading the same rows again."""
_MOST_KEPT = 256

_LOCKS: dict[int, Lock] = {}
"""One for each table: those who come while it is being read wait, and get the result."""


def current(table_id: int) -> Snapshot:
    """The table as it is now. Raises Table.DoesNotExist."""
    with _LOCKS.setdefault(table_id, Lock()):
        kept = _KEPT.get(table_id)
        now = signs(table_id)
        # A player's chips may have moved at another table since. Only chips that others see cause a
        # new read: the time it takes must reveal nothing else.
        if kept and (kept.stamp, kept.banks) == (now.stamp, now.chips.banks):
            return with_balances(kept, now.chips)
        fresh = snapshot(table_id, kept)
        while fresh.stamp != signs(table_id).stamp:
            fresh = snapshot(table_id, kept)  # somebody changed the table during the read
        if len(_KEPT) >= _MOST_KEPT:
            _KEPT.clear()
        _KEPT[table_id] = fresh
        return fresh


@receiver(committed, dispatch_uid="screens")
def keep(desk: Desk, **_: Any) -> None:
    """Take over a table from the desk that changed it, if anyone has viewed it: everyone is about
    to read it again."""
    table_id = desk.table.pk
    with _LOCKS.setdefault(table_id, Lock()):
        kept = _KEPT.get(table_id)
        if kept is None or kept.table.version >= desk.table.version:
            return
        fresh = snapshot_at(desk, kept)
        if fresh is not None:
            _KEPT[table_id] = fresh


async def announced(event: dict[str, Any]) -> Snapshot:
    """The announced table, at that version or a later one.

    Raises Table.DoesNotExist.
    """
    table_id, round_id = event["table"], event["round"]
    stamp: Stamp = (event["version"], UUID(round_id) if round_id else None)
    kept = _KEPT.get(table_id)
    if kept is not None and kept.stamp == stamp:
        return kept
    # Begun after the announcement, so after the commit it announces.
    return await together((table_id, stamp), current, table_id)


def scene_for(table_id: int, user_id: int | None, now: datetime, seat: int | None = None) -> Scene:
    """A viewer's scene of a table now."""
    return scene(current(table_id), user_id, now, seat)


def html_of(snap: Snapshot, shown: Scene, user_id: int | None, deck: str = USUAL) -> Html:
    """A viewer's scene of a snapshot as the parts of a page; deck: see `fragments.render`."""
    news = snap.table.news
    past = [
        PastRound(past.number, past.for_user(user_id, news), past.hands) for past in snap.logged
    ]
    rounds = rounds_listed(snap.recent.get(user_id or 0, ()), snap.lines, snap.worths)
    return render(shown, rounds, past, deck)


def html_for(
    table_id: int,
    user_id: int | None,
    now: datetime,
    seat: int | None = None,
    deck: str = USUAL,
) -> tuple[Scene, Html]:
    """A viewer's scene of a table now, and the same as the parts of a page; deck: see
    `games.scenes.fragments.render`."""
    snap = current(table_id)
    shown = scene(snap, user_id, now, seat)
    return shown, html_of(snap, shown, user_id, deck)

"""A table on a viewer's screen: load it once for all who look, build each one's scene."""

from datetime import datetime

from games.models import Table
from games.parts import Html, recent_rounds, render
from games.present import Scene, scene
from games.selectors import Snapshot, snapshot

_KEPT: dict[int, Snapshot] = {}
"""The last snapshot of each table this process has shown. It never leaves the process; a newer
version replaces it, and a restart loses nothing: it only saves reading the same rows again."""
_MOST_KEPT = 256


def current(table_id: int) -> Snapshot:
    """The table as it stands. Raises Table.DoesNotExist."""
    stands = Table.objects.values_list("version", "round_id").get(pk=table_id)
    kept = _KEPT.get(table_id)
    if kept is not None and (kept.table.version, kept.table.round_id) == stands:
        return kept
    fresh = snapshot(table_id)
    if len(_KEPT) >= _MOST_KEPT:
        _KEPT.clear()
    _KEPT[table_id] = fresh
    return fresh


def scene_for(table_id: int, user_id: int | None, now: datetime) -> Scene:
    """What a viewer may know of a table now."""
    return scene(current(table_id), user_id, now)


def html_for(shown: Scene, user_id: int | None) -> Html:
    """A scene as the parts of a page."""
    return render(shown, recent_rounds(shown["table"]["id"], user_id))

"""What the socket of a page is sent when its table has changed: moments, the last one the table as
it is. docs/table-protocol.md describes the JSON.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import orjson

from games.scenes.film import FilmMoment, film
from games.scenes.fragments import Html, changed, drawn
from games.scenes.parts import Part, moving_parts
from games.scenes.scene import Scene
from games.scenes.snapshots import html_of
from games.tables.selectors import Snapshot


def push(
    known: Snapshot | None,
    snap: Snapshot,
    shown: Scene,
    user_id: int | None,
    now: datetime,
    deck: str,
    sent: Html,
) -> tuple[str, Html]:
    """The JSON of a push to one page, and the HTML that it has from then on.

    known: the snapshot that the page shows, None at first. shown: the viewer's scene of `snap`.
    deck: see `games.scenes.fragments.render`. sent: the HTML that the page has.
    """
    moments: list[dict[str, Any]] = []
    parts: dict[str, Part] = {}
    for moment in film(known, snap, user_id, now, shown.you.seat):
        new = [part for part in moving_parts(moment.scene) if part != parts.get(part.id)]
        parts |= {part.id: part for part in new}
        html = drawn(shown.table.game, new, deck)
        moments.append(_moment(moment) | {"parts": _edits(html, sent)})
        sent = sent | html
    html = html_of(snap, shown, user_id, deck)
    moments.append({"parts": _edits(html, sent)})
    return orjson.dumps({"version": shown.version, "moments": moments}).decode(), html


Edit = tuple[int, int, str]
"""How a text becomes another: so many characters stay at its start, so many at its end, and what
stands between them."""


def _edits(html: Html, sent: Html) -> dict[str, Edit]:
    """What is new in each part, by the id of the element that it goes into: most moments change a
    card or a line of a part that a page has already."""
    was = changed({part: sent[part] for part in html if part in sent})
    return {place: edit(was.get(place, ""), text) for place, text in changed(html, sent).items()}


def edit(old: str, new: str) -> Edit:
    """The edit that makes `old` into `new`.

    It changes whole tags and texts: how long it is must not hang on how many digits of a time or a
    number are the same as before.
    """
    most = min(len(old), len(new))
    start = _same(most, lambda count: old[:count] == new[:count])
    end = _same(most - start, lambda count: old[-count:] == new[-count:])
    start = new.rfind(">", 0, start) + 1
    tag = new.find("<", len(new) - end)
    end = len(new) - tag if tag >= 0 else 0
    return start, end, new[start : len(new) - end]


def _same(most: int, holds: Callable[[int], bool]) -> int:
    """The largest count up to `most` that holds; with a count every smaller one holds too."""
    least = 0
    while least < most:
        middle = (least + most + 1) // 2
        if holds(middle):
            least = middle
        else:
            most = middle - 1
    return least


def _moment(moment: FilmMoment) -> dict[str, Any]:
    first = moment.events[0]
    told: dict[str, Any] = {"kind": first.kind, "place": first.place}
    if first.spot:
        told["bets"] = [
            {"spot": event.spot, "stake": event.stake, "net": event.net} for event in moment.events
        ]
    if moment.rare:
        told["rare"] = {"name": moment.rare.name, "pays": moment.rare.pays}
    return told

"""What a page's socket is sent when its table has changed: moments, the last of which is the table
as it is. docs/table-protocol.md describes the JSON.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson

from games.scenes.edits import Edit, edit
from games.scenes.film import FeltMoment, film_of_parts
from games.scenes.fragments import Html, changed, drawn
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
    """The JSON of a push to one page, and the HTML that the page has from then on.

    known: the snapshot that the page shows, None for a new page. shown: the viewer's scene of
    `snap`. deck: see `games.scenes.fragments.render`. sent: the HTML that the page has.
    """
    moments: list[orjson.Fragment | dict[str, Any]] = []
    for moment in film_of_parts(known, snap, user_id, now, shown.you.seat):
        made = moment.made.get(deck)
        if made is None or not made.sent.items() <= sent.items():
            html = drawn(shown.table.game, moment.parts, deck)
            made = moment.made[deck] = _made(moment, html, sent)
        moments.append(made.json)
        sent = sent | made.html
    html = html_of(snap, shown, user_id, deck)
    moments.append({"parts": _edits(html, sent)})
    return orjson.dumps({"version": shown.version, "moments": moments}).decode(), html


@dataclass(frozen=True)
class _Made:
    """A moment for a page whose HTML of these parts was `sent` (None: none). json: of the push;
    html: of the parts from then on."""

    sent: dict[str, str | None]
    json: orjson.Fragment
    html: Html


def _made(moment: FeltMoment, html: Html, sent: Html) -> _Made:
    json = orjson.Fragment(orjson.dumps(_event_json(moment) | {"parts": _edits(html, sent)}))
    return _Made({part: sent.get(part) for part in html}, json, html)


def _edits(html: Html, sent: Html) -> dict[str, Edit]:
    """The edits of each part, by the id of the element that it goes into: most moments change a
    card or a line of a part that a page already has."""
    was = changed({part: sent[part] for part in html if part in sent})
    return {place: edit(was.get(place, ""), text) for place, text in changed(html, sent).items()}


def _event_json(moment: FeltMoment) -> dict[str, Any]:
    first = moment.events[0]
    found: dict[str, Any] = {"kind": first.kind, "place": first.place}
    if first.spot:
        found["bets"] = [
            {"spot": event.spot, "stake": event.stake, "net": event.net} for event in moment.events
        ]
    if moment.rare:
        found["rare"] = {"name": moment.rare.name, "pays": moment.rare.pays}
    return found

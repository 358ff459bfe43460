"""The scene as a program gets it."""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any

import orjson

from games.scenes.scene import Scene
from games.scenes.seats import Place


def as_json(shown: Scene) -> bytes:
    """The JSON of a scene, as docs/table-protocol.md describes it.

    The cards of a seat are in it twice, with their totals under `seats` and as the rules show them
    under `view`.
    """
    raw = named(shown, "places") | {"seats": [_seat(place) for place in shown.places]}
    if shown.view is not None:
        played = [place.seat.played for place in shown.places if place.seat.played]
        raw["view"] = named(shown.view) | {"seats": played}
    return orjson.dumps(raw, default=plain)


def _seat(place: Place) -> dict[str, object]:
    seat = place.seat
    mine = {"slot": place.slot, "you": place.you, "yours": place.yours}
    made = {"hands": seat.hands, "status": seat.status}
    return named(seat, "played", "outcomes") | mine | made


def named(value: Any, *but: str) -> dict[str, object]:
    """The fields of a dataclass by name, without some."""
    return {name: getattr(value, name) for name in _names(value.__class__) if name not in but}


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def plain(value: Any) -> dict[Any, Any]:
    """For orjson, which knows dataclasses but no mappings other than dicts."""
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value)} is no value of JSON.")

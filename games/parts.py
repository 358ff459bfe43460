"""The felt in parts: which slice of a scene each part of the page shows, and its HTML.

A part is rendered from its slice alone, so equal slices have equal HTML: it is made once and kept,
and a push sends only the parts whose HTML is new to that socket. A slice belongs to the viewer it
was made for; two viewers share HTML only when their slices are equal, hidden cards being null.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import orjson
from django.template.loader import get_template, select_template
from django.utils.safestring import SafeString, mark_safe

from accounts.templatetags.money import signed
from games.models import RoundSeat
from games.played import spot_names
from games.present import Scene
from games.spoken import said

TRAY = (1, 5, 25, 100, 500)
"""The chips one bets with, in whole units."""

Html = dict[str, str]
"""Part ids to their HTML."""


@dataclass(frozen=True)
class Part:
    """One part of the page: the id of the element it fills, its template, what it shows."""

    id: str
    template: str
    slice: Mapping[str, Any]


_PLACES = {"pulse": "pulse-place", "purse": "purse-place"}
"""Where a part goes when that is not the element of its own name."""


def parts_of(
    shown: Scene, rounds: list[dict[str, Any]], past: list[dict[str, Any]]
) -> Iterator[Part]:
    """The parts of a scene in the order of the page. `rounds`: the viewer's last rounds here;
    `past`: what happened in the table's last rounds."""
    view = shown["view"]
    common = {
        "game": shown["table"]["game"],
        "state": shown["state"],
        "solo": shown["table"]["solo"],
        "options": shown["options"],
        "asked": bool(view and view["offers"]),
        "view_step": view["step"] if view else "",
    }
    yield Part("purse", "purse", {"balance": shown["you"].get("balance")})
    yield _dealer(shown, common)
    yield _board(shown, common)
    for seat in shown["seats"]:
        yield _seat(shown, common, seat)
    yield from _own_parts(shown, common)
    yield _acts(shown, common)
    counted = {key: shown["table"][key] for key in ("last_round", "dealt_out")}
    stays = counted | {"out": shown["you"].get("out"), "out_next": shown["you"].get("out_next")}
    yield Part("stays", "stays", stays | {"seat": shown["you"]["seat"], "solo": common["solo"]})
    yield Part("pays", "pays", {"game": common["game"], "paytables": _paytables(shown)})
    yield Part("rounds", "rounds", {"rounds": rounds})
    yield Part("events", "events", {"events": shown["log"]})
    yield Part("past", "past", {"rounds": past})
    yield Part("watching", "watching", {"number": shown["table"]["watching"]})
    yield Part("seal", "seal", {"round": shown["round"]})
    if not common["solo"]:
        yield Part("talk", "talk", {"talk": shown["talk"]})


def _dealer(shown: Scene, common: dict[str, Any]) -> Part:
    shows = {
        "heading": shown["heading"],
        "deadline_ms": shown["deadline_ms"],
        "window_ms": shown["window_ms"],
        "time_bank": shown["you"].get("time_bank"),
        "choice": shown["choice"],
        "own": _own(shown),
    }
    return Part("dealer", "dealer", common | shows)


def _board(shown: Scene, common: dict[str, Any]) -> Part:
    shows = {
        "piles": shown["view"]["piles"] if shown["view"] else (),
        "spots": shown["spots"],
        "choice": shown["choice"],
        "own": _own(shown),
    }
    return Part("board", "board", common | shows)


def _seat(shown: Scene, common: dict[str, Any], seat: dict[str, Any]) -> Part:
    shows = {
        "seat": {key: seat[key] for key in seat if key not in ("slot", "you", "yours")},
        "mine": seat["you"],
        "yours": seat["yours"] and not seat["you"],
        "open_to_you": shown["you"]["may_sit"] and not seat["taken"],
        "button": _has_button(shown, seat["seat"]),
    }
    return Part(f"seat-{seat['seat']}", "seat", common | shows)


def _own_parts(shown: Scene, common: dict[str, Any]) -> Iterator[Part]:
    """The viewer's cards and bets, and the line under them."""
    own, you = _own(shown), shown["you"]
    number = shown["round"]["number"] if shown["round"] else 0
    button = own is not None and _has_button(shown, own["seat"])
    yield Part("mine", "mine", common | {"own": own, "number": number, "button": button})
    bets = {
        "spots": shown["spots"],
        "you": {key: you.get(key) for key in ("seat", "last_wagers", "ready")},
        "own": own,
        "number": number,
    }
    yield Part("spots", "spots", common | bets)
    line = {"own": own, "heading": shown["heading"], "you": you["seat"], "view": shown["view"]}
    fixed = {"fixed": bool(shown["table"]["layout"])}
    yield Part("line", "line", common | line | fixed)


def _acts(shown: Scene, common: dict[str, Any]) -> Part:
    view = shown["view"]
    shows = {
        "you": {
            key: shown["you"].get(key)
            for key in ("seat", "ready", "leaving", "out", "out_by_clock")
        },
        "offers": view["offers"] if view else (),
        "question": view["question"] if view else "",
        "choice": shown["choice"],
        "own": _own(shown),
        "deadline_ms": shown["deadline_ms"],
        "staked": sum(spot["stake"] for spot in shown["spots"]),
        "last_round": shown["table"]["last_round"],
        "dealt_out": shown["table"]["dealt_out"],
        "fixed": bool(shown["table"]["layout"]),
        "tray": TRAY,
    }
    return Part("acts", "acts", common | shows)


def _own(shown: Scene) -> dict[str, Any] | None:
    return next((seat for seat in shown["seats"] if seat["you"]), None)


def _paytables(shown: Scene) -> list[dict[str, Any]]:
    return [
        {key: spot[key] for key in ("key", "name", "code", "lines")}
        for spot in shown["spots"]
        if spot["lines"]
    ]


def _has_button(shown: Scene, seat: int) -> bool:
    return shown["choice"] is not None and shown["round"] and shown["round"]["button"] == seat


@lru_cache(maxsize=4096)
def _rendered(game: str, template: str, canonical: bytes, art: str) -> str:
    found = select_template([f"games/{game}/{template}.html", f"games/parts/{template}.html"])
    return str(found.render(orjson.loads(canonical) | {"card_art": art}))


def render(
    shown: Scene, rounds: list[dict[str, Any]], past: list[dict[str, Any]], art: str
) -> Html:
    """The HTML of every part, and of the pulse, which every push carries. art: the faces of the
    cards, a folder of static/cards."""
    game = shown["table"]["game"]
    html = drawn(game, parts_of(shown, rounds, past), art)
    return html | {"pulse": _pulse_template().render(pulse(shown))}


def drawn(game: str, parts: Iterable[Part], art: str = "four") -> Html:
    """The HTML of some parts of a game's felt; art: see `render`."""
    return {
        part.id: _rendered(game, part.template, orjson.dumps(part.slice), art) for part in parts
    }


@cache
def _pulse_template() -> Any:
    return get_template("games/parts/pulse.html")


def pulse(shown: Scene) -> dict[str, Any]:
    """What the page's script needs of every version: never kept, never left out of a push."""
    return {
        "version": shown["version"],
        "step": shown["step"],
        "state": shown["state"],
        "now_ms": shown["now_ms"],
        "round": shown["round"]["number"] if shown["round"] else 0,
        "your_turn": bool(shown["view"] and shown["view"]["offers"]) or _asked_for_game(shown),
        "live_stake": shown["state"] in ("looking", "playing")
        and any(seat["yours"] and seat["staked"] for seat in shown["seats"]),
        "net": _own_sum(shown, "net"),
        "staked": _own_sum(shown, "staked"),
        "say": said(shown),
        "say_id": _say_id(shown),
    }


def _own_sum(shown: Scene, key: str) -> int | None:
    """What the viewer's seats in the round that is shown have staked or won together."""
    over = [seat for seat in shown["seats"] if seat["yours"] and seat["net"] is not None]
    return sum(seat[key] for seat in over) if over else None


def _say_id(shown: Scene) -> str:
    """What changes when there is something to say: while betting the words, not every chip."""
    heading, state = shown["heading"], shown["state"]
    if state == "betting":
        return f"{shown['round']['number']}/{state}/{heading['title']}/{heading['note']}"
    return f"{shown['step']}/{state}/{heading['title']}"


def _asked_for_game(shown: Scene) -> bool:
    """Whether others wait for the viewer's choice of the game."""
    return bool(shown["choice"] and shown["choice"]["yours"] and not shown["table"]["solo"])


def message(html: Html, known: Html | None = None) -> SafeString:
    """A push: each part that is not `known` already, to be morphed into its place."""
    known = known or {}
    return mark_safe(  # noqa: S308 (our own templates' output)
        "".join(
            f'<hx-partial hx-target="#{_PLACES.get(part, part)}" hx-swap="innerMorph">{text}'
            "</hx-partial>"
            for part, text in html.items()
            if known.get(part) != text
        )
    )


def rounds_listed(parts: Iterable[RoundSeat]) -> list[dict[str, Any]]:
    """A player's last rounds at a table, as the side panel lists them."""
    return [
        {
            "id": str(part.round_id),
            "number": part.round.number,
            "net": part.net,
            "void": part.round.void_reason,
            "note": " · ".join(
                f"{names.get(result['spot'], result['spot'])} {signed(result['net'])}"
                for result in part.results
            ),
        }
        for part in parts
        for names in (spot_names(part.round),)
    ]

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
from games.scenes import Scene
from games.scenes.spoken import said
from games.tables.finished_round import spot_names

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
    yield Part("purse", "purse", {"balance": shown["you"].get("balance")})
    yield _dealer(shown)
    yield _board(shown)
    for seat in shown["seats"]:
        yield _seat(shown, seat)
    yield _mine(shown)
    yield _spots(shown)
    yield _line(shown)
    yield _acts(shown)
    yield _stays(shown)
    yield Part("pays", "pays", {"paytables": _paytables(shown)})
    yield Part("rounds", "rounds", {"rounds": rounds})
    yield Part("events", "events", {"events": shown["log"]})
    yield Part("past", "past", {"rounds": past})
    yield Part("watching", "watching", {"number": shown["table"]["watching"]})
    yield Part("seal", "seal", {"round": shown["round"]})
    if not shown["table"]["solo"]:
        yield Part("talk", "talk", {"talk": shown["talk"]})


def _dealer(shown: Scene) -> Part:
    asked = _asked(shown)
    shows = {
        "heading": shown["heading"],
        "deadline_ms": shown["deadline_ms"],
        "window_ms": shown["window_ms"],
        "time_bank": shown["you"].get("time_bank") if asked["asked"] else None,
        "yours": _own_clock(shown),
        "solo": shown["table"]["solo"],
        "options": shown["options"],
        "own": _own(shown, ("own_time",), ("status", "acting") if asked["asked"] else ()),
    }
    return Part("dealer", "dealer", shows | asked)


def _board(shown: Scene) -> Part:
    shows = {
        "state": shown["state"],
        "piles": shown["view"]["piles"] if shown["view"] else (),
        "spots": [_picked(spot, ("key", "lines", "result")) for spot in shown["spots"]],
        "choice": shown["choice"],
    }
    return Part("board", "board", shows)


def _seat(shown: Scene, seat: dict[str, Any]) -> Part:
    shows = {
        "seat": {key: seat[key] for key in seat if key not in ("slot", "you", "yours")},
        "mine": False,
        "yours": seat["yours"],
        "open_to_you": shown["you"]["may_sit"] and not seat["taken"],
        "button": _has_button(shown, seat["seat"]),
    }
    mine = {"seat": {"seat": seat["seat"]}, "mine": True}
    return Part(f"seat-{seat['seat']}", "seat", mine if seat["you"] else shows)


def _mine(shown: Scene) -> Part:
    """The viewer's cards."""
    seat = shown["you"]["seat"]
    shows = {
        "own": _own(shown, ("hands",)),
        "number": _number(shown),
        "button": seat is not None and _has_button(shown, seat),
        "state": shown["state"],
        "solo": shown["table"]["solo"],
        "asked": _asked(shown)["asked"],
    }
    return Part("mine", "mine", shows)


def _spots(shown: Scene) -> Part:
    """The viewer's bets."""
    shows = {
        "spots": shown["spots"],
        "last_wagers": shown["you"].get("last_wagers"),
        "own": _own(shown, (), ("line", "wagers")),
        "state": shown["state"],
        "options": shown["options"],
    }
    return Part("spots", "spots", shows)


def _line(shown: Scene) -> Part:
    """The line under the viewer's bets."""
    view, seat = shown["view"], shown["you"]["seat"]
    hand = ("words", "total", "status", "acting", "wagers")
    shows = {
        "own": _own(shown, ("net", "status", "wagers"), hand),
        "results": [result for result in view["results"] if result["seat"] == seat] if view else (),
        "note": shown["heading"]["note"],
        "seated": seat is not None,
        "fixed": bool(shown["table"]["layout"]),
        "state": shown["state"],
    }
    return Part("line", "line", shows | _asked(shown))


def _acts(shown: Scene) -> Part:
    view, table, you = shown["view"], shown["table"], shown["you"]
    shows = {
        "seated": you["seat"] is not None,
        "you": {key: you.get(key) for key in ("ready", "out", "out_by_clock")},
        "offers": view["offers"] if view else (),
        "question": view["question"] if view else "",
        "choice": _asked_to_choose(shown),
        "own": _own(shown, (), ("status",)),
        "staked": sum(spot["stake"] for spot in shown["spots"]),
        "last_round": table["last_round"],
        "dealt_out": table["dealt_out"],
        "fixed": bool(table["layout"]),
        "tray": TRAY,
        "state": shown["state"],
        "solo": table["solo"],
        "options": shown["options"],
    }
    return Part("acts", "acts", shows | _asked(shown))


def _stays(shown: Scene) -> Part:
    table, you = shown["table"], shown["you"]
    shows = {
        "seat": you["seat"],
        "out": you.get("out"),
        "out_next": you.get("out_next"),
        "solo": table["solo"],
        "last_round": table["last_round"],
        "dealt_out": table["dealt_out"],
    }
    return Part("stays", "stays", shows)


def _picked(row: Mapping[str, Any], keys: Iterable[str]) -> dict[str, Any]:
    return {key: row[key] for key in keys}


def _asked(shown: Scene) -> dict[str, Any]:
    """Whether the viewer is asked to decide, and in which step of the round."""
    view = shown["view"]
    return {"asked": bool(view and view["offers"]), "view_step": view["step"] if view else ""}


def _asked_to_choose(shown: Scene) -> dict[str, Any] | None:
    choice = shown["choice"]
    if choice is None:
        return None
    values = [_picked(value, ("value", "words")) for value in choice["values"]]
    return {"yours": choice["yours"], "values": values}


def _own_clock(shown: Scene) -> bool:
    """Whether the clock that runs is the viewer's: he is asked, or may still wager."""
    betting = shown["state"] == "betting" and shown["you"]["seat"] is not None
    return betting or _asked(shown)["asked"] or _asked_for_game(shown)


def _number(shown: Scene) -> int:
    return shown["round"]["number"] if shown["round"] else 0


def _own(shown: Scene, keys: Iterable[str], of_hands: Iterable[str] = ()) -> dict[str, Any] | None:
    """What the viewer's own seat has under some keys, and its hands under some of theirs; None
    where he has none."""
    own = next((seat for seat in shown["seats"] if seat["you"]), None)
    if own is None:
        return None
    hands = {"hands": [_picked(hand, of_hands) for hand in own["hands"]]} if of_hands else {}
    return _picked(own, keys) | hands


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
        "round": _number(shown),
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

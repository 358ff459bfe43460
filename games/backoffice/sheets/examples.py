"""Example rounds for a game sheet: written down as decks and actions, played by the engine.

The file ``examples.toml`` of a game's folder has a table `example` for each: `title`, `deck`,
`actions`, `seats` (how many; 1 when left out) and `when` (the house options that it needs). What
comes out is not written down: it is what the paytables of the sheet pay.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from games.engine.cards import name_of, parse_card
from games.engine.options import Options
from games.engine.paytable import Paytable
from games.engine.record import AnyGame, read_record, replay
from games.engine.view import View, listed
from games.printed_paytables import printed
from games.registry import GAMES, KITS

STAKE = 10_00
"""Cents on every opening spot of an example."""

Ending = Literal["Win", "Lose", "Tie"]

_PLAYED = ("act", "draw", "discard")
_SETTLED = ("take", "pay", "push")


@dataclass(frozen=True)
class Outcome:
    """How one wager of an example ended: the seat, the spot, its end, and a sentence about it."""

    seat: str
    spot: str
    ending: Ending
    words: str


@dataclass(frozen=True)
class Example:
    """A round that was played by the engine.

    dealt: whose cards and which, in words. played: sentences.
    outcomes: in the order of the settlement.
    """

    title: str
    dealt: tuple[tuple[str, str], ...]
    played: tuple[str, ...]
    outcomes: tuple[Outcome, ...]


def examples_of(
    game: AnyGame, options: Options, paytables: Mapping[str, Paytable]
) -> Iterator[Example]:
    """The examples that these house options allow, as these paytables pay them.

    Raises GameError for a file that does not replay.
    """
    chosen = options.as_json()
    for raw in _written(game.slug):
        if all(chosen[name] == value for name, value in raw.get("when", {}).items()):
            yield _played(game, options, paytables, raw)


@cache
def _written(slug: str) -> list[dict[str, Any]]:
    path = KITS[slug].folder / "examples.toml"
    written: list[dict[str, Any]] = tomllib.loads(path.read_text("utf-8"))["example"]
    return written


def _played(
    game: AnyGame, options: Options, paytables: Mapping[str, Paytable], raw: Mapping[str, Any]
) -> Example:
    wagers = {spot.key: STAKE for spot in game.spots(options) if spot.opening}
    seats = range(1, raw.get("seats", 1) + 1)
    record = read_record(
        {
            "game": game.slug,
            "rules": options.as_json(),
            "paytables": {key: {"lines": table.as_lines()} for key, table in paytables.items()},
            "seats": [{"seat": seat, "wagers": wagers} for seat in seats],
            "deck": raw["deck"],
            "actions": raw.get("actions", []),
        },
        GAMES,
        printed,
    )
    end = replay(record)
    view = game.view(end.state, None)
    names = {spot.key: spot.name for spot in game.spots(options)}
    return Example(
        raw["title"],
        tuple(_dealt(game.hands(game.deal(record.setup)), game.hands(end.state))),
        tuple(event.words for event in view.events if event.kind in _PLAYED),
        tuple(_outcomes(view, names)),
    )


def _dealt(first: Mapping[str, Any], last: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Everybody's cards in the end, in words; before them those that were dealt and let go."""
    for key, cards in last.items():
        who = f"Seat {key}" if key.isdigit() else key.capitalize()
        before = first.get(key, ())
        if key.isdigit() and not set(before) <= set(cards):
            yield f"{who}, dealt", _named(before)
            who = f"{who}, in the end"
        if cards:
            yield who, _named(cards)


def _named(cards: Sequence[str]) -> str:
    return listed([name_of(parse_card(code)) for code in cards])


def _outcomes(view: View, names: Mapping[str, str]) -> Iterator[Outcome]:
    for event in view.events:
        if event.kind in _SETTLED:
            ending: Ending = "Win" if event.net > 0 else "Lose" if event.net < 0 else "Tie"
            seat = event.place.removeprefix("seat-").split(".")[0]
            yield Outcome(seat, names.get(event.spot, event.spot), ending, event.words)

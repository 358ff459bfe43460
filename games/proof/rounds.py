"""Example rounds: given as decks and actions, played by the engine.

The file ``examples.toml`` of a game's folder has a table `example` for each: `title`, `deck`,
`actions`, `seats` (how many; 1 by default) and `when` (the house options that it needs). Results
are not stored: they are what the paytables in force pay.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from games import printed_paytables
from games.engine.options import Options
from games.engine.paytable import Paytable
from games.engine.record import AnyGame, Record, read_record
from games.registry import GAMES, KITS

STAKE = 10_00
"""Cents on every opening spot of an example."""


def rounds_of(
    game: AnyGame, options: Options, paytables: Mapping[str, Paytable]
) -> Iterator[tuple[str, Record]]:
    """The examples that these house options allow, each with its title.

    Raises GameError for a file that is not a valid round.
    """
    chosen = options.as_json()
    for raw in _written(game.slug):
        if all(chosen[name] == value for name, value in raw.get("when", {}).items()):
            yield raw["title"], _record(game, options, paytables, raw)


@cache
def _written(slug: str) -> list[dict[str, Any]]:
    path = KITS[slug].folder / "examples.toml"
    written: list[dict[str, Any]] = tomllib.loads(path.read_text("utf-8"))["example"]
    return written


def _record(
    game: AnyGame, options: Options, paytables: Mapping[str, Paytable], raw: Mapping[str, Any]
) -> Record:
    wagers = {spot.key: STAKE for spot in game.spots(options) if spot.opening}
    seats = range(1, raw.get("seats", 1) + 1)
    return read_record(
        {
            "game": game.slug,
            "rules": options.as_json(),
            "paytables": {
                key: {"code": table.code, "lines": table.as_lines()}
                for key, table in paytables.items()
            },
            "seats": [{"seat": seat, "wagers": wagers} for seat in seats],
            "deck": raw["deck"],
            "actions": raw.get("actions", []),
        },
        GAMES,
        printed_paytables.printed,
    )

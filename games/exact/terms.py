"""The terms of figures: a game as played somewhere, as a value and as JSON.

Independent of the code that computes them, which callers need not load.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from games.engine.game import Spot
from games.engine.options import Options
from games.engine.paytable import Paytable, read_paytable
from games.registry import GAMES

USUAL_STAKE = 1_00
"""The stake in cents if none is named."""


def least_stake(spots: Iterable[Spot]) -> int:
    """The smallest stake in cents that a game's own rules allow on every opening spot."""
    return max(spot.minimum for spot in spots if spot.opening)


@dataclass(frozen=True)
class Terms:
    """Everything that a game's figures depend on. `stake` is in cents, on each spot."""

    game: str
    options: Options
    paytables: Mapping[str, Paytable]
    stake: int

    def as_json(self) -> dict[str, Any]:
        """Plain JSON; `read` reads it back. Paytables and their lines are pairs, in order: a
        database may reorder the keys of an object."""
        return {
            "game": self.game,
            "rules": self.options.as_json(),
            "paytables": [
                [spot, table.code, list(map(list, table.as_lines().items()))]
                for spot, table in self.paytables.items()
            ],
            "stake": self.stake,
        }

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Read terms that `as_json` wrote. Raises GameError if they no longer fit their game."""
        game = GAMES[raw["game"]]
        options = game.options.read(raw["rules"])
        spots = {spot.key: spot for spot in game.spots(options)}
        paytables = {
            key: read_paytable(
                {"code": code, "lines": dict(lines)}, game.slug, key, tuple(spots[key].lines)
            )
            for key, code, lines in raw["paytables"]
        }
        return cls(game.slug, options, paytables, raw["stake"])

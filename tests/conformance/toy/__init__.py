"""A fifth game, as docs/adding-a-game.md has it made: nothing outside the tests knows it."""

import tomllib
from pathlib import Path

from games.engine.errors import BadPaytable
from games.engine.game import Spot
from games.engine.paytable import Paytable, read_paytable
from games.engine.record import AnyGame
from tests.conformance.rounds import House

FOLDER = Path(__file__).parent
PAYTABLES, TEMPLATES, CASES = (FOLDER / name for name in ("paytables", "templates", "cases"))


def printed(game: str, spot: Spot, code: str) -> Paytable:
    """A paytable of the toy game."""
    path = PAYTABLES / f"{spot.key}.{code}.toml"
    if path not in PAYTABLES.iterdir():
        raise BadPaytable(f"{spot.key} has no paytable {code!r}.")
    return read_paytable(tomllib.loads(path.read_text("utf-8")), game, spot.key, tuple(spot.lines))


def house(game: AnyGame) -> House:
    """The toy game, or one like it, with its paytables."""
    return House(game, printed, lambda game, spot: ["T1"])

"""High Card for the tests that play it without putting it on the site."""

import tomllib

from games.engine.errors import BadPaytable
from games.engine.game import Spot
from games.engine.paytable import Paytable, read_paytable
from games.engine.record import AnyGame
from tests.conformance.high_card.kit import KIT
from tests.conformance.rounds import House

PAYTABLES = KIT.folder / "paytables"


def printed(game: str, spot: Spot, code: str) -> Paytable:
    """A paytable of High Card."""
    path = PAYTABLES / f"{spot.key}.{code}.toml"
    if path not in PAYTABLES.iterdir():
        raise BadPaytable(f"{spot.key} has no paytable {code!r}.")
    return read_paytable(tomllib.loads(path.read_text("utf-8")), game, spot.key, tuple(spot.lines))


def house(game: AnyGame) -> House:
    """High Card, or a game like it, with its paytables."""
    return House(game, printed, lambda game, spot: ["T1"])

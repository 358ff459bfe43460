"""The games this site plays. A new game is one line here: the name of its folder."""

from collections.abc import Mapping
from importlib import import_module

from games.engine.record import AnyGame
from games.kit import Kit

FOLDERS = (
    "big_50",
    "big_raise",
    "big_draw",
    "blackjack",
)
"""The folders of the games, in the order in which the lobby lists them."""


def _kit_in(folder: str) -> Kit:
    """The kit declared in a game's folder."""
    kit: Kit = import_module(f"games.{folder}.kit").KIT
    return kit


KITS: Mapping[str, Kit] = {kit.slug: kit for kit in map(_kit_in, FOLDERS)}
"""By slug, in the order of the lobby."""

GAMES: Mapping[str, AnyGame] = {slug: kit.rules for slug, kit in KITS.items()}
"""The rules of every game by its slug."""

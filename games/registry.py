"""The games this site plays. A new game is one line here."""

from collections.abc import Mapping

from games.big_50.kit import KIT as BIG_50
from games.big_draw.kit import KIT as BIG_DRAW
from games.big_raise.kit import KIT as BIG_RAISE
from games.blackjack.kit import KIT as BLACKJACK
from games.engine.record import AnyGame
from games.kit import Kit

KITS: Mapping[str, Kit] = {kit.slug: kit for kit in (BIG_50, BIG_RAISE, BIG_DRAW, BLACKJACK)}
"""By slug, in the order in which the lobby lists them."""

GAMES: Mapping[str, AnyGame] = {slug: kit.rules for slug, kit in KITS.items()}
"""The rules of every game by its slug."""

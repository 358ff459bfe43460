"""The games this site plays. A new game is one line here."""

from collections.abc import Mapping

from games.engine.record import AnyGame
from games.rules.big50 import Big50

GAMES: Mapping[str, AnyGame] = {game.slug: game for game in (Big50(),)}

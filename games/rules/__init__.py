"""The games this site plays. A new game is one line here."""

from collections.abc import Mapping

from games.engine.record import AnyGame
from games.rules.big50 import Big50
from games.rules.big_draw import BigDraw
from games.rules.big_raise import BigRaise
from games.rules.blackjack import Blackjack

GAMES: Mapping[str, AnyGame] = {
    game.slug: game for game in (Big50(), BigRaise(), BigDraw(), Blackjack())
}

"""The games this site plays. A new game is one line here."""

from collections.abc import Mapping

from games.big_50.rules import Big50
from games.big_draw.rules import BigDraw
from games.big_raise.rules import BigRaise
from games.blackjack.rules import Blackjack
from games.engine.record import AnyGame

GAMES: Mapping[str, AnyGame] = {
    game.slug: game for game in (Big50(), BigRaise(), BigDraw(), Blackjack())
}

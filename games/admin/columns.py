"""List columns that show in words what a row stores as a key."""

from typing import Any

from django.contrib import admin

from games.backoffice.hold_report import bet_name
from games.registry import GAMES


class GameColumn:
    """The name of a row's game."""

    @admin.display(description="Game", ordering="game")
    def game_name(self, row: Any) -> str:
        """The name."""
        return str(GAMES[row.game].name)


class WagerColumn:
    """The wager of a paytable."""

    @admin.display(description="Wager", ordering="game")
    def wager(self, row: Any) -> str:
        """The names of game and wager."""
        return bet_name(row.game, row.spot)

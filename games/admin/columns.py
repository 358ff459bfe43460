"""Columns of lists that say in words what a row keeps as a key."""

from typing import Any

from django.contrib import admin

from games.backoffice.hold_report import bet_name
from games.registry import GAMES


class GameColumn:
    """The game of a row by its name."""

    @admin.display(description="Game", ordering="game")
    def game_name(self, row: Any) -> str:
        """The name."""
        return str(GAMES[row.game].name)


class WagerColumn:
    """The wager that a paytable is for."""

    @admin.display(description="Wager", ordering="game")
    def wager(self, row: Any) -> str:
        """Game and wager by their names."""
        return bet_name(row.game, row.spot)

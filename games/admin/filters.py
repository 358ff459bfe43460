"""Filters for the lists of the administration."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from games.registry import GAMES


class WagerFilter(admin.SimpleListFilter):
    """The paytables of one wager."""

    title = "wager"
    parameter_name = "spot"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """The wagers by name."""
        spots = (spot for game in GAMES.values() for spot in game.every_spot() if spot.lines)
        return list({spot.key: spot.name for spot in spots}.items())

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The rows of the chosen wager."""
        return queryset.filter(spot=self.value()) if self.value() else queryset


class GameFilter(admin.SimpleListFilter):
    """One game's rows. The games are known, so no table is read for their names."""

    title = "game"
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """The games by name."""
        return [(slug, game.name) for slug, game in GAMES.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The rows of the chosen game."""
        return queryset.filter(game=self.value()) if self.value() else queryset

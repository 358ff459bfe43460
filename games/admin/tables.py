"""Tables and rounds in the admin, to be read. No seed of an open round, no undealt card."""

from typing import Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest

from accounts.adminbase import ReadOnlyAdmin, ReadOnlyInline
from games.models import Chair, Round, Table


class ChairInline(ReadOnlyInline):
    """Who sits where."""

    model = Chair
    fields = ("seat", "user", "seen_at", "away", "out_since", "ready")
    readonly_fields = fields


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin):
    """Every table and where its round stands."""

    help_sentence = "Every table of the house: what is played there, and where its round stands."
    list_display = ("name", "game", "solo", "phase", "deadline", "round_number")
    list_filter = ("game", "solo", "phase")
    inlines = (ChairInline,)


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin):
    """Every round. The seed shows once the round is over."""

    help_sentence = (
        "Every round that was opened, with the seal of its deck; the seed shows when nothing is "
        "dealt from it any more."
    )
    list_display = ("id", "game", "table", "number", "status", "opened", "ended")
    list_filter = ("game", "status")
    search_fields = ("id",)
    shown: ClassVar[tuple[str, ...]] = (
        "id", "table", "number", "game", "status", "options", "button", "algorithm", "commitment",
        "opened", "dealt", "ended", "void_reason", "revealed_seed",
    )  # fmt: skip

    def get_fields(self, request: HttpRequest, obj: Round | None = None) -> tuple[str, ...]:
        """Everything but the secret seed."""
        return self.shown

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """All of it."""
        return self.shown

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Not by the seed: a list that can be narrowed by it, letter by letter, tells it."""
        return not lookup.startswith("server_seed") and bool(
            super().lookup_allowed(lookup, value, request)
        )

    @admin.display(description="Server seed")
    def revealed_seed(self, round: Round) -> str:
        """The seed of a finished round."""
        return round.revealed_seed or "Sealed until nothing is dealt from it any more."

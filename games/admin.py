"""The card room in the admin, to be read. No seed of an open round, no undealt card."""

from typing import Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest

from accounts.admin import ReadOnlyAdmin
from games.models import Chair, PaytableVersion, Round, Table


@admin.register(PaytableVersion)
class PaytableVersionAdmin(ReadOnlyAdmin):
    """Every version of every paytable, with its status."""

    list_display = ("game", "spot", "code", "number", "status", "title")
    list_filter = ("game", "status", "spot")
    search_fields = ("code", "title", "digest")


class ChairInline(admin.TabularInline[Chair, Table]):
    """Who sits where."""

    model = Chair
    fields = ("seat", "user", "seen_at", "away", "out_since", "ready")
    readonly_fields = fields
    can_delete = False
    extra = 0

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin):
    """Every table and where its round stands."""

    list_display = ("name", "game", "solo", "phase", "deadline", "round_number")
    list_filter = ("game", "solo", "phase")
    inlines = (ChairInline,)


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin):
    """Every round. The seed shows once the round is over."""

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
        return not lookup.startswith(("server_seed", "deck_digest")) and super().lookup_allowed(
            lookup, value, request
        )

    @admin.display(description="Server seed")
    def revealed_seed(self, round: Round) -> str:
        """The seed of a finished round."""
        return round.revealed_seed or "Sealed until nothing is dealt from it any more."

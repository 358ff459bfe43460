"""Limits profiles in the admin: added, superseded, never changed."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts.adminbase import RoomAdmin
from accounts.amounts import cents
from accounts.templatetags.money import money
from games.backoffice import table_desk
from games.models import LimitsProfile
from games.web.forms import amount_field

AMOUNTS = ("max_wager", "large_above")


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic when it runs
    """A new profile. Amounts are in whole units here, as on all pages: 500 is five hundred."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in AMOUNTS:
            if name in self.fields:  # not if they are only shown
                own = self.fields[name]
                units = "In whole units, as in 500 or 2.50."
                words = f"{units} Empty: no limit." if name == "max_wager" else units
                self.fields[name] = field = amount_field(
                    str(own.label), required=False, help_text=words
                )
                field.widget = own.widget
                field.widget.attrs["step"] = "0.01"  # otherwise a browser accepts no cents

    def clean(self) -> dict[str, Any]:
        """Amounts as cents."""
        given: dict[str, Any] = super().clean() or {}
        for name in AMOUNTS:
            if name in self.fields:
                given[name] = cents(given.get(name))
        if "large_above" in self.fields:
            given["large_above"] = given["large_above"] or 0
        return given


@admin.register(LimitsProfile)
class LimitsProfileAdmin(RoomAdmin):
    """What laws and houses say about every wager."""

    form = ProfileForm
    help_sentence = (
        "What a law or a house says about every wager; each table has one of these. A profile is "
        "never changed, so that old rounds can be explained: a new law is a new profile that takes "
        "the place of the old one."
    )
    list_display = ("name", "dated", "largest_wager", "hand", "tables_now", "offered",
                    "successor")  # fmt: skip
    list_filter = ("offered",)
    fields = (
        "slug", "name", "source", "dated", "max_wager", "max_wagers", "max_large_wagers",
        "large_above", "odds_cap", "supersedes", "offered",
    )  # fmt: skip
    shown = (
        "slug", "name", "source", "dated", "largest_wager", "max_wagers", "max_large_wagers",
        "large", "odds_cap", "supersedes", "successor", "offered",
    )  # fmt: skip
    actions = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[LimitsProfile]:
        """With the number of open tables under each."""
        now = Count("tables", Q(tables__closed=False))
        profiles: QuerySet[LimitsProfile] = super().get_queryset(request)
        return profiles.annotate(tables_now=now).prefetch_related("successors")

    @admin.display(description="Largest wager")
    def largest_wager(self, profile: LimitsProfile) -> str:
        """In units."""
        return "no limit" if profile.max_wager is None else money(profile.max_wager)

    @admin.display(description="Large is above")
    def large(self, profile: LimitsProfile) -> str:
        """In units."""
        return money(profile.large_above)

    @admin.display(description="On one hand")
    def hand(self, profile: LimitsProfile) -> str:
        """How many wagers a hand may have, and how many large ones."""
        bounds = []
        if profile.max_wagers is not None:
            bounds.append(f"{profile.max_wagers} wagers")
        if profile.max_large_wagers is not None:
            bounds.append(f"{profile.max_large_wagers} above {money(profile.large_above)}")
        return ", ".join(bounds) or "no limit"

    @admin.display(description="Open tables")
    def tables_now(self, profile: Any) -> int:
        """How many tables are under it."""
        return int(profile.tables_now)

    @admin.display(description="Superseded by")
    def successor(self, profile: LimitsProfile) -> str:
        """The profile that supersedes it."""
        return ", ".join(one.name for one in profile.successors.all()) or "–"

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """The fields of a new profile, and those that an existing one shows."""
        return self.shown if obj else self.fields

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Of an existing profile only whether it is offered can be changed."""
        return self.shown[:-1] if obj else ()

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Save a new row, or the one thing that may change."""
        if change:
            self.remember(request, obj)
            if "offered" in form.changed_data:
                obj.save(update_fields=["offered"])
            return
        now = obj.created = timezone.now()
        with transaction.atomic():
            super().save_model(request, obj, form, change)
            if obj.supersedes_id is not None:
                for sentence in table_desk.supersede(request, obj.supersedes_id, obj, now):
                    messages.warning(request, f"{sentence} The table keeps its old limits.")

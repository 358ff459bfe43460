"""Roles and the audit log in the admin. The log is read, never written.

The books are in `accounts.ledger_admin`, the people who work here in `accounts.people_admin`;
players, whose page shows their rounds, are in `games.admin.players`.
"""

from datetime import UTC
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.contrib.filters.admin import RangeDateTimeFilter

from accounts import ledger_admin, people_admin
from accounts.adminbase import RoomAdmin
from accounts.export_admin import ExportedAdmin
from accounts.models import AuditEntry, User

__all__ = ["ledger_admin", "people_admin"]


# Other apps' own pages would show what nobody may read, and bypass the audit log.
for _model in list(admin.site._registry):
    if _model._meta.app_label not in ("accounts", "games"):
        admin.site.unregister(_model)


@admin.register(Group)
class RoleAdmin(RoomAdmin, GroupAdmin):
    """Groups: the site's roles, and those of the house."""

    help_sentence = (
        "What the members of a group may do. Maker, checker, floor and auditor are the site's "
        "own; every upgrade gives them again what they need, so make a group of your own for "
        "another mix."
    )
    filter_horizontal = ()

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Only superusers decide what a role may do."""
        return bool(request.user.is_superuser)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """The same."""
        return bool(request.user.is_superuser)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """The same."""
        return bool(request.user.is_superuser)


FIELDS = (
    "at", "actor_name", "act", "target_type", "target_id", "target_label", "before", "after",
    "reason", "address",
)  # fmt: skip


class ActorFilter(admin.SimpleListFilter):
    """Actions of one staff member. Names that strangers tried to log in with can only be searched
    for: anyone could create any number of them."""

    title = "who"
    parameter_name = "actor_name"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """The staff by name."""
        staff = User.objects.filter(is_staff=True).order_by("username")
        return [(name, name) for name in staff.values_list("username", flat=True)]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[AuditEntry]
    ) -> QuerySet[AuditEntry]:
        """The actions under the chosen name."""
        return queryset.filter(actor_name=self.value()) if self.value() else queryset


class _ValuesFilter(admin.SimpleListFilter):
    """Filters by an indexed column with few values: each value is found from the one before it, so
    that the list does not read the whole log to offer them."""

    parameter_name: str

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """The values that occur, in order."""
        column, found = self.parameter_name, []
        rows = AuditEntry.objects.order_by(column).values_list(column, flat=True)
        value = rows.exclude(**{column: ""}).first()
        while value is not None:
            found.append((value, value))
            value = rows.filter(**{f"{column}__gt": value}).first()
        return found

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[AuditEntry]
    ) -> QuerySet[AuditEntry]:
        """The lines with the chosen value."""
        return queryset.filter(**{self.parameter_name: self.value()}) if self.value() else queryset


class ActFilter(_ValuesFilter):
    """What was done."""

    title, parameter_name = "act", "act"


class KindFilter(_ValuesFilter):
    """To what kind of row."""

    title, parameter_name = "target type", "target_type"


@admin.register(AuditEntry)
class AuditAdmin(ExportedAdmin):
    """The audit log: searched, filtered, exported; never changed."""

    help_sentence = (
        "Who did what to the house, when and why: every act of the staff and every log-in of "
        "theirs. Nobody can change or delete a line."
    )
    list_display = ("when", "actor_name", "act", "target_label", "reason")
    list_filter = (("at", RangeDateTimeFilter), ActFilter, ActorFilter, KindFilter)
    search_fields = ("searched__contains",)
    fields = ("at", "actor", *FIELDS[1:])
    readonly_fields = fields
    file_name = "audit-log"
    columns = MappingProxyType(
        {("at_utc" if name == "at" else name): attrgetter(name) for name in FIELDS}
    )

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[AuditEntry], search_term: str
    ) -> tuple[QuerySet[AuditEntry], bool]:
        """Lines that have every word, regardless of case."""
        found: tuple[QuerySet[AuditEntry], bool]
        found = super().get_search_results(request, queryset, search_term.lower())
        return found

    @admin.display(description="When", ordering="at")
    def when(self, entry: AuditEntry) -> str:
        """To the second."""
        return f"{entry.at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"

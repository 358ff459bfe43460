"""Roles and the audit log in the admin. The log is read, never written.

The books are in `accounts.ledger_admin`, the people who work here in `accounts.people_admin`;
players, whose page shows their rounds, are in `games.admin.players`.
"""

import csv
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from unfold.contrib.filters.admin import RangeDateTimeFilter

from accounts import ledger_admin, people_admin
from accounts.adminbase import ReadOnlyAdmin, RoomAdmin
from accounts.models import AuditEntry, User
from accounts.spreadsheets import MARK, moment, plain

__all__ = ["ledger_admin", "people_admin"]


# Other apps' own pages would show what nobody may read, and change it past the audit log.
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
        """What a role may do is decided by superusers alone."""
        return bool(request.user.is_superuser)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """The same."""
        return bool(request.user.is_superuser)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """The same."""
        return bool(request.user.is_superuser)


COLUMNS = (
    "at", "actor_name", "act", "target_type", "target_id", "target_label", "before", "after",
    "reason", "address",
)  # fmt: skip


class _Echo:
    """A file that hands back what is written to it."""

    def write(self, text: str) -> str:
        return text


class ActorFilter(admin.SimpleListFilter):
    """What one of the staff did. Names that strangers gave to log in with are only searched for:
    anybody could make any number of them."""

    title = "who"
    parameter_name = "actor_name"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """The staff by name."""
        staff = User.objects.filter(is_staff=True).order_by("username")
        return [(name, name) for name in staff.values_list("username", flat=True)]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[AuditEntry]
    ) -> QuerySet[AuditEntry]:
        """The acts under the chosen name."""
        return queryset.filter(actor_name=self.value()) if self.value() else queryset


@admin.register(AuditEntry)
class AuditAdmin(ReadOnlyAdmin):
    """The audit log: searched, filtered, exported; never changed."""

    help_sentence = (
        "Who did what to the house, when and why: every act of the staff and every log-in of "
        "theirs. Nobody can change or delete a line."
    )
    list_display = ("when", "actor_name", "act", "target_label", "reason")
    list_filter = (
        ("at", RangeDateTimeFilter),
        ("act", admin.AllValuesFieldListFilter),
        ActorFilter,
        ("target_type", admin.AllValuesFieldListFilter),
    )
    search_fields = ("actor_name", "act", "target_type", "target_id", "target_label", "reason")
    fields = ("at", "actor", *COLUMNS[1:])
    readonly_fields = fields
    actions = ("export_csv", "export_ndjson")

    @admin.display(description="When", ordering="at")
    def when(self, entry: AuditEntry) -> str:
        """To the second."""
        return f"{entry.at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"

    @admin.action(description="Export as CSV", permissions=["view"])
    def export_csv(self, request: HttpRequest, queryset: QuerySet[AuditEntry]) -> HttpResponseBase:
        """The selected lines, oldest first, as a table."""
        writer = csv.writer(_Echo())
        heading = MARK + writer.writerow(("at_utc", *COLUMNS[1:]))
        rows = (writer.writerow([_cell(row[key]) for key in COLUMNS]) for row in _rows(queryset))
        return _streamed(_chain(heading, rows), "text/csv; charset=utf-8", "audit-log.csv")

    @admin.action(description="Export as NDJSON", permissions=["view"])
    def export_ndjson(
        self, request: HttpRequest, queryset: QuerySet[AuditEntry]
    ) -> HttpResponseBase:
        """The selected lines, oldest first, one JSON object a line."""
        rows = (
            json.dumps(row | {"at": row["at"].isoformat()}, default=str) + "\n"
            for row in _rows(queryset)
        )
        return _streamed(rows, "application/x-ndjson", "audit-log.ndjson")


def _rows(queryset: QuerySet[AuditEntry]) -> Iterator[dict[str, Any]]:
    yield from queryset.order_by("at", "pk").values(*COLUMNS).iterator(chunk_size=500)


def _cell(value: Any) -> str:
    """A value for a spreadsheet, which must not take it for a formula."""
    if isinstance(value, datetime):
        return moment(value)
    return plain(value if isinstance(value, str) else "" if value is None else json.dumps(value))


def _chain(first: Any, rest: Iterator[Any]) -> Iterator[Any]:
    yield first
    yield from rest


def _streamed(rows: Iterator[Any], kind: str, name: str) -> StreamingHttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingHttpResponse(rows, content_type=kind, headers=headers)

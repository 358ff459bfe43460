"""The books in the admin: to be read, never written."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from accounts.models import Account, Entry, Transfer, User


class ReadOnlyAdmin(admin.ModelAdmin[Any]):
    """Lists and shows rows; adds, changes and deletes none."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


class EntryInline(admin.TabularInline[Entry, Transfer]):
    """The sides of a transfer."""

    model = Entry
    can_delete = False
    extra = 0

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


@admin.register(Transfer)
class TransferAdmin(ReadOnlyAdmin):
    """Every movement of chips."""

    list_display = ("key", "reason", "created")
    search_fields = ("key", "ref")
    inlines = (EntryInline,)


@admin.register(Account)
class AccountAdmin(ReadOnlyAdmin):
    """Every place where chips are."""

    list_display = ("name", "kind", "balance")
    list_filter = ("kind",)
    search_fields = ("name",)


admin.site.register(User, UserAdmin)

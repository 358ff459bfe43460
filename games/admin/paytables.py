"""Paytables in the admin: their versions, which nobody changes."""

from django.contrib import admin

from accounts.adminbase import ReadOnlyAdmin
from games.models import PaytableVersion


@admin.register(PaytableVersion)
class PaytableVersionAdmin(ReadOnlyAdmin):
    """Every version of every paytable, with its status."""

    help_sentence = (
        "Every version of every paytable. A version is never changed: whoever wants other lines "
        "drafts a new one."
    )
    list_display = ("game", "spot", "code", "number", "status", "title")
    list_filter = ("game", "status", "spot")
    search_fields = ("code", "title", "digest")

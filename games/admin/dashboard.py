"""The dashboard: how the house stands, what it holds beside what it should, whether all is well."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from accounts.adminbase import READING, ReadOnlyAdmin
from games.backoffice import dashboard, holds
from games.models import HoldTally


@admin.register(HoldTally)
class DashboardAdmin(ReadOnlyAdmin):
    """One page over all tallies."""

    folder = "admin"
    help_sentence = (
        "How the house stands now, and whether each bet holds what it should by the exact figures. "
        "A marked line is more than 4 standard deviations off: look into it."
    )

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The dashboard."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        if request.method not in READING:
            raise Http404
        now = timezone.now()
        holds.catch_up(dashboard.COUNTED_AT_ONCE)
        return self.answer(
            request,
            "dashboard.html",
            "Dashboard",
            standing=dashboard.standing(now),
            rows=dashboard.hold_rows(now),
            cards=dashboard.cards_dealt(),
            health=dashboard.health(now),
            alarm=dashboard.ALARM,
        )

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """There is no page of a single tally."""
        raise Http404

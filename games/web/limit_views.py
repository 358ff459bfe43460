"""The session in the header, kept up to date, and the reminder of how long the player has played
and what they have won or lost."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import limits
from accounts.models import User
from accounts.visitors import logged_in
from games.models import Table
from games.tables import services
from games.tables.refusals import Refused
from games.web.request_data import whole


@require_safe
@never_cache
def session(request: HttpRequest) -> HttpResponse:
    """The session's clock and net, with the reminder if it is due; 204 for visitors."""
    if not isinstance(request.user, User):
        return HttpResponse(status=204)
    context = {"play_table": _table_of(request.GET.get("table", ""))}
    return render(request, "parts/session_news.html", context)


def _table_of(text: str) -> int | None:
    """The number of a table; None if the text is not one."""
    try:
        return whole(text, "The table")
    except Refused:
        return None


@require_POST
@login_required
def reminded(request: HttpRequest) -> HttpResponse:
    """The reminder has been read: go on, take a break, or leave the table."""
    user, now, then = logged_in(request), timezone.now(), request.POST.get("then")
    limits.answer_reminder(user, now)
    if then == "break":
        return redirect(reverse("accounts:limits") + "#break")
    table_id = _table_of(request.POST.get("table", ""))
    if then == "leave":  # no answer may reveal which tables exist
        if table_id is not None and Table.objects.filter(pk=table_id).exists():
            services.leave(table_id, user, now)
        return redirect("games:lobby")
    return HttpResponse(status=204)

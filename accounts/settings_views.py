"""The pages on which players say how they want to play."""

from datetime import datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import limits
from accounts.models import PlayLimits, User
from accounts.settings_forms import BreakForm, LimitsForm
from accounts.templatetags.money import money


@require_http_methods(["GET", "POST"])
@never_cache
@login_required
def limits_page(request: HttpRequest) -> HttpResponse:
    """What one has lost and played today, the limits, the reminders and the break."""
    assert isinstance(request.user, User)
    user, now, asked = request.user, timezone.now(), request.POST.get("do")
    form, pause = LimitsForm.of(limits.of(user)), BreakForm()
    if request.method == "POST" and asked == "break":
        pause = BreakForm(request.POST)
        if pause.is_valid():
            until = limits.take_break(user, pause.cleaned_data["length"], now)
            messages.success(request, f"Your break has begun. It ends on {limits.when(until)}.")
            return redirect("accounts:limits")
    elif request.method == "POST":
        form = LimitsForm(request.POST)
        if form.is_valid():
            own = limits.change(user, **form.cleaned_data, now=now)
            messages.success(request, " ".join(["Your limits are saved.", *_later(own, now)]))
            return redirect("accounts:limits")
    own = limits.of(user)
    until = own.break_at(now)
    context = {
        "form": form,
        "pause": pause,
        "own": own,
        "later": _later(own, now),
        "break_words": limits.when(until) if until else "",
        "loss": own.loss_at(now),
        "minutes": own.minutes_at(now),
    }
    refused = form.is_bound or pause.is_bound
    return render(request, "accounts/limits.html", context, status=422 if refused else 200)


def _later(own: PlayLimits, now: datetime) -> list[str]:
    """What holds only from a later moment on, as sentences."""
    found = []
    if own.loss_later_from is not None and own.loss_later_from > now:
        amount = "no loss limit" if own.loss_later is None else f"{money(own.loss_later)} a day"
        found.append(f"From {limits.when(own.loss_later_from)}: {amount}.")
    if own.minutes_later_from is not None and own.minutes_later_from > now:
        later = own.minutes_later
        time = "no time limit" if later is None else f"{later} minutes a day"
        found.append(f"From {limits.when(own.minutes_later_from)}: {time}.")
    return found

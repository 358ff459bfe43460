"""The pages on which players say how they want to play."""

from dataclasses import replace
from datetime import datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import limits, preferences
from accounts.models import PlayLimits
from accounts.preferences import DECKS, KEYS, PACES, SOUNDS, THEMES, NotAccepted, Preferences
from accounts.settings_forms import BreakForm, LimitsForm
from accounts.templatetags.money import money
from accounts.visitors import logged_in

SAMPLE = ("As", "Kh", "Qd", "Jc")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def settings_page(request: HttpRequest) -> HttpResponse:
    """How the site looks, sounds and plays; for visitors too."""
    mine = preferences.of(request.user, request.session)
    problems: dict[str, str] = {}
    asked = request.POST.dict()
    if request.method == "POST":
        if asked.get("do") == "keys":
            asked = {name: value for name, value in asked.items() if not name.startswith("key-")}
        try:
            chosen = preferences.of_form(asked)
            preferences.keep(request, replace(chosen, introduced=mine.introduced))
        except NotAccepted as error:
            problems = error.problems
        else:
            messages.success(request, "Your settings are saved.")
            return redirect("accounts:settings")
    context = _form_of(mine, asked, problems) | {"sample": SAMPLE}
    return render(request, "accounts/settings.html", context, status=422 if problems else 200)


def _form_of(
    mine: Preferences, asked: dict[str, str], problems: dict[str, str]
) -> dict[str, object]:
    """The fields of the settings page: the current values, or refused ones."""

    def value(name: str, kept: object) -> object:
        return asked.get(name, "") if asked else kept

    choices = (("deck", "Cards", DECKS), ("pace", "Speed", PACES), ("theme", "Theme", THEMES))
    return {
        "problems": problems,
        "choices": {
            name: {
                "label": label,
                "options": choice.items(),
                "value": value(name, getattr(mine, name)),
                "problem": problems.get(name),
            }
            for name, label, choice in choices
        },
        "letters": "letters" in asked if asked else mine.letters,
        "sounds": "sounds" in asked if asked else mine.sounds,
        "keys_on": "keys" in asked if asked else mine.keys,
        "volumes": [
            {
                "name": name,
                "words": words,
                "value": value(f"volume-{name}", mine.volumes[name]),
                "problem": problems.get(f"volume-{name}"),
            }
            for name, words in SOUNDS.items()
        ],
        "key_fields": [
            {
                "key": key,
                "words": words,
                "value": str(value(f"key-{key}", mine.key_for(key))).upper(),
                "problem": problems.get(f"key-{key}"),
            }
            for key, words in KEYS.items()
        ],
    }


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def limits_page(request: HttpRequest) -> HttpResponse:
    """What the player has lost and played today, the limits, the reminders and the break."""
    user, now, asked = logged_in(request), timezone.now(), request.POST.get("do")
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
    ends = own.break_at(now)
    context = {
        "form": form,
        "pause": pause,
        "own": own,
        "later": _later(own, now),
        "exclusion": limits.exclusion(own, now),
        "break_words": limits.when(ends) if ends else "",
        "loss": own.loss_at(now),
        "minutes": own.minutes_at(now),
    }
    refused = form.is_bound or pause.is_bound
    return render(request, "accounts/limits.html", context, status=422 if refused else 200)


def _later(own: PlayLimits, now: datetime) -> list[str]:
    """The limits that take effect later, as sentences."""
    found = []
    if own.loss_later_from is not None and own.loss_later_from > now:
        amount = "no loss limit" if own.loss_later is None else f"{money(own.loss_later)} a day"
        found.append(f"From {limits.when(own.loss_later_from)}: {amount}.")
    if own.minutes_later_from is not None and own.minutes_later_from > now:
        later = own.minutes_later
        time = "no time limit" if later is None else f"{later} minutes a day"
        found.append(f"From {limits.when(own.minutes_later_from)}: {time}.")
    return found

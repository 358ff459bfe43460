"""What is posted to a table, by pages and by programs, and what they get back.

A page with script gets the parts of the table, a plain form a redirect with a message, a program
JSON. Status 200: done. 409: the step is no longer current. 422: refused, and why. 403: no seat yet.
"""

import json
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.models import User
from accounts.views import ensure_player
from games import tables
from games.desk import Refused, Stale
from games.engine.errors import BadWager, GameError
from games.models import Table
from games.parts import message
from games.screens import html_for, scene_for

Deed = Callable[[User, datetime], None]


def _is_program(request: HttpRequest) -> bool:
    return request.content_type == "application/json" or "json" in request.headers.get("Accept", "")


def _fields(request: HttpRequest) -> dict[str, Any]:
    """What was posted, as JSON or as a form. Raises BadWager for JSON that is none."""
    if request.content_type != "application/json":
        return dict(request.POST.items())
    try:
        raw = json.loads(request.body)
    except ValueError:
        raise BadWager("The body is not JSON.") from None
    if not isinstance(raw, dict):
        raise BadWager("The body is a JSON object.")
    return raw


def _perform(request: HttpRequest, table_id: int, deed: Deed) -> HttpResponse:
    """Do a deed and answer in the way of whoever asked."""
    get_object_or_404(Table, pk=table_id)
    if not isinstance(request.user, User):
        return _answer(request, table_id, 403, "Take a seat first.")
    try:
        deed(request.user, timezone.now())
    except Stale as error:
        return _answer(request, table_id, 409, str(error))
    except (Refused, GameError) as error:
        return _answer(request, table_id, 422, str(error))
    return _answer(request, table_id, 200, "")


def _answer(request: HttpRequest, table_id: int, status: int, problem: str) -> HttpResponse:
    now, user_id = timezone.now(), request.user.pk
    if _is_program(request):
        shown = scene_for(table_id, user_id, now)
        return JsonResponse({"error": problem or None, "scene": shown}, status=status)
    if not getattr(request, "htmx", False):
        if problem:
            messages.error(request, problem)
        return redirect("games:table", table_id)
    shown, html = html_for(table_id, user_id, now)
    text = message(html)
    if problem:
        text += format_html(
            '<hx-partial hx-target="#notice" hx-swap="innerHTML">{}</hx-partial>', problem
        )
    response = HttpResponse(text, status=status)
    response["X-Table-Version"] = str(shown["version"])
    return response


@require_GET
@never_cache
def state(request: HttpRequest, table_id: int) -> JsonResponse:
    """The table as the viewer may see it, for programs."""
    get_object_or_404(Table, pk=table_id)
    now = timezone.now()
    tables.catch_up(table_id, now)
    return JsonResponse(scene_for(table_id, request.user.pk, now))


@require_GET
@never_cache
def parts(request: HttpRequest, table_id: int) -> HttpResponse:
    """The table's parts, for a page whose socket is down."""
    get_object_or_404(Table, pk=table_id)
    now = timezone.now()
    tables.catch_up(table_id, now)
    if request.user.is_authenticated:
        tables.touch(table_id, request.user.pk, now)
    shown, html = html_for(table_id, request.user.pk, now)
    response = HttpResponse(message(html))
    response["X-Table-Version"] = str(shown["version"])
    return response


@require_POST
def sit(request: HttpRequest, table_id: int) -> HttpResponse:
    """Take a seat; a visitor becomes a guest first, and the page is loaded anew as his."""
    get_object_or_404(Table, pk=table_id)
    newcomer = not request.user.is_authenticated
    ensure_player(request)
    answer = _perform(request, table_id, _sitting(request, table_id))
    if newcomer and getattr(request, "htmx", False):
        return HttpResponse(headers={"HX-Redirect": reverse("games:table", args=[table_id])})
    return answer


def _sitting(request: HttpRequest, table_id: int) -> Deed:
    def deed(user: User, now: datetime) -> None:
        text = str(_fields(request).get("seat", ""))
        if not text.isdecimal():
            raise Refused(f"A seat is a number, not {text!r}.")
        tables.sit(table_id, user, int(text), now)

    return deed


@require_POST
def leave(request: HttpRequest, table_id: int) -> HttpResponse:
    """Give the seat up; with stakes in play the round is finished and paid all the same."""
    answer = _perform(request, table_id, lambda user, now: tables.leave(table_id, user, now))
    if _is_program(request):
        return answer
    if getattr(request, "htmx", False):
        return HttpResponse(headers={"HX-Redirect": reverse("games:lobby")})
    return redirect("games:lobby")


@require_POST
def bets(request: HttpRequest, table_id: int) -> HttpResponse:
    """Put a whole layout on the felt."""

    def deed(user: User, now: datetime) -> None:
        raw = _fields(request)
        given = raw.get("wagers")
        wagers = given if isinstance(given, dict) else _form_wagers(raw)
        ready = raw.get("ready") in (True, "1", "on", "true")
        tables.place(table_id, user, str(raw.get("step", "")), wagers, ready=ready, now=now)

    return _perform(request, table_id, deed)


def _form_wagers(raw: Mapping[str, str]) -> dict[str, int]:
    """The wagers of a form: a field per spot in cents, or `<spot>.chips` in whole units.

    Empty and zero mean no wager. Raises BadWager naming the spot.
    """
    wagers = {}
    for name, text in raw.items():
        if name in ("step", "ready", "csrfmiddlewaretoken", "next"):
            continue
        spot, dot, _ = name.partition(".chips")
        if not text.strip():
            continue
        if not text.strip().isdecimal():
            raise BadWager(f"The stake on {spot} is a positive whole number, not {text!r}.")
        cents = int(text) * (100 if dot else 1)
        if cents:
            wagers[spot] = cents
    return wagers


def _typed(text: str) -> int:
    """Cents of an amount that somebody typed in whole units: ``25``, ``25.5``. Raises Refused."""
    found = re.fullmatch(r"(\d{1,9})(?:\.(\d{1,2}))?", text.strip(), re.ASCII)
    if found is None:
        raise Refused(f"An amount is a number like 25 or 25.50, not {text!r}.")
    return int(found[1]) * 100 + int((found[2] or "").ljust(2, "0"))


@require_POST
def act(request: HttpRequest, table_id: int) -> HttpResponse:
    """One decision of the seat."""

    def deed(user: User, now: datetime) -> None:
        raw = _fields(request)
        tables.act(table_id, user, str(raw.get("step", "")), _action(request, raw), now)

    return _perform(request, table_id, deed)


def _action(request: HttpRequest, raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """A form's strings as the values of an action: an amount in cents, a list of discards.

    A form with checkboxes sends the cards of the hand, and those to hold; the others are discarded.
    """
    if request.content_type == "application/json":
        return raw
    if "choose" in raw:
        return {"action": "choose", "value": raw["choose"]}
    action: dict[str, Any] = {key: raw[key] for key in ("action", "value") if key in raw}
    name, _, amount = str(raw.get("action", "")).partition(":")
    text = amount or str(raw.get("amount", ""))
    action["action"] = name
    if text:
        if not text.isdecimal():
            raise Refused(f"An amount is a whole number of cents, not {text!r}.")
        action["amount"] = int(text)
    elif "amount.chips" in raw:
        action["amount"] = _typed(str(raw["amount.chips"]))
    if "hand" in request.POST:
        held = request.POST.getlist("hold")
        action["discard"] = [code for code in request.POST.getlist("hand") if code not in held]
    elif "discard" in request.POST:
        action["discard"] = [code for code in request.POST.getlist("discard") if code]
    return action

"""Posts to a table, from pages and programs, and their answers.

A page with scripts gets the parts of the table, a plain form a redirect with a message, a program
JSON. Status 200: done. 409: the step is no longer current. 422: refused, and why. 403: no session
yet. 429: too many new guests from one address; a page with scripts shows it like any other refusal.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import orjson
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from accounts.look import deck_of
from accounts.models import User
from accounts.views import ensure_player
from games.engine.errors import GameError
from games.scenes.as_json import as_json
from games.scenes.fragments import message
from games.scenes.snapshots import html_for, scene_for
from games.tables import bots, deadlines, presence, seating, services
from games.tables.chat import say
from games.tables.refusals import Refused, Stale
from games.web.access import table_for
from games.web.request_data import (
    READY,
    action_of_form,
    by_htmx,
    read_object,
    seat_named,
    wagers_of_form,
    wagers_of_program,
    whole,
)

Deed = Callable[[User, datetime], None]

LIVE = "X-Live"
"""The header of a page whose socket is alive: the socket brings what happened, moment by moment, so
only refusals need an answer."""
TOO_MANY_GUESTS = "Too many new guests come from your address. Wait a minute, or sign in."


def _is_program(request: HttpRequest) -> bool:
    return _posts_json(request) or "json" in request.headers.get("Accept", "")


def _fields(request: HttpRequest) -> dict[str, Any]:
    """What was posted, as JSON or as a form. Raises Refused for invalid JSON."""
    if _posts_json(request):
        return read_object(request.body)
    return dict(request.POST.items())


def _posts_json(request: HttpRequest) -> bool:
    return request.content_type == "application/json"


def _page(table_id: int, seat: int | None) -> str:
    page = reverse("games:table", args=[table_id])
    return page if seat is None else f"{page}?seat={seat}"


def _perform(
    request: HttpRequest, table_id: int, deed: Deed, taken: int | None = None
) -> HttpResponse:
    """Do something and answer in the form that the requester understands; as seat `taken`, if that
    is new."""
    table_for(request, table_id)
    if not isinstance(request.user, User):
        return _answer(request, table_id, 403, "Take a seat first.")
    try:
        deed(request.user, timezone.now())
    except Stale as error:
        return _answer(request, table_id, 409, str(error))
    except (Refused, GameError) as error:
        return _answer(request, table_id, 422, str(error))
    return _answer(request, table_id, 200, "", taken)


def _answer(
    request: HttpRequest, table_id: int, status: int, problem: str, taken: int | None = None
) -> HttpResponse:
    now, user_id, seat = timezone.now(), request.user.pk, taken or seat_named(request.GET)
    if _is_program(request):
        scene = orjson.Fragment(as_json(scene_for(table_id, user_id, now, seat)))
        return _json(orjson.dumps({"error": problem or None, "scene": scene}), status)
    if not by_htmx(request):
        if problem:
            messages.error(request, problem)
        return redirect(_page(table_id, seat))
    text = SafeString("")
    if LIVE not in request.headers:
        _, html = html_for(table_id, user_id, now, seat, deck_of(request))
        text = message(html)
    if problem:
        text += format_html(
            '<hx-partial hx-target="#notice" hx-swap="innerHTML">{}</hx-partial>', problem
        )
    return HttpResponse(text, status=status if text else 204)


@require_safe
@never_cache
@ensure_csrf_cookie
def state(request: HttpRequest, table_id: int) -> HttpResponse:
    """The table as the viewer may see it, for programs, with the cookie that their posts need."""
    now = _look(request, table_id)
    return _json(as_json(scene_for(table_id, request.user.pk, now, seat_named(request.GET))))


def _json(body: bytes, status: int = 200) -> HttpResponse:
    return HttpResponse(body, content_type="application/json", status=status)


@require_safe
@never_cache
def parts(request: HttpRequest, table_id: int) -> HttpResponse:
    """The table's parts, for a page whose socket is down."""
    now = _look(request, table_id)
    if request.user.pk is not None:
        presence.linked(table_id, request.user.pk, now, presence.POLL)
    seat = seat_named(request.GET)
    _, html = html_for(table_id, request.user.pk, now, seat, deck_of(request))
    return HttpResponse(message(html))


def _look(request: HttpRequest, table_id: int) -> datetime:
    """Refresh presence; let the clock and the bots play what is due. Returns the time.

    Raises Http404 if the visitor may not see the table.
    """
    table_for(request, table_id)
    now = timezone.now()
    if isinstance(request.user, User):
        presence.touch(table_id, request.user.pk, now)
    deadlines.play_due(table_id, now)
    bots.attend(table_id, now)
    return now


@require_POST
def sit(request: HttpRequest, table_id: int) -> HttpResponse:
    """Take the seat named, or the free one nearest the middle; a visitor becomes a guest first. The
    page is reloaded: the felt turns so that the seat is in the middle."""
    table_for(request, table_id)
    newcomer = not request.user.is_authenticated
    try:
        ensure_player(request)
    except ImmediateHttpResponse:
        if _is_program(request):
            return _answer(request, table_id, 429, TOO_MANY_GUESTS)
        if by_htmx(request):
            return _answer(request, table_id, 422, TOO_MANY_GUESTS)
        raise  # said on a whole page
    taken = seat_named(request.POST)
    answer = _perform(request, table_id, _sitting(request, table_id), taken)
    done = answer.status_code in (200, 204)
    if by_htmx(request) and (newcomer or done):
        return HttpResponse(headers={"HX-Redirect": _page(table_id, taken if done else None)})
    return answer


def _sitting(request: HttpRequest, table_id: int) -> Deed:
    def deed(user: User, now: datetime) -> None:
        fields = _fields(request)
        if "seat" in fields:
            services.sit(table_id, user, whole(str(fields["seat"]), "A seat"), now)
        else:
            seating.sit_down(table_id, user, now)

    return deed


@require_POST
def leave(request: HttpRequest, table_id: int) -> HttpResponse:
    """Give up the seat; with stakes in play the round is still finished and paid."""
    seat = seat_named(request.GET)
    answer = _perform(
        request, table_id, lambda user, now: services.leave(table_id, user, now, seat=seat)
    )
    if _is_program(request):
        return answer
    if by_htmx(request):
        return HttpResponse(headers={"HX-Redirect": reverse("games:lobby")})
    return redirect("games:lobby")


@require_POST
def bets(request: HttpRequest, table_id: int) -> HttpResponse:
    """Put a whole layout on the felt."""

    def deed(user: User, now: datetime) -> None:
        raw = _fields(request)
        wagers = wagers_of_program(raw) if _posts_json(request) else wagers_of_form(raw)
        ready = raw.get("ready") in READY
        step, seat = str(raw.get("step", "")), seat_named(request.GET)
        services.place(table_id, user, step, wagers, ready=ready, now=now, seat=seat)

    return _perform(request, table_id, deed)


@require_POST
def talk(request: HttpRequest, table_id: int) -> HttpResponse:
    """Say one of the phrases."""

    def deed(user: User, now: datetime) -> None:
        say(table_id, user, str(_fields(request).get("phrase", "")), now)

    return _perform(request, table_id, deed)


@require_POST
def act(request: HttpRequest, table_id: int) -> HttpResponse:
    """One decision of the seat."""

    def deed(user: User, now: datetime) -> None:
        raw = _fields(request)
        step, seat = str(raw.get("step", "")), seat_named(request.GET)
        action = raw if _posts_json(request) else action_of_form(request.POST)
        services.act(table_id, user, step, action, now, seat=seat)

    return _perform(request, table_id, deed)

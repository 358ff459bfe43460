"""The replay of a finished round: a page that shows one frame, or for HTMX only the frame."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import select_template
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.look import deck_of
from games.history.replays import Film, Frame, felt_html, film_of
from games.models import Round
from games.scenes.fragments import faces_at, seats_drawn
from games.tables.refusals import Refused
from games.web.access import own_round
from games.web.request_data import by_htmx, whole

SPEEDS = ("0.5", "1", "2", "4")
KEYS = (
    ("← →", "One event back, or on"),
    ("Home End", "To the first event, or the last"),
    ("Space", "Play, or pause"),
)


@dataclass(frozen=True)
class Place:
    """Where a replay is shown.

    back: the address of the round's page. seats: which of the viewer's seats they can choose from.
    named: whether other players' names are shown.
    """

    back: str
    seats: tuple[int, ...] = ()
    named: bool = True


@require_safe
@never_cache
@login_required
def replay(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """The replay of one of the player's rounds; ``?seat=`` names one of several seats, ``?at=`` a
    frame."""
    round, seat, place = _own(request, round_id)
    return replay_page(request, round, seat, place)


def _own(request: HttpRequest, round_id: UUID) -> tuple[Round, int, Place]:
    """One of the player's finished rounds, and the seat asked for. Raises Http404."""
    part, parts = own_round(request, round_id)
    seats = tuple(one.seat for one in parts) if len(parts) > 1 else ()
    place = Place(
        back=reverse("games:round", args=[round_id]) + (f"?seat={part.seat}" if seats else ""),
        seats=seats,
    )
    return part.round, part.seat, place


def replay_page(request: HttpRequest, round: Round, seat: int | None, place: Place) -> HttpResponse:
    """The page of a replay, or the frame that its script requests.

    The caller has made sure that the viewer may see the round as `seat` (None: a spectator) saw it.
    """
    film = film_of(round, seat)
    refusal = ""
    try:
        shown = _asked_for(film, request.GET.get("at", "1"))
    except Refused as error:
        shown, refusal = film.frames[0], str(error)
    context = _drawn(film, shown, place, deck_of(request)) | {
        "place": place,
        "film": film,
        "refusal": refusal,
        "back": max(shown.number - 1, 1),
        "next": min(shown.number + 1, len(film.frames)),
        "query": f"seat={seat}&" if place.seats else "",
        "speeds": SPEEDS,
        "keys": KEYS,
    }
    template = "replay_frame" if by_htmx(request) else "replay"
    status = 400 if refusal else 200
    return render(request, f"games/{template}.html", context, status=status)


def _asked_for(film: Film, text: str) -> Frame:
    """The frame that an address asks for. Raises Refused."""
    shown = film.frame(whole(text, "The event"))
    if shown is None:
        raise Refused(f"This replay has events 1 to {len(film.frames)}; there is no {text[:40]}.")
    return shown


def _drawn(film: Film, shown: Frame, place: Place, deck: str) -> dict[str, Any]:
    """The values for a frame's templates."""
    scene = film.scene(shown, named=place.named)
    html = felt_html(film, scene, deck)
    if shown.stage != "over" or film.seat is None:
        html["line"] = format_html("<p>{}</p>", shown.words)  # no advice on what to do now
    return {
        "round": film.round,
        "frame": shown,
        "decision": shown.decision,
        "decision_template": select_template(
            [*(["games/coach/decision.html"] if place.named else []), "games/replay_decision.html"]
        ),
        "scene": scene,
        "html": html,
        "seats": seats_drawn(scene, html),
        "felt_class": f"felt--{film.round.game}",
        "title_template": f"games/{film.round.game}/title.html",
        "still": True,
        "card_art": faces_at(film.round.game, deck),
    }

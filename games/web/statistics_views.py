"""The page of a player's results: lifetime, or since the session began."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.visitors import logged_in
from games.history.reviews import reviews, statistics
from games.history.reviews.plots import HEIGHT, WIDTH, plot
from games.registry import KITS
from games.runtime.worker import ensure_worker
from games.web.request_data import by_htmx

TABLED = 8
"""How many points of the curve are listed in words."""


@require_safe
@never_cache
@login_required
def results(request: HttpRequest) -> HttpResponse:
    """Expectation, luck and cost of decisions in the player's rounds; ``?session=1``: in this
    session. While rounds are being reviewed the page polls: 204 if nothing is new."""
    user, now = logged_in(request), timezone.now()
    waiting = reviews.ask_all(user)
    if waiting:
        ensure_worker()
    if by_htmx(request) and request.GET.get("have") == str(waiting):
        return HttpResponse(status=204)
    since = statistics.session_began(user, now) if request.GET.get("session") == "1" else None
    context = _shown(user, since) | {"since": since, "waiting": waiting}
    context["assumed"] = [
        (kit.rules.name, kit.decisions.assumes)
        for kit in KITS.values()
        if kit.decisions and kit.decisions.assumes
    ]
    return render(request, "games/stats.html", context)


def _shown(user: User, since: Any) -> dict[str, Any]:
    rows = statistics.reviewed(user, since)
    games = statistics.by_game(rows)
    points = statistics.curve(rows)
    rounds = [point.rounds for point in points]
    lines = [point.net for point in points], [point.expected for point in points]
    return {
        "total": statistics.together(games),
        "games": games,
        "dearest": statistics.dearest(rows),
        "plot": plot(rounds, lines) if len(points) > 1 else None,
        "box": {"width": WIDTH, "height": HEIGHT},
        "points": points[1 :: max(1, (len(points) - 1) // TABLED)],
        "last": points[-1],
    }

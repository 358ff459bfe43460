"""The pages for practising decisions."""

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.views import ensure_player
from games.engine.cards import codes_of
from games.engine.errors import GameError
from games.engine.game import Action, read_action
from games.engine.record import replay
from games.history.drills import runs
from games.history.drills.hands import BASE, SEAT
from games.history.drills.spots import spots_of
from games.history.reviews import reviews
from games.kit import Kit
from games.models import DrillRun
from games.registry import KITS
from games.runtime.worker import ensure_worker
from games.school.questions import side_of
from games.tables.refusals import Refused
from games.web.decision_buttons import buttons_of
from games.web.request_data import whole

SHOWN = 6
"""How many weak spots are listed."""


def _kit(slug: str) -> Kit:
    kit = KITS.get(slug)
    if kit is None or not kit.drills:
        raise Http404
    return kit


@require_safe
def drills(request: HttpRequest) -> HttpResponse:
    """The games whose decisions can be practised."""
    return render(request, "games/drills.html", {"kits": _practised()})


def _practised() -> list[Kit]:
    return [kit for kit in KITS.values() if kit.drills]


@require_safe
@never_cache
def drill(request: HttpRequest, slug: str) -> HttpResponse:
    """The current hand of the player's run, or the cost of its answer; without a run, how to begin
    one."""
    kit = _kit(slug)
    context: dict[str, Any] = {"kit": kit, "kits": _practised(), "most": runs.HANDS}
    if isinstance(request.user, User):
        context |= _run(request.user, kit)
    return render(request, "games/drill.html", context)


def _run(user: User, kit: Kit) -> dict[str, Any]:
    run = runs.run_of(user, kit)
    if run is None:
        return {}
    outcome = runs.graded(run, kit, timezone.now())
    if run.action is None:
        runs.think_ahead(run)
    if reviews.ask_all(user):  # weak spots come from reviews
        ensure_worker()
    record = runs.record_of(run)
    played = replay(record)
    view = kit.rules.view(played.state, SEAT)
    weak = [spot for spot in spots_of(user, kit) if spot.cost > 0]
    return {
        "run": run,
        "side": side_of(record),
        "outcome": outcome,
        "piles": [pile for pile in view.piles if any(pile.hand.cards)],
        "own": view.seat(SEAT),
        "buttons": buttons_of(kit, kit.rules.legal_actions(played.state, SEAT), BASE),
        "holds": _holds(view.offers),
        "kind": next((kind for kind in kit.drills if kind.key == run.asked_kind), None),
        "weak": weak[:SHOWN],
        "cost": run.cost / 1_000_000,
    }


def _holds(offers: Sequence[Any]) -> tuple[str, ...]:
    """The cards that may be held or discarded, if that is the question."""
    return next((offer.discard_from for offer in offers if offer.discard_from), ())


@require_POST
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin a run of a kind; somebody without an account becomes a guest."""
    kit, kind, wanted = _kit(slug), request.POST.get("kind", ""), request.POST.get("wanted", "")
    return _done(request, kit, lambda user: runs.start(user, kit, kind, wanted))


@require_POST
def answer(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer the question: an action, with its amount or the cards held."""
    kit = _kit(slug)
    return _done(request, kit, lambda user: runs.answer(user, kit, _answered(request, user, kit)))


@require_POST
def following(request: HttpRequest, slug: str) -> HttpResponse:
    """Deal the next hand."""
    kit = _kit(slug)
    return _done(request, kit, lambda user: runs.go_on(user, kit))


def _done(request: HttpRequest, kit: Kit, deed: Callable[[User], DrillRun]) -> HttpResponse:
    try:
        deed(ensure_player(request))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("games:drill", kit.slug)


def _answered(request: HttpRequest, user: User, kit: Kit) -> Action:
    """The action that was pressed. Raises Refused for anything else."""
    name, _, amount = request.POST.get("action", "").partition(" ")
    raw: dict[str, Any] = {"action": name}
    if amount:
        raw["amount"] = whole(amount, "An amount")
    run = runs.run_of(user, kit)
    if run is not None and "holding" in request.POST:
        played = replay(runs.record_of(run))
        (offer,) = kit.rules.legal_actions(played.state, SEAT)
        held = set(request.POST.getlist("held"))
        raw["action"] = offer.action
        raw["discard"] = [code for code in codes_of(offer.discard_from or ()) if code not in held]
    try:
        return read_action(raw)
    except GameError as error:
        raise Refused(str(error)) from None

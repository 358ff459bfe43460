"""The pages of dealer school: the guide of each game, its rounds, tests and results."""

import secrets
from collections.abc import Callable
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.amounts import typed
from accounts.models import User
from accounts.views import ensure_player
from games.kit import Kit
from games.models import SchoolRun
from games.procedure.chips import CHIPS
from games.procedure.judging import FAULTS, Made
from games.procedure.moves import RESULTS
from games.procedure.reading import procedure
from games.registry import KITS
from games.school import boxes, drills, runs
from games.school.bench import COUNTS, DEED_KEYS, Picked, bench, due_in_words
from games.school.deals import most_seats
from games.school.ladder import ladder
from games.school.questions import kinds_of, side_of
from games.school.results import result
from games.tables.refusals import Refused
from games.web.request_data import whole

MOST_CHIPS = 200
"""More chips than any payment needs."""
LISTED = 100
"""How many runs a trainer is shown."""
SHOWN = 8
"""How many of a dealer's last runs are listed."""


def _kit(slug: str) -> Kit:
    kit = KITS.get(slug)
    if kit is None:
        raise Http404
    return kit


def _user(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


@require_safe
@never_cache
def school(request: HttpRequest) -> HttpResponse:
    """The games that can be dealt, and the visitor's progress."""
    user = _user(request)
    games = [(kit, ladder(user, kit)) for kit in KITS.values()]
    context = {"games": games, "trains": user is not None and may_train(user)}
    return render(request, "games/dealer/school.html", context)


@require_safe
def guide(request: HttpRequest, slug: str) -> HttpResponse:
    """How a game is dealt by hand, step by step, with the sentences it is based on."""
    kit = _kit(slug)
    context = {"kit": kit, "procedure": procedure(kit)}
    return render(request, "games/dealer/guide.html", context)


@require_safe
@never_cache
def deal(request: HttpRequest, slug: str) -> HttpResponse:
    """The round that the visitor is dealing; without a run, how to begin one."""
    return _page(request, _kit(slug))


def _page(request: HttpRequest, kit: Kit, refusal: str = "") -> HttpResponse:
    user = _user(request)
    run = runs.open_run(user, kit) if user else None
    if run is None:
        return render(request, "games/dealer/begin.html", _to_begin(request, kit, user))
    context: dict[str, Any] = {"kit": kit, "run": run, "most": runs.ROUNDS, "refusal": refusal}
    context |= {"faults": _faults(run), "seconds": runs.seconds(run)}
    if run.round_started is None:
        context["last"] = run.rounds[-1]
        faults = runs.faults_with_moves(run)
        context["last_faults"] = [one for one in faults if one["round"] == run.number]
    else:
        shown = bench(run, _picked(request))
        context |= {"bench": shown, "due": shown.due and due_in_words(shown.due)}
        context["side"] = side_of(runs.record_of(run))
    return render(request, "games/dealer/deal.html", context)


def _faults(run: SchoolRun) -> int | None:
    """How many faults there are so far; None in a test, which shows them at its end."""
    return len(run.faults) if run.at_once else None


def _picked(request: HttpRequest) -> Picked:
    sent = request.POST if request.method == "POST" else request.GET
    return Picked(sent.get("place", ""), sent.get("spot", ""), sent.get("count", "1"))


def _to_begin(request: HttpRequest, kit: Kit, user: User | None) -> dict[str, Any]:
    past = SchoolRun.objects.filter(user=user, game=kit.slug).exclude(rounds=[])
    return {
        "kit": kit,
        "rungs": ladder(user, kit),
        "procedure": procedure(kit),
        "seats": range(1, most_seats(kit) + 1),
        "seed": request.GET.get("seed", ""),
        "past": past.order_by("-started")[:SHOWN],
        "allowed": runs.ALLOWED_FAULTS,
        "cards": _coming_back(user, kit, timezone.now()) if user else [],
    }


@require_POST
def begin(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin a run; somebody without an account becomes a guest."""
    kit, post = _kit(slug), request.POST

    def deed(user: User) -> None:
        seats = whole(post.get("seats", str(runs.TEST_SEATS)), "A number of players")
        at_once = post.get("named", "at_once") == "at_once"
        kind, now = post.get("kind", ""), timezone.now()
        runs.start(user, kit, kind, now, seats=seats, at_once=at_once, seed=post.get("seed", ""))

    return _done(request, kit, deed)


@require_POST
def move(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a move of the round."""
    kit, post = _kit(slug), request.POST
    kept = {name: post.get(name, "") for name in ("place", "spot", "count")}
    return _done(
        request, kit, lambda user: runs.make(user, kit, _made(request), timezone.now()), kept
    )


@require_POST
def following(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin the next round."""
    kit = _kit(slug)
    return _done(request, kit, lambda user: runs.go_on(user, kit, timezone.now()))


@require_POST
def stop(request: HttpRequest, slug: str) -> HttpResponse:
    """End the run."""
    kit = _kit(slug)
    run = runs.stop(ensure_player(request), kit, timezone.now())
    if run is None or not run.rounds:
        return redirect("games:dealer_deal", kit.slug)
    return redirect("games:dealer_result", kit.slug, run.pk)


@require_safe
@never_cache
def result_page(request: HttpRequest, slug: str, run_id: int) -> HttpResponse:
    """The result of a run, for the dealer and for trainers."""
    kit, user = _kit(slug), _user(request)
    run = SchoolRun.objects.filter(pk=run_id, game=kit.slug).select_related("user").first()
    if run is None or run.ended is None or user is None:
        raise Http404
    if run.user_id != user.pk and not may_train(user):
        raise Http404
    context = {"kit": kit, "run": run, "result": result(run), "rungs": ladder(run.user, kit)}
    context["cards"] = _coming_back(run.user, kit, timezone.now())
    return render(request, "games/dealer/result.html", context | {"kinds": FAULTS})


@require_safe
@never_cache
def drill(request: HttpRequest, slug: str) -> HttpResponse:
    """The question of the visitor's drill; without one, the kinds of questions there are."""
    return _drill_page(request, _kit(slug))


def _drill_page(request: HttpRequest, kit: Kit, refusal: str = "") -> HttpResponse:
    user, now = _user(request), timezone.now()
    found = drills.open_drill(user, kit) if user else None
    context: dict[str, Any] = {"kit": kit, "kinds": kinds_of(kit), "refusal": refusal}
    if user is not None:
        context["cards"] = _coming_back(user, kit, now)
    if found is not None:
        left = drills.left(found, now)
        context |= {
            "drill": found, "asked": found.question, "most": drills.most(found.kind),
            "over": found.ended is not None or left == 0, "left": left,
            "name": drills.name_of(found),
        }  # fmt: skip
    return render(request, "games/dealer/drill.html", context)


def _coming_back(user: User, kit: Kit, now: datetime) -> list[tuple[str, str]]:
    """Which questions come back, and when, in words."""
    return [(card.name, boxes.in_words(card, now)) for card in boxes.coming_back(user, kit)]


@require_POST
def drill_start(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin a drill of a kind."""
    kit, kind = _kit(slug), request.POST.get("kind", "")
    return _drilled(request, kit, lambda user: drills.start(user, kit, kind, timezone.now()))


@require_POST
def drill_answer(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer the question of a drill."""
    kit, given = _kit(slug), request.POST.get("answer", "")
    return _drilled(request, kit, lambda user: drills.answer(user, kit, given, timezone.now()))


def _drilled(request: HttpRequest, kit: Kit, deed: Callable[[User], Any]) -> HttpResponse:
    user = ensure_player(request)
    try:
        deed(user)
    except Refused as refusal:
        return _drill_page(request, kit, str(refusal))
    return redirect("games:dealer_drill", kit.slug)


@require_safe
@never_cache
def dealers(request: HttpRequest) -> HttpResponse:
    """What members dealt, for trainers, and links of tests to set; with ``?game=`` of one game."""
    user = _user(request)
    if user is None or not may_train(user):
        raise Http404
    game = request.GET.get("game", "")
    ended = SchoolRun.objects.filter(ended__isnull=False, user__is_guest=False).exclude(rounds=[])
    found = ended.filter(game=game) if game in KITS else ended
    dealt_runs = [
        (KITS[run.game], run, runs.seconds(run))
        for run in found.select_related("user").order_by("-ended")[:LISTED]
        if run.game in KITS
    ]
    tests = [(kit, secrets.token_hex(8)) for kit in KITS.values()]
    context = {"dealt_runs": dealt_runs, "tests": tests, "kits": KITS.values(), "game": game}
    return render(request, "games/dealer/dealers.html", context)


def may_train(user: User) -> bool:
    """Whether a staff member may see what others dealt, and set tests."""
    return user.is_staff and user.has_perm("games.view_schoolrun")


def _done(
    request: HttpRequest, kit: Kit, deed: Callable[[User], Any],
    kept: dict[str, str] | None = None,
) -> HttpResponse:  # fmt: skip
    user = ensure_player(request)
    try:
        deed(user)
    except Refused as refusal:
        return _page(request, kit, str(refusal))
    ended = SchoolRun.objects.filter(user=user, game=kit.slug).order_by("-pk").first()
    if ended is not None and ended.ended is not None and ended.rounds:
        return redirect("games:dealer_result", kit.slug, ended.pk)
    query = f"?{urlencode(kept)}" if kept else ""
    return redirect(reverse("games:dealer_deal", args=[kit.slug]) + query)


def _made(request: HttpRequest) -> Made:
    """The move that was made. Raises Refused, saying what is missing."""
    post = request.POST
    name, _, step = post.get("deed", "").partition(" ")
    if name == "call":
        return Made("call", step=step)
    deed = next((known for known in DEED_KEYS if known == name), None)
    if deed is None:
        raise Refused("Choose what to do: a call, give, turn, discard, take, push or pay.")
    place = post.get("place", "")
    if not place:
        raise Refused("Choose a seat first, or your own cards, then what to do there.")
    if deed in RESULTS and not post.get("spot"):
        raise Refused("Choose the bet first, then take, push or pay.")
    card = post.get("card", "")
    if deed == "discard" and place == "dealer" and not card:
        raise Refused("Choose the card you throw away, then discard.")
    chips = _chips(post.get("chips", ""))
    amount = post.get("amount", "").strip() or "0"
    cents = sum(chips) if chips else typed(amount)
    if cents is None:
        raise Refused("An amount is a number like 175 or 12.50.")
    count = whole(post.get("count") or "1", "A number of cards")
    if count not in COUNTS:
        raise Refused(f"Choose {COUNTS[0]} to {COUNTS[-1]} cards.")
    spot = post.get("spot", "") if deed in RESULTS else ""
    return Made(deed, place, "", spot, count if deed == "give" else 0, card, cents, chips)


def _chips(text: str) -> tuple[int, ...]:
    """The chips put out, in order, in cents. Raises Refused."""
    chips = tuple(whole(part, "A chip") for part in text.split()[: MOST_CHIPS + 1])
    if len(chips) > MOST_CHIPS or any(chip not in CHIPS for chip in chips):
        raise Refused("Build the payment from the chips of the tray.")
    return chips

"""A round of real cards: somebody deals, and the page says who gets each card, and who is paid.

No chips are involved. It keeps rows of `games.models.HandDealt`, which refer to nothing else.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.views import ensure_player
from games.by_hand.dealing import Dealing, Keyed
from games.by_hand.following import Next, NextCard, Over, Question, following
from games.engine.cards import code_of, name_of, parse_card
from games.engine.errors import GameError
from games.engine.game import Action, Offer, read_action
from games.history import hands_dealt
from games.history.hands_shown import rows_of, settled
from games.kit import Kit
from games.models import HandDealt
from games.registry import KITS
from games.tables.refusals import Refused
from games.web.card_pad import pad_of
from games.web.deal_forms import DealForm
from games.web.decision_buttons import buttons_of
from games.web.request_data import whole


@require_safe
@never_cache
def deals(request: HttpRequest) -> HttpResponse:
    """What can be dealt, the current round, and earlier ones."""
    context: dict[str, Any] = {"kits": list(KITS.values())}
    if isinstance(request.user, User):
        context["current"] = hands_dealt.current_of(request.user)
        context["kept"] = hands_dealt.kept_of(request.user)[:50]
    return render(request, "games/deals.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter the terms of a round: options, paytables, seats with names and wagers."""
    kit = KITS.get(slug)
    if kit is None:
        raise Http404
    form = DealForm(kit, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            setup = form.setup()
            hands_dealt.begin(ensure_player(request), kit, setup, timezone.now())
        except (Refused, GameError) as error:
            form.add_error(None, str(error))
        else:
            return redirect("games:dealing")
    status = 422 if form.errors else 200
    return render(request, "games/deal_new.html", {"kit": kit, "form": form}, status=status)


@require_safe
@never_cache
def dealing(request: HttpRequest) -> HttpResponse:
    """The round being dealt."""
    if not isinstance(request.user, User):
        return redirect("games:deals")
    return _page(request, request.user)


def _page(request: HttpRequest, user: User, refusal: str = "") -> HttpResponse:
    row = hands_dealt.current_of(user)
    if row is None:
        return redirect("games:deals")
    context = _shown(row) | {"refusal": refusal}
    status = 422 if refusal else 200
    return render(request, "games/dealing.html", context, status=status)


def _shown(row: HandDealt) -> dict[str, Any]:
    """The values for the round's templates."""
    kit, round = KITS[row.game], hands_dealt.dealing_of(row)
    coming = following(round)
    context: dict[str, Any] = {
        "row": row,
        "kit": kit,
        "at": len(row.moves),
        "coming": coming,
        "rows": rows_of(round, coming),
        "said": _said(round, coming),
    }
    if isinstance(coming, NextCard):
        return context | {
            "card": coming.owner,
            "after": _after(round, coming),
            "pad": pad_of(round),
        }
    if isinstance(coming, Question):
        return context | _asked(kit, round, coming)
    return context | {"settled": settled(round)}


def _said(round: Dealing, coming: Next) -> str:
    """What a screen reader says about the next card or decision."""
    if isinstance(coming, Over):
        return "The round is over. Take and pay."
    if isinstance(coming, Question):
        return f"{round.called(coming.seat)} decides. {coming.view.question}"
    owner = coming.owner
    of = f" of {owner.of}" if owner.of else ""
    way = "face up" if owner.face_up else "face down"
    return f"Next card: {owner.name}, {owner.number}{of}, {way}."


def _after(round: Dealing, coming: NextCard) -> str:
    """What comes after the next card, if that does not depend on which card it is; otherwise ""."""
    coming_next = set()
    for card in (round.left[0], round.left[-1]):
        then = following(round.after(Keyed(coming.place, card, coming.owner.name)))
        match then:
            case NextCard(owner=owner):
                coming_next.add("" if owner.key == coming.owner.key else f"then {owner.name}")
            case Question(seat=seat):
                coming_next.add(f"then {round.called(seat)} decides")
            case _:
                coming_next.add("the last card")
    return coming_next.pop() if len(coming_next) == 1 else ""


def _asked(kit: Kit, round: Dealing, coming: Question) -> dict[str, Any]:
    """A decision, with the game's own offers."""
    wagers = round.setup.wagers[coming.seat]
    base = wagers.get(kit.decisions.base, 0) if kit.decisions else 0
    base = base or max(wagers.values())
    own = coming.view.seat(coming.seat)
    hands = [hand for hand in own.hands if hand.acting] or list(own.hands) if own else []
    hand = [code for one in hands[:1] for code in one.cards if code]
    buttons = buttons_of(kit, coming.offers, base, hand)
    return {
        "who": round.called(coming.seat),
        "question": coming.view.question,
        "hands": hands,
        "buttons": buttons,
        "discards": _discards(coming.offers),
        "amounts": [o for o in coming.offers if o.amounts and len(o.amounts) > len(buttons)],
    }


def _discards(offers: Sequence[Offer]) -> list[tuple[str, str]]:
    """The cards that may be discarded, by code and name, if that is the question."""
    cards = next((offer.discard_from for offer in offers if offer.discard_from), ())
    return [(code_of(card), name_of(card)) for card in cards]


@require_POST
def key(request: HttpRequest) -> HttpResponse:
    """Key the next card."""

    def deed(user: User, at: int) -> None:
        card = parse_card(request.POST.get("card", ""))
        hands_dealt.key(user, at, card, timezone.now())

    return _done(request, deed)


@require_POST
def decide(request: HttpRequest) -> HttpResponse:
    """Enter the decision of the seat whose turn it is."""

    def deed(user: User, at: int) -> None:
        hands_dealt.decide(user, at, _decided(request), timezone.now())

    return _done(request, deed)


def _decided(request: HttpRequest) -> Action:
    """The action that was pressed. Raises Refused or GameError for anything else."""
    name, _, amount = request.POST.get("action", "").partition(" ")
    raw: dict[str, Any] = {"action": name}
    if amount == "other":
        raw["amount"] = whole(request.POST.get("amount", ""), "An amount in whole units") * 100
    elif amount:
        raw["amount"] = whole(amount, "An amount")
    if "discarding" in request.POST:
        raw["discard"] = request.POST.getlist("discard")
    return read_action(raw)


@require_POST
def undo(request: HttpRequest) -> HttpResponse:
    """Go back one card or decision."""
    return _done(request, lambda user, at: hands_dealt.undo(user, at, timezone.now()))


@require_POST
def next_round(request: HttpRequest) -> HttpResponse:
    """Begin the next round, with the same seats and wagers."""
    return _done(request, lambda user, at: hands_dealt.next_round(user, timezone.now()))


@require_POST
def stop(request: HttpRequest) -> HttpResponse:
    """Put the cards away."""
    if isinstance(request.user, User):
        hands_dealt.stop(request.user)
    return redirect("games:deals")


def _done(request: HttpRequest, deed: Callable[[User, int], object]) -> HttpResponse:
    """The round after a change, or the page with the sentence that refuses it."""
    if not isinstance(request.user, User):
        return redirect("games:deals")
    try:
        deed(request.user, whole(request.POST.get("at", "0"), "The number of moves"))
    except (Refused, GameError) as refusal:
        if hands_dealt.current_of(request.user) is None:
            messages.error(request, str(refusal))
        return _page(request, request.user, str(refusal))
    return redirect("games:dealing")


@require_safe
@never_cache
def dealt(request: HttpRequest, pk: int) -> HttpResponse:
    """One of the visitor's finished rounds."""
    return render(request, "games/dealt.html", _shown(_own(request, pk)))


@require_safe
@never_cache
def dealt_record(request: HttpRequest, pk: int) -> HttpResponse:
    """The record of such a round, as `manage.py replay` reads it."""
    row = _own(request, pk)
    text = json.dumps(row.record, indent=2)
    name = f"{row.game}-{row.number}-by-hand.json"
    return HttpResponse(
        text,
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _own(request: HttpRequest, pk: int) -> HandDealt:
    if not isinstance(request.user, User):
        raise Http404
    return get_object_or_404(HandDealt, pk=pk, user=request.user, ended__isnull=False)

"""The pages of finished rounds: the history, a round, a shared round, and their proofs."""

import json
from collections.abc import Callable, Iterator
from functools import partial, wraps
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    condition,
    require_http_methods,
    require_POST,
    require_safe,
)

from accounts.look import deck_of
from accounts.models import User, new_client_seed
from accounts.visitors import logged_in
from accounts.zones import zone_of
from games.history import exports, pictures
from games.history.days import figures_of, rows_of, way_of
from games.history.details import (
    balances_of,
    happenings,
    laid_out,
    options_in_force,
    paytables_in_force,
    spots_of,
)
from games.history.forms import ClientSeedForm, HistoryForm
from games.history.headlines import of_parts
from games.history.listing import (
    PAGE,
    open_link,
    own_part,
    own_rounds,
    page_after,
    revoke,
    shared_part,
)
from games.history.listing import share as share_part
from games.history.reviews.plots import HEIGHT, WIDTH, plot
from games.history.reviews.shown import waiting_of, worths_of
from games.history.verification import check_round, deck_shown, exported, proof_of
from games.models import RoundSeat
from games.runtime.worker import ensure_worker
from games.scenes.fragments import faces_at
from games.tables.finished_round import Played, played
from games.tables.refusals import Refused
from games.tables.shoes import is_followed
from games.web.access import own_round
from games.web.replay_views import Place, replay_page
from games.web.request_data import by_htmx

FORMS = {
    "ndjson": (exports.records, "application/x-ndjson"),
    "csv": (exports.table, "text/csv; charset=utf-8"),
}
"""The formats of an export."""


@require_safe
@never_cache
@login_required
def history(request: HttpRequest) -> HttpResponse:
    """The player's own rounds, newest first: a page of them, or for HTMX the next rows."""
    user, now, zone = logged_in(request), timezone.now(), zone_of(request)
    form = HistoryForm(user, request.GET, now=now, zone=zone)
    if not form.is_valid():
        return render(request, "games/history.html", {"form": form}, status=400)
    last = _last_seen(request)
    rows = own_rounds(user, form.wanted())
    page, more = page_after(rows, last)
    listed, asked = rows_of(page, rows, last, zone=zone, now=now), _asked(request)
    context = {
        "form": form,
        "rows": listed,
        "waiting": waiting_of(row.worth for row in listed),
        "older": f"?{urlencode(asked | {'before': page[-1].pk})}" if more else "",
        "asked": urlencode(asked),
        "first": last is None,
    }
    if by_htmx(request):
        return render(request, "games/history_rows.html", context)
    if last is None and page:
        context |= _summed_up(user, rows)
    return render(request, "games/history.html", context)


def _summed_up(user: User, rows: QuerySet[RoundSeat]) -> dict[str, Any]:
    """The figures over some rounds, and the curve of their net."""
    figures, way = figures_of(user, rows), way_of(rows)
    if figures.waiting:
        ensure_worker()
    return {
        "figures": figures,
        "plot": plot([point.rounds for point in way], [[point.net for point in way]]),
        "box": {"width": WIDTH, "height": HEIGHT},
    }


@require_safe
@never_cache
@login_required
def history_figures(request: HttpRequest) -> HttpResponse:
    """The figures over the filtered rounds, for a page that waits for reviews: 204 if as many as
    ``?have=`` are still missing."""
    user, now = logged_in(request), timezone.now()
    form = HistoryForm(user, request.GET, now=now, zone=zone_of(request))
    if not form.is_valid():
        raise Http404
    figures = figures_of(user, own_rounds(user, form.wanted()))
    if figures.waiting:
        ensure_worker()
    if request.GET.get("have") == str(figures.waiting):
        return HttpResponse(status=204)
    context = {"figures": figures, "asked": urlencode(_asked(request))}
    return render(request, "games/history/figures.html", context)


@require_safe
@never_cache
@login_required
def history_costs(request: HttpRequest) -> HttpResponse:
    """What the decisions of some listed rounds cost, once they are reviewed; ``?of=`` has the
    numbers of their rows; 204 if none is reviewed yet. ``?again=`` is how many more times a table
    asks; the history asks until it has them all."""
    texts = request.GET.get("of", "").split(",")[:PAGE]
    numbers = [
        int(text) for text in texts if text.isascii() and text.isdecimal() and len(text) < 19
    ]
    parts = own_rounds(logged_in(request)).filter(pk__in=numbers)
    worths = worths_of(list(parts))
    again = request.GET.get("again")
    if again is None and all(worth.waiting for worth in worths):
        return HttpResponse(status=204 if worths else 200)
    waiting = "" if again == "0" else waiting_of(worths)
    context = {"worths": worths, "waiting": waiting, "at_table": again is not None}
    return render(request, "games/history/costs.html", context)


def _asked(request: HttpRequest) -> dict[str, Any]:
    """The filters that are set."""
    return {
        key: value for key, value in request.GET.items() if value and key not in ("before", "have")
    }


def _last_seen(request: HttpRequest) -> RoundSeat | None:
    """The last round that the reader has seen. Raises Http404 for one that is not their own."""
    text = request.GET.get("before")
    if text is None:
        return None
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else 0
    last = own_part(logged_in(request), number)
    if last is None:
        raise Http404
    return last


@require_safe
@never_cache
@login_required
def export(request: HttpRequest, form: str) -> HttpResponseBase:
    """The player's own rounds as a file, with the filters of the history; a few times a minute,
    since many rounds are replayed for it. A HEAD request replays and counts nothing."""
    if form not in FORMS:
        raise Http404
    filters = HistoryForm(
        logged_in(request), request.GET, now=timezone.now(), zone=zone_of(request)
    )
    if not filters.is_valid():
        faults = [fault for found in filters.errors.values() for fault in found]
        return HttpResponse(
            "\n".join(map(str, faults)), status=400, content_type="text/plain; charset=utf-8"
        )
    made, content_type = FORMS[form]
    if request.method == "HEAD":
        return _file(form, content_type, partial(iter, ()))
    refusal: HttpResponse | None = ratelimit.consume_or_429(
        request, action="rounds", limit_get=True
    )
    if refusal:
        return refusal
    rows = own_rounds(logged_in(request), filters.wanted())
    return _file(form, content_type, partial(made, rows))


def _file(form: str, content_type: str, made: Callable[[], Iterator[str]]) -> HttpResponseBase:
    return StreamingHttpResponse(
        exports.streamed(made),
        content_type=content_type,
        headers={"Content-Disposition": f'attachment; filename="rounds.{form}"'},
    )


@require_safe
@never_cache
@login_required
def round_page(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """One of the player's finished rounds: what was dealt, decided and paid, and its proof."""
    part, parts = own_round(request, round_id)
    found = played(part.round)
    balances = balances_of(found, part.user_id)
    link = open_link(part)
    context = _shared_values(found, part) | {
        "parts": parts,
        "followed": is_followed(part.round),
        "balances": balances,
        "results": spots_of(found, part, balances),
        "link": request.build_absolute_uri(reverse("games:shared", args=[link.token]))
        if link
        else "",
        "record_url": reverse("games:record", args=[round_id]),
        "record_text": json.dumps(exported(found.round), indent=2),
    }
    return _drawn(request, "round", found, context)


def _drawn(request: HttpRequest, page: str, found: Played, context: dict[str, Any]) -> HttpResponse:
    """A page of a round, with the cards as they look in its game."""
    art = faces_at(found.round.game, deck_of(request))
    return render(request, f"games/{page}.html", context | {"card_art": art})


def _shared_values(found: Played, part: RoundSeat) -> dict[str, Any]:
    """The values that the pages of a round and of a shared round have in common."""
    view = found.view(part.seat)
    return {
        "round": found.round,
        "part": part,
        "title": of_parts([part])[0].title,
        "laid": laid_out(view, part.seat),
        "happenings": happenings(found, view),
        "options": options_in_force(found.round),
        "paytables": paytables_in_force(found.round),
        "proof": proof_of(found.round),
        "deck": deck_shown(found),
        "verdict": check_round(found),
    }


@require_safe
@never_cache
@login_required
def round_record(request: HttpRequest, round_id: UUID) -> JsonResponse:
    """The record of one of the player's finished rounds."""
    part, _ = own_round(request, round_id)
    response = JsonResponse(exported(part.round), json_dumps_params={"indent": 2})
    response["Content-Disposition"] = f'attachment; filename="round-{round_id}.json"'
    return response


@require_POST
@login_required
def share(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """Make a link to a round as the player's own seat saw it."""
    part, _ = own_round(request, round_id)
    try:
        share_part(part, timezone.now())
    except Refused as error:
        messages.error(request, str(error))
    return _back(part)


@require_POST
@login_required
def unshare(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """Revoke the link to a round."""
    part, _ = own_round(request, round_id)
    revoke(part, timezone.now())
    return _back(part)


def _back(part: RoundSeat) -> HttpResponse:
    url = reverse("games:round", args=[part.round_id])
    return redirect(f"{url}?seat={part.seat}#share")


def _private_link(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For a page with a secret address: it is not cached, indexed or sent as a referrer."""

    @wraps(view)
    def answered(request: HttpRequest, token: str) -> HttpResponse:
        try:
            part = shared_part(token)
        except RoundSeat.DoesNotExist:
            raise Http404 from None
        response = view(request, token, part)
        response["Referrer-Policy"] = "no-referrer"
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return require_safe(never_cache(answered))


@_private_link
def shared(request: HttpRequest, token: str, part: RoundSeat) -> HttpResponse:
    """A shared round, as the sharer's seat saw it, without names and balances."""
    found = played(part.round)
    context = _shared_values(found, part) | {
        "results": spots_of(found, part, None),
        "token": token,
        "record_url": reverse("games:shared_proof", args=[token]),
        "url": request.build_absolute_uri(request.path),
        "picture": _picture_url(request, token, part),
        "picture_size": (pictures.WIDTH, pictures.HEIGHT),
    }
    return _drawn(request, "shared", found, context)


def _picture_url(request: HttpRequest, token: str, part: RoundSeat) -> str:
    """The full address, for other sites; another picture has another address."""
    path = reverse("games:shared_picture", args=[token])
    return request.build_absolute_uri(f"{path}?{_picture(part).digest}")


@require_safe
def shared_picture(request: HttpRequest, token: str) -> HttpResponse:
    """A shared round as a picture, for chats in which its link is pasted."""
    try:
        shown = _picture(shared_part(token))
    except RoundSeat.DoesNotExist:
        raise Http404 from None

    def drawn(request: HttpRequest) -> HttpResponse:
        return HttpResponse(pictures.png(shown), content_type="image/png")

    response = condition(etag_func=lambda request: f'"{shown.digest}"')(drawn)(request)
    response["Cache-Control"] = "max-age=3600"
    response["X-Robots-Tag"] = "noindex"
    return response


def _picture(part: RoundSeat) -> pictures.Shown:
    (line,) = of_parts([part])
    return pictures.Shown(
        title=line.title,
        game=part.round.rules.name,
        hands=tuple(tuple(hand) for hand in line.hands),
        against=tuple(line.against),
        net=part.net,
    )


@_private_link
def shared_replay(request: HttpRequest, token: str, part: RoundSeat) -> HttpResponse:
    """The replay of a shared round: what the sharer's seat saw, without names."""
    place = Place(back=reverse("games:shared", args=[token]), named=False)
    return replay_page(request, part.round, part.seat, place)


@_private_link
def shared_proof(request: HttpRequest, token: str, part: RoundSeat) -> HttpResponse:
    """What proves the deal of a shared round, and nothing about how others played."""
    found = played(part.round)
    decks = {"decks": part.round.rules.decks(part.round.house_options)}
    deck = deck_shown(found) if part.round.revealed_seed else None
    proof = proof_of(part.round) | {"rules": decks, "deck": deck}
    return JsonResponse(proof, json_dumps_params={"indent": 2})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def fairness(request: HttpRequest) -> HttpResponse:
    """How a deal is proved, and the player's own seed."""
    if not isinstance(request.user, User):
        if request.method == "POST":
            return redirect(f"{reverse('accounts:login')}?next={request.path}")
        return render(request, "games/fairness.html")
    user = request.user
    if request.method != "POST":
        form = ClientSeedForm({"client_seed": user.client_seed})
        return render(request, "games/fairness.html", {"form": form})
    given = {"client_seed": new_client_seed()} if "new" in request.POST else request.POST
    form = ClientSeedForm(given)
    if not form.is_valid():
        return render(request, "games/fairness.html", {"form": form}, status=400)
    user.client_seed = form.cleaned_data["client_seed"]
    user.save(update_fields=["client_seed"])
    messages.success(request, "Your seed is set. It counts from the next deal you have a bet in.")
    return redirect("games:fairness")

"""Rounds in the admin: searched, shown in full once they are over, and voided.

Of an unfinished round they show only that it is in play: no card, no result, no seed.
"""

import json
import re
from collections.abc import Callable
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe
from unfold.contrib.filters.admin import RangeDateTimeFilter

from accounts.adminbase import READING, Confirmation, ReadOnlyAdmin
from accounts.export_admin import ExportedAdmin
from accounts.models import User
from accounts.visitors import logged_in
from games.admin.columns import GameColumn
from games.admin.filters import GameFilter
from games.backoffice import voids
from games.backoffice.voids import CONFIRM, VOID, is_party
from games.history.details import happenings, options_in_force, paytables_in_force
from games.history.exports import COLUMNS
from games.history.verification import check_round, exported
from games.models import Round, RoundSeat, Table, VoidRequest
from games.tables.finished_round import played
from games.tables.refusals import Refused
from games.tables.shoes import followed, is_followed
from games.web.replay_views import Place, replay_page
from games.web.request_data import seat_named

OVER = (Round.Status.SETTLED, Round.Status.VOID)
WAITING = VoidRequest.Status.WAITING
DIGITS = re.compile("[0-9a-f]{8,32}")
"""The first digits of an id, or all of them."""
SEAL = 64
"""How many digits the seal of a deck has."""


@admin.register(Round)
class RoundAdmin(GameColumn, ExportedAdmin):
    """Every round. The seed is shown once nothing is dealt from it any more."""

    folder = "admin/rounds"
    help_sentence = (
        "Every round that was opened. Its record, its replay and its checks are there when it is "
        "over; before that nobody sees a card that is not turned, nor the seed."
    )
    list_display = ("short_id", "game_name", "table", "number", "status", "opened", "ended")
    list_filter = (GameFilter, "status", ("opened", RangeDateTimeFilter))
    search_fields = ("table__name",)
    search_help_text = (
        "A round's id, a player's name, the seal of a deck, or a part of a table's name."
    )
    list_select_related = ("table",)
    file_name = "rounds"
    columns = MappingProxyType({**COLUMNS, "player": lambda part: part.user.username})

    def exported(self, request: HttpRequest) -> QuerySet[RoundSeat]:
        """A line for every seat of finished rounds whose cards nobody is dealt any more."""
        rounds = self.chosen(request).filter(status__in=OVER).exclude(followed())
        parts = RoundSeat.objects.filter(round__in=rounds.order_by().values("pk"))
        return parts.select_related("round__table", "user")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Round], search_term: str
    ) -> tuple[QuerySet[Round], bool]:
        """An id (or its first digits, as the list has them), a seal and a name are looked up
        exactly, since there are millions of rounds; otherwise a search looks through the table
        names."""
        term = search_term.strip()
        digits = term.replace("-", "").lower()
        if DIGITS.fullmatch(digits):
            ends = (UUID(digits.ljust(32, end)) for end in "0f")
            return queryset.filter(pk__range=tuple(ends)), False
        if len(term) == SEAL:
            return queryset.filter(commitment=term.lower()), False
        if (user := User.named(term)) is not None:
            part = RoundSeat.objects.filter(round=OuterRef("pk"), user=user)
            return queryset.filter(Exists(part)), False
        tables = list(Table.objects.filter(name__icontains=term))
        return queryset.filter(table__in=tables) if term else queryset, False

    @admin.display(description="Round")
    def short_id(self, round: Round) -> str:
        """The first digits of its id."""
        return str(round.pk)[:8]

    def get_urls(self) -> list[URLPattern]:
        """Adds record, replay, and the steps to void a round."""
        own: tuple[tuple[str, Callable[..., HttpResponse], str], ...] = (
            ("<uuid:round_id>/record.json", require_safe(self.record), "record"),
            ("<uuid:round_id>/replay", require_safe(self.replay), "replay"),
            ("<uuid:round_id>/void", self.void, "void"),
            ("voids/<int:request_id>", require_POST(self.decide), "decide"),
        )
        urls = [
            path(route, self.admin_site.admin_view(view), name=f"games_round_{name}")
            for route, view, name in own
        ]
        return [*urls, *super().get_urls()]

    def _round(self, request: HttpRequest, round_id: Any, *, over: bool = False) -> Round:
        """A round. over: only a finished one whose cards nobody is dealt any more. Raises Http404,
        PermissionDenied."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        try:
            found = Round.objects.select_related("table", "shoe").filter(pk=UUID(str(round_id)))
        except ValueError:
            raise Http404 from None
        round = found.first()
        if round is None or (over and (not round.over or is_followed(round))):
            raise Http404
        return round

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """A round: who played, and once it is over everything that was dealt, decided and paid."""
        round = self._round(request, object_id)
        if request.method not in READING:
            raise PermissionDenied
        asked = round.void_requests.filter(status=WAITING).select_related("requested_by").first()
        party = is_party(logged_in(request), round)
        own = asked is not None and asked.requested_by_id == request.user.pk
        may_void = request.user.has_perm(VOID)
        context: dict[str, Any] = {
            "round": round,
            "seats": round.seats.select_related("user").order_by("seat"),
            "seed": round.revealed_seed,
            "asked": asked,
            "own": own,
            "followed": is_followed(round),
            "may_confirm": request.user.has_perm(CONFIRM) and (own or not party),
            "may_void": may_void and not party and round.status == Round.Status.PLAYING,
            "may_ask": may_void and round.status == Round.Status.SETTLED and asked is None,
            "requests": round.void_requests.exclude(status=WAITING).select_related(
                "requested_by", "decided_by"
            ),
        }
        if round.over and round.dealt and not is_followed(round):
            context |= _finished_values(round)
        title = f"Round {round.number} at {round.table}"
        return self.answer(request, "round.html", title, **context)

    def record(self, request: HttpRequest, round_id: UUID) -> HttpResponse:
        """The full record of a finished round."""
        round = self._round(request, round_id, over=True)
        return JsonResponse(exported(round), json_dumps_params={"indent": 2})

    def replay(self, request: HttpRequest, round_id: UUID) -> HttpResponse:
        """The replay of a finished round, as a spectator or one of its seats saw it."""
        round = self._round(request, round_id, over=True)
        seats = tuple(round.seats.order_by("seat").values_list("seat", flat=True))
        if not seats:
            raise Http404
        seat = seat_named(request.GET)
        if seat is not None and seat not in seats:
            raise Http404
        place = Place(back=_page_of(round), seats=seats if seat is not None else ())
        return replay_page(request, round, seat, place)

    def void(self, request: HttpRequest, round_id: UUID) -> HttpResponse:
        """Confirm first, then void a round in play, or request to void a settled one."""
        round = self._round(request, round_id)
        if not request.user.has_perm(VOID):
            raise PermissionDenied
        if request.method != "POST":
            return self.confirm(request, voiding(round))
        reason, now = request.POST.get("reason", ""), timezone.now()
        try:
            if round.status == Round.Status.SETTLED:
                voids.request_void(request, round.pk, reason, now)
                done = "You have asked to void the round. A second person confirms or refuses."
            else:
                voids.void_open(request, round.pk, reason, now)
                done = "The round is void: every stake is returned."
        except Refused as error:
            return self.confirm(request, voiding(round), error=str(error))
        messages.success(request, done)
        return redirect(_page_of(round))

    def decide(self, request: HttpRequest, request_id: int) -> HttpResponse:
        """Confirm or refuse somebody else's request."""
        asked = VoidRequest.objects.filter(pk=request_id).select_related("round").first()
        if asked is None:
            raise Http404
        deeds = {
            "confirm": (voids.confirm, "The round is void: stakes and payouts are reversed."),
            "refuse": (voids.refuse, "The round stands."),
        }
        deed, done = deeds.get(request.POST.get("act", ""), (None, ""))
        if deed is None:
            raise Http404
        try:
            deed(request, request_id, timezone.now())
        except Refused as error:
            messages.error(request, str(error))
        else:
            messages.success(request, done)
        return redirect(_page_of(asked.round))


def voiding(round: Round) -> Confirmation:
    """What the page says before a round is voided, or that is requested."""
    name = f"round {round.number} at {round.table}"
    parts = list(round.seats.select_related("user").order_by("seat"))
    people = ", ".join(part.user.display_name for part in parts) or "nobody"
    settled = round.status == Round.Status.SETTLED
    happens = (
        ("A second person reads your reason and decides. Until then nothing changes.",
         f"If they confirm, every stake goes back and every payout is taken back: {people}.",
         "The house bears what a player has already spent.")
        if settled
        else (f"Every stake goes back at once: {people}.",
              "The seed of the deal is shown, so that everybody can check it.")
    )  # fmt: skip
    return Confirmation(
        title=f"Ask to void {name}?" if settled else f"Void {name}?",
        happens=(*happens, "It cannot be undone. The record stays, and says that it is void."),
        readers="The players read this once the round is void; so do your colleagues and auditors.",
        button=f"Ask to void {name}" if settled else f"Void {name}",
        back=_page_of(round),
        stay="Let it stand" if settled else "Let it go on",
    )


def _page_of(round: Round) -> str:
    return reverse("admin:games_round_change", args=[round.pk])


def _finished_values(round: Round) -> dict[str, Any]:
    """What is shown of a finished round: a spectator's last view of it, and its record."""
    found = played(round)
    view = found.view(None)
    return {
        "happenings": happenings(found, view),
        "options": options_in_force(round),
        "paytables": paytables_in_force(round),
        "verdict": check_round(found),
        "record_text": json.dumps(exported(round), indent=2),
    }


@admin.register(VoidRequest)
class VoidRequestAdmin(ReadOnlyAdmin):
    """Requests that wait for a second person."""

    help_sentence = (
        "Settled rounds that somebody asks to void. A second person opens the round and confirms "
        "or refuses; only then does any chip move."
    )
    list_display = ("requested", "round_name", "reason", "requested_by", "status", "decided_by")
    list_filter = ("status",)
    list_select_related = ("round__table", "requested_by", "decided_by")

    @admin.display(description="Round")
    def round_name(self, asked: VoidRequest) -> str:
        """Its number and table."""
        return f"{asked.round.number} at {asked.round.table}"

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """The page of the round."""
        asked = self.row_shown(request, object_id)
        if request.method not in READING:
            raise PermissionDenied
        return redirect(_page_of(asked.round))

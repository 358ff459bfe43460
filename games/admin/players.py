"""Players in the administration: one page with everything that a telephone call may be about.

Status, groups and permissions are on the page of people and cannot be changed here.
"""

from functools import partial
from types import MappingProxyType
from typing import Any

from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin, messages
from django.contrib.auth.forms import SetPasswordForm
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts import chips, exclusions, limits, people, second_factor
from accounts.adminbase import READING, Confirmation
from accounts.exclusions import Status
from accounts.export_admin import ExportedAdmin
from accounts.models import ExclusionRequest, User
from accounts.staff import Declined
from accounts.visitors import logged_in
from games.backoffice import players


class PasswordForm(SetPasswordForm):  # type: ignore[type-arg]  # generic in its stub alone
    """A password that a superuser sets for somebody."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs["class"] = "room-input"


class LengthForm(forms.Form):
    """How long to exclude a player."""

    length = forms.ChoiceField(
        label="For",
        choices=[
            (str(days or 0), f"{days} day{'s' if days != 1 else ''}" if days else "good")
            for days in exclusions.LENGTHS
        ],
        initial="7",
        widget=forms.Select(attrs={"class": "room-input"}),
    )

    @property
    def days(self) -> int | None:
        """How many days; None for good."""
        return int(self.cleaned_data["length"]) or None


class ExclusionFilter(admin.SimpleListFilter):
    """Players who are excluded, and those with an open request."""

    title = "exclusion"
    parameter_name = "exclusion"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """The states."""
        return [("waiting", "Asked for"), ("excluded", "Excluded")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        """The players in the chosen state."""
        if self.value() == "waiting":
            return queryset.filter(exclusion_requests__status=Status.WAITING)
        return queryset.filter(play_limits__excluded=True) if self.value() else queryset


@admin.register(User)
class PlayerAdmin(ExportedAdmin):
    """Everyone with an account: players and staff."""

    folder = "admin/players"
    help_sentence = (
        "Everyone with an account. What each of them may do in here is decided by superusers, on "
        "the page of people."
    )
    list_display = ("username", "email", "is_guest", "is_staff", "is_active", "date_joined")
    list_filter = (ExclusionFilter, "is_guest", "is_staff", "is_active", "groups")
    search_fields = ("username", "first_name", "last_name", "email")
    file_name = "players"
    columns = MappingProxyType({
        "name": lambda user: user.username,
        "email": lambda user: user.email,
        "guest": lambda user: user.is_guest,
        "staff": lambda user: user.is_staff,
        "active": lambda user: user.is_active,
        "joined_utc": lambda user: user.date_joined,
        "balance_cents": lambda user: getattr(getattr(user, "account", None), "shown", 0),
        "excluded": lambda user: getattr(getattr(user, "play_limits", None), "excluded", False),
    })  # fmt: skip

    def exported(self, request: HttpRequest) -> QuerySet[User]:
        """With their balances as others see them."""
        return self.chosen(request).select_related("account", "play_limits")

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        """Without bots."""
        rows: QuerySet[User] = super().get_queryset(request)
        return rows.filter(is_bot=False)

    def get_urls(self) -> list[URLPattern]:
        """Adds what staff do for one player."""
        own = (
            ("password/", self.password, "password"),
            ("note", require_POST(self.note), "note"),
            ("exclude", partial(self.ask, kind=ExclusionRequest.Kind.EXCLUDE), "exclude"),
            ("readmit", partial(self.ask, kind=ExclusionRequest.Kind.LIFT), "readmit"),
            ("exclusions/<int:request_id>", require_POST(self.decide), "decide"),
        )
        urls = [
            path(f"<int:object_id>/{route}", self.admin_site.admin_view(view),
                 name=f"accounts_user_{name}")
            for route, view, name in own
        ]  # fmt: skip
        return [*urls, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """A player: money, rounds, limits, notes, devices, and open requests about them."""
        player: User = self.row_shown(request, object_id)
        if request.method not in READING:
            raise PermissionDenied
        now, user = timezone.now(), logged_in(request)
        own = limits.of(player)
        asked = player.exclusion_requests.filter(status=Status.WAITING).first()
        return self.answer(
            request, "player.html", player.display_name, player=player, own=own, now=now,
            balance=players.balance_of(player), lines=players.statement(player),
            played=players.played_lately(player, now), seats=players.seats_of(player),
            loss=own.loss_at(now), minutes=own.minutes_at(now), break_until=own.break_at(now),
            excluded=own.excluded_at(now), asked=asked,
            own_request=asked is not None and asked.requested_by_id == user.pk,
            decided=player.exclusion_requests.exclude(status=Status.WAITING)[:5],
            notes=player.notes.select_related("by")[:20],
            devices=UserSession.objects.filter(user=player).order_by("-last_seen_at")[:10],
            factors=second_factor.of(player),
            may_note=user.has_perm(exclusions.NOTE), may_ask=user.has_perm(exclusions.ASK),
            may_decide=user.has_perm(exclusions.DECIDE), may_chips=user.has_perm(chips.ASK),
        )  # fmt: skip

    def note(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Add a note."""
        player: User = self.row_shown(request, object_id)
        try:
            exclusions.note(request, player, request.POST.get("text", ""), timezone.now())
        except Declined as error:
            messages.error(request, str(error))
        return redirect(_page_of(player))

    def ask(
        self, request: HttpRequest, object_id: int, kind: ExclusionRequest.Kind
    ) -> HttpResponse:
        """Request to exclude a player, or to end an exclusion: first the page, then the request."""
        player: User = self.row_shown(request, object_id)
        if not request.user.has_perm(exclusions.ASK):
            raise PermissionDenied
        form = LengthForm(request.POST or None) if kind == ExclusionRequest.Kind.EXCLUDE else None
        error = ""
        if request.method == "POST" and (form is None or form.is_valid()):
            days = form.days if form else None
            reason = request.POST.get("reason", "")
            try:
                exclusions.ask(request, player, kind, days, reason, timezone.now())
            except Declined as declined:
                error = str(declined)
            else:
                messages.success(request, "You have asked. Somebody else approves or refuses.")
                return redirect(_page_of(player))
        return self.confirm(request, _asking(player, kind), form=form, error=error)

    def decide(self, request: HttpRequest, object_id: int, request_id: int) -> HttpResponse:
        """Approve or refuse somebody else's request."""
        player: User = self.row_shown(request, object_id)
        deeds = {"approve": exclusions.approve, "refuse": exclusions.refuse}
        deed = deeds.get(request.POST.get("act", ""))
        if deed is None:
            raise Http404
        try:
            asked = deed(request, request_id, timezone.now())
        except Declined as error:
            messages.error(request, str(error))
        else:
            messages.success(request, f"{asked.get_status_display()}.")
        return redirect(_page_of(player))

    def password(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Set a password for somebody who is locked out."""
        people.superuser(request)
        person: User = self.row_shown(request, object_id)
        form = PasswordForm(person, request.POST or None)
        kind = "staffmember" if person.is_staff else "user"
        back = reverse(f"admin:accounts_{kind}_change", args=[person.pk])
        if form.is_valid():
            try:
                people.set_password(
                    request, person, form.cleaned_data["new_password1"], timezone.now()
                )
            except Declined as error:
                form.add_error(None, str(error))
            else:
                messages.success(request, f"{person.username} has a new password.")
                return redirect(back)
        return self.answer(
            request, "admin/people/password.html", "Set a password",
            422 if form.errors else 200, form=form, person=person, back=back,
        )  # fmt: skip


def _asking(player: User, kind: ExclusionRequest.Kind) -> Confirmation:
    """What the page says before somebody requests to exclude a player, or to end that."""
    name, back = player.display_name, _page_of(player)
    second = "A second person reads your reason and decides. Until then nothing changes."
    if kind == ExclusionRequest.Kind.LIFT:
        return Confirmation(
            title=f"Let {name} play again?",
            happens=(second, f"If they approve, {name} can sit down and bet at once."),
            readers="The second person and the auditors read this.",
            button="Ask for it",
            back=back,
            stay="Leave the exclusion",
        )
    return Confirmation(
        title=f"Exclude {name}?",
        happens=(
            second,
            "If they approve, the hand in play is finished and paid, and every seat is given up.",
            "From then on no bet is taken.",
            "The chips stay in the account, and the history can still be read.",
            "Ending it early takes two persons too.",
        ),
        readers=f"{name} reads this, and so do the floor and the auditors.",
        button="Ask for it",
        back=back,
        stay="Do not exclude",
    )


def _page_of(player: User) -> str:
    return reverse("admin:accounts_user_change", args=[player.pk])

"""The dashboard: the state of the house, holds beside the exact figures, whether all is well."""

from dataclasses import asdict
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone

from accounts.adminbase import READING, Confirmation
from accounts.export_admin import ExportedAdmin
from accounts.staff import Declined
from games.backoffice import dashboard, hold_alarms, holds
from games.backoffice.health import health
from games.backoffice.hold_chart import chart_of
from games.backoffice.hold_report import Hold, Report, Wish, bet_name, pace_of, wish_of
from games.backoffice.table_desk import CHANGE
from games.models import HoldAlarm, HoldTally, PaytableVersion, Table
from games.registry import GAMES
from games.templatetags.odds import percent

ANSWERS = 8
"""How many answered alarms are shown."""


class VersionField(forms.ModelChoiceField[PaytableVersion]):
    """A choice among paytable versions, in words."""

    def label_from_instance(self, obj: PaytableVersion) -> str:
        """Game, bet, code and number."""
        return f"{bet_name(obj.game, obj.spot)}: {obj.code}, version {obj.number}"


class RangeForm(forms.Form):
    """The days, game, table and paytable version of the report."""

    first = forms.DateField(required=False, label="From")
    last = forms.DateField(required=False, label="To")
    game = forms.ChoiceField(required=False, label="Game")
    table = forms.ModelChoiceField(
        Table.objects.none(), required=False, label="Table", empty_label="All tables"
    )
    version = VersionField(
        PaytableVersion.objects.none(),
        required=False,
        label="Paytable version",
        empty_label="All versions",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = [(game.slug, game.name) for game in GAMES.values()]
        self.fields["game"] = forms.ChoiceField(
            required=False, choices=[("", "All games"), *games], label="Game"
        )
        played = HoldTally.objects.values("table").distinct()
        tables = Table.objects.filter(pk__in=played).order_by("name", "pk")
        self.fields["table"].queryset = tables  # type: ignore[attr-defined]  # of a choice of rows
        paid = HoldTally.objects.values("version").distinct()
        versions = PaytableVersion.objects.filter(pk__in=paid)
        self.fields["version"].queryset = versions  # type: ignore[attr-defined]  # the same
        for name, field in self.fields.items():
            field.widget.attrs["class"] = "room-input"
            if name in ("first", "last"):
                field.widget.input_type = "date"


def _wish(form: RangeForm) -> Wish:
    """What the form asks for; invalid fields are ignored."""
    form.is_valid()
    given = form.cleaned_data
    table, version = given.get("table"), given.get("version")
    return wish_of(
        given.get("first"),
        given.get("last"),
        timezone.now().date(),
        game=given.get("game") or "",
        table=table.pk if table else None,
        version=version.pk if version else None,
    )


@admin.register(HoldTally)
class DashboardAdmin(ExportedAdmin):
    """One page over all tallies."""

    folder = "admin"
    help_sentence = (
        "How the house stands now, and whether each bet holds what it should by the exact figures. "
        "An alarm is less likely than 1 in 10,000 by chance alone: look into it."
    )

    file_name = "hold"
    columns = MappingProxyType({
        "day_utc": lambda tally: tally.day,
        "table": lambda tally: tally.table.name,
        "game": lambda tally: tally.felt.game,
        "bet": lambda tally: tally.spot,
        "paytable": lambda tally: tally.version and tally.version.code,
        "version": lambda tally: tally.version and tally.version.number,
        "stake_cents": lambda tally: tally.stake,
        "fresh_cards": lambda tally: tally.fresh,
        "bets": lambda tally: tally.wagers,
        "opening_cents": lambda tally: tally.wagers * tally.stake,
        "staked_cents": lambda tally: tally.staked,
        "returned_cents": lambda tally: tally.returned,
        "held_cents": lambda tally: tally.staked - tally.returned,
    })  # fmt: skip

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The dashboard."""
        self._check(request)
        now = timezone.now()
        holds.count_settled(dashboard.COUNTED_AT_ONCE)
        wish = _wish(RangeForm(request.GET))
        report = Report(wish, now)
        bets = report.by_bet()
        chosen = _chosen(bets, request.GET.get("bet", ""))
        asked = asdict(wish)
        days = report.by_day(chosen.key if chosen else None)
        return self.answer(
            request,
            "dashboard.html",
            "Dashboard",
            standing=dashboard.standing(now),
            form=RangeForm(initial=asked),
            query=urlencode({name: value for name, value in asked.items() if value}),
            whole=report.whole(),
            bets=[("" if hold.words else hold_alarms.key_of(hold), hold) for hold in bets],
            games=[("", hold) for hold in report.by_game()],
            tables=[("", hold) for hold in report.by_table()],
            days=[("", hold) for _, hold in days],
            alarms=[(alarm, bet_name(alarm.game, alarm.spot)) for alarm in hold_alarms.waiting()],
            answered=[(alarm, bet_name(alarm.game, alarm.spot)) for alarm in _answered()],
            may_answer=request.user.has_perm(CHANGE),
            pace=pace_of(wish),
            chosen=chosen,
            chart=chart_of(wish.days(), days),
            cards=dashboard.cards_dealt(),
            health=health(now),
        )

    def get_urls(self) -> list[URLPattern]:
        """Adds the page for answering an alarm."""
        view = self.admin_site.admin_view(self.answer_alarm)
        own = path("alarms/<int:alarm_id>", view, name="games_holdtally_answer")
        return [own, *super().get_urls()]

    def answer_alarm(self, request: HttpRequest, alarm_id: int) -> HttpResponse:
        """Answer an alarm: first the page, then the post."""
        if not request.user.has_perm(CHANGE):
            raise PermissionDenied
        alarm = HoldAlarm.objects.filter(pk=alarm_id).first()
        if alarm is None:
            raise Http404
        if request.method != "POST":
            return self.confirm(request, _answering(alarm))
        try:
            hold_alarms.answer(request, alarm_id, request.POST.get("reason", ""), timezone.now())
        except Declined as error:
            return self.confirm(request, _answering(alarm), error=str(error))
        messages.success(request, "Your answer is kept, and the alarm is over.")
        return redirect("admin:games_holdtally_changelist")

    def exported(self, request: HttpRequest) -> QuerySet[HoldTally]:
        """Every tally of the days, game, table and version."""
        return _wish(RangeForm(request.GET)).tallies().select_related("felt", "table", "version")

    def _check(self, request: HttpRequest) -> None:
        if not self.has_view_permission(request):
            raise PermissionDenied
        if request.method not in READING:
            raise Http404

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """There is no page for a single tally."""
        raise Http404


def _answered() -> QuerySet[HoldAlarm]:
    """The last answered alarms."""
    found = HoldAlarm.objects.filter(answered__isnull=False).select_related("answered_by")
    return found.order_by("-answered")[:ANSWERS]


def _answering(alarm: HoldAlarm) -> Confirmation:
    """What the page says before an alarm is answered."""
    name = bet_name(alarm.game, alarm.spot)
    return Confirmation(
        title=f"Answer the alarm about {name}",
        happens=(
            (
                f"From {alarm.first} to {alarm.last} it held {percent(alarm.percent, 2)}, and by "
                f"its exact figure it should hold {percent(alarm.due_percent, 2)}: "
                f"{alarm.wagers:,} bets."
            ),
            "Your answer, your name and the time are kept beside it, and the alarm is over.",
            "From tomorrow the bet is judged afresh, by the days after today.",
        ),
        readers="The reason is what you found. The floor and the auditors read it.",
        button="Answer the alarm",
        back=reverse("admin:games_holdtally_changelist"),
        stay="Leave it open",
    )


def _chosen(bets: list[Hold], key: str) -> Hold | None:
    """The bet whose days are shown, None for all bets together."""
    found = (hold for hold in bets if not hold.words and hold_alarms.key_of(hold) == key)
    return next(found, None)

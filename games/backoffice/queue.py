"""The staff's open work: who may do it, since when, and where.

A row links to the page of its subject: nothing is decided in a list. A person's own request waits
for somebody else, and says so.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse

from accounts import exclusions
from accounts.chips import DECIDE
from accounts.models import ExclusionRequest, LedgerRequest, User
from accounts.templatetags.money import money
from games.backoffice.hold_report import bet_name
from games.backoffice.paytables.letters import APPROVE
from games.backoffice.paytables.workflow import ACTIVATE
from games.backoffice.table_desk import CHANGE
from games.backoffice.voids import CONFIRM
from games.models import HoldAlarm, PaytableStep, PaytableVersion, Table, VoidRequest
from games.registry import GAMES
from games.templatetags.odds import percent

LISTED = 8
"""How many rows of one kind are listed; the rest are on that kind's own page."""


@dataclass(frozen=True)
class Waiting:
    """One thing to do. since: None if unknown. own: it is the viewer's own request."""

    what: str
    detail: str
    by: str
    since: datetime | None
    url: str
    act: str
    own: bool = False


@dataclass(frozen=True)
class Kind:
    """All open work of one kind. `mine`: whether the viewer may do it; `count` includes rows that
    are not listed."""

    name: str
    role: str
    count: int
    url: str
    rows: list[Waiting]
    mine: bool


@dataclass(frozen=True)
class _Source:
    """The source of one kind: who sees it, who does it, how many there are, and which."""

    name: str
    role: str
    sees: str
    does: str
    model: str
    query: str
    rows: Callable[[], QuerySet[Any]]
    line: Callable[[Any, User], Waiting]

    @property
    def url(self) -> str:
        """The page that lists all of the kind."""
        return reverse(f"admin:{self.model}_changelist") + self.query


def waiting(user: User) -> list[Kind]:
    """The open work that a user may see, with what they may do first."""
    found = [_kind(source, user) for source in SOURCES if user.has_perm(source.sees)]
    return sorted(found, key=lambda kind: not kind.mine)


def counts(user: User) -> dict[str, int]:
    """The numbers, by kind, of what a user may do."""
    return {s.name: s.rows().count() for s in SOURCES if user.has_perm(s.does)}


def _kind(source: _Source, user: User) -> Kind:
    rows = source.rows()
    return Kind(
        name=source.name,
        role=source.role,
        count=rows.count(),
        url=source.url,
        rows=[source.line(row, user) for row in rows[:LISTED]],
        mine=user.has_perm(source.does),
    )


def _page(kind: str, row: Any) -> str:
    return reverse(f"admin:{kind}_change", args=[row.pk])


def _chips() -> QuerySet[LedgerRequest]:
    rows = LedgerRequest.objects.filter(status=LedgerRequest.Status.WAITING)
    return rows.select_related("account__user", "requested_by").order_by("requested")


def _chips_line(asked: LedgerRequest, user: User) -> Waiting:
    player, amount = asked.account.user, money(abs(asked.cents))
    name = player.display_name if player else "nobody"
    act = f"Give {amount} to {name}" if asked.cents > 0 else f"Take {amount} back from {name}"
    return Waiting(
        act, f"{asked.reason} Balance now {money(asked.account.shown)}.",
        asked.requested_by.username, asked.requested, _page("accounts_ledgerrequest", asked),
        "Decide", asked.requested_by_id == user.pk,
    )  # fmt: skip


def _exclusions() -> QuerySet[ExclusionRequest]:
    rows = ExclusionRequest.objects.filter(status=ExclusionRequest.Status.WAITING)
    return rows.select_related("user", "requested_by").order_by("requested")


def _exclusions_line(asked: ExclusionRequest, user: User) -> Waiting:
    return Waiting(
        f"{asked.words[0].upper()}{asked.words[1:]} {asked.user.display_name}", asked.reason,
        asked.requested_by.username, asked.requested, _page("accounts_user", asked.user), "Decide",
        asked.requested_by_id == user.pk,
    )  # fmt: skip


def _voids() -> QuerySet[VoidRequest]:
    rows = VoidRequest.objects.filter(status=VoidRequest.Status.WAITING)
    return rows.select_related("round__table", "requested_by").order_by("requested")


def _voids_line(asked: VoidRequest, user: User) -> Waiting:
    round = asked.round
    return Waiting(
        f"Reverse round {round.number} at {round.table.name}", asked.reason,
        asked.requested_by.username, asked.requested, _page("games_round", round), "Decide",
        asked.requested_by_id == user.pk,
    )  # fmt: skip


def _submitted() -> QuerySet[PaytableVersion]:
    rows = PaytableVersion.objects.filter(status=PaytableVersion.Status.SUBMITTED)
    return rows.prefetch_related("steps__by").order_by("created")


def _submitted_line(version: PaytableVersion, user: User) -> Waiting:
    step = next((s for s in version.steps.all() if s.act == PaytableStep.Act.SUBMITTED), None)
    return Waiting(
        f"Approve {_named(version)}", step.reason if step else "",
        step.by.username if step else "", version.created, _page("games_paytableversion", version),
        "Read and decide", bool(step and user.pk in step.makers),
    )  # fmt: skip


def _approved() -> QuerySet[PaytableVersion]:
    """Versions with a plan are activated by it, unless that has failed."""
    rows = PaytableVersion.objects.filter(status=PaytableVersion.Status.APPROVED)
    rows = rows.filter(Q(plan=None) | Q(plan__failures__gt=0)).select_related("plan")
    return rows.prefetch_related("steps__by").order_by("created")


def _approved_line(version: PaytableVersion, user: User) -> Waiting:
    step = next((s for s in version.steps.all() if s.act == PaytableStep.Act.APPROVED), None)
    return Waiting(
        f"Activate {_named(version)}", _why_not_active(version),
        step.by.username if step else "", step.at if step else None,
        _page("games_paytableversion", version), "Open it",
    )  # fmt: skip


def _why_not_active(version: PaytableVersion) -> str:
    plan = getattr(version, "plan", None)
    if plan is None:
        return "It is approved, and no table pays by it yet."
    end = "It will not be tried again." if plan.given_up else "It will be tried again."
    return f"Planned for {plan.due:%Y-%m-%d %H:%M} UTC, and failed: {plan.reason} {end}"


def _without_papers() -> QuerySet[PaytableVersion]:
    rows = PaytableVersion.objects.filter(status=PaytableVersion.Status.ACTIVE, letters=None)
    return rows.order_by("created")


def _without_papers_line(version: PaytableVersion, user: User) -> Waiting:
    return Waiting(
        f"File the approval of {_named(version)}", "It pays, and no letter is on file.", "",
        version.created, _page("games_paytableversion", version), "Open it",
    )  # fmt: skip


def _named(version: PaytableVersion) -> str:
    game = GAMES[version.game]
    spots = {spot.key: spot.name for spot in game.every_spot()}
    spot = spots.get(version.spot, version.spot)
    return f"{spot}, {game.name}, {version.code} version {version.number}"


def _paused() -> QuerySet[Table]:
    rows = Table.objects.filter(Q(paused=True), closed=False, closing=False)
    return rows.order_by("pk")


def _paused_line(table: Table, user: User) -> Waiting:
    return Waiting(
        f"{table.name} is paused", f"{GAMES[table.game].name}. Its players keep their seats.", "",
        None, _page("games_table", table), "Open the table",
    )  # fmt: skip


def _alarms() -> QuerySet[HoldAlarm]:
    return HoldAlarm.objects.filter(answered=None).order_by("raised", "pk")


def _alarms_line(alarm: HoldAlarm, user: User) -> Waiting:
    may = user.has_perm(CHANGE)
    url = (
        reverse("admin:games_holdtally_answer", args=[alarm.pk])
        if may
        else reverse("admin:games_holdtally_changelist")
    )
    return Waiting(
        f"{bet_name(alarm.game, alarm.spot)}: its hold is not explained by chance",
        f"{percent(alarm.percent, 2)} held, {percent(alarm.due_percent, 2)} expected.",
        "", alarm.raised, url, "Look into it",
    )  # fmt: skip


SOURCES = (
    _Source("Alarms", "floor", "games.view_holdtally", CHANGE,
            "games_holdtally", "", _alarms, _alarms_line),
    _Source("Approvals", "checker", "games.view_paytableversion", APPROVE,
            "games_paytableversion", "?status__exact=submitted", _submitted, _submitted_line),
    _Source("Chip requests", "checker", "accounts.view_ledgerrequest", DECIDE,
            "accounts_ledgerrequest", "?status__exact=waiting", _chips, _chips_line),
    _Source("Exclusions", "checker", "accounts.view_exclusionrequest", exclusions.DECIDE,
            "accounts_user", "?exclusion=waiting", _exclusions, _exclusions_line),
    _Source("Voids", "checker", "games.view_voidrequest", CONFIRM,
            "games_voidrequest", "?status__exact=waiting", _voids, _voids_line),
    _Source("Activations", "checker", "games.view_paytableversion", ACTIVATE,
            "games_paytableversion", "?status__exact=approved", _approved, _approved_line),
    _Source("Paused tables", "floor", "games.view_table", CHANGE,
            "games_table", "?state=paused", _paused, _paused_line),
    _Source("Without papers", "checker", "games.view_paytableversion", APPROVE,
            "games_paytableversion", "?status__exact=active", _without_papers,
            _without_papers_line),
)  # fmt: skip

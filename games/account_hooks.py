"""What the accounts need from the games, without importing them: see `connect`."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Sum
from django.urls import reverse

from accounts import exports, refills, signals, statements, untold
from accounts.models import User
from games.models import (
    Chair,
    DrillAnswer,
    DrillRun,
    HandDealt,
    Round,
    RoundSeat,
    SchoolCard,
    SchoolDrill,
    SchoolRun,
    Table,
)
from games.tables import private_tables
from games.tables.locked_table import locked
from games.tables.refusals import Refused
from games.tables.seating import leave_all
from games.tables.setup import felts

NO_TABLE = 1_00
"""The smallest bet in cents if no table is open."""


def connect() -> None:
    """Answer the accounts from here on. Called while the site starts."""
    signals.leaving.connect(part_with, dispatch_uid="games.account_hooks")
    signals.renamed.connect(show_name, dispatch_uid="games.account_hooks.show_name")
    refills.set_rules(refills.Rules(smallest_bet, in_play))
    statements.set_facts(facts)
    untold.set_references(running)
    exports.register("rounds", rounds_of)
    exports.register("drills", drills_of)
    exports.register("dealt_by_hand", dealt_by_hand)
    exports.register("dealer_school", school_of)


def smallest_bet() -> int:
    """The least, in cents, needed to play a round at any table open to everyone: a first bet plus
    what its rules keep in reserve."""
    tables = Table.objects.filter(closed=False, closing=False, paused=False, listed=True)
    return min((_least(table) for table in tables.select_related("profile")), default=NO_TABLE)


def _least(table: Table) -> int:
    game, limits = table.rules, table.limits
    options = game.options.read(table.options)
    bets = [
        {spot.key: max(limits.of(spot.key)[0], spot.minimum, spot.minimum_alone)}
        for spots in felts(game, options)
        for spot in spots
        if spot.opening and spot.requires is None
    ]
    return min(sum(bet.values()) + game.reserve(bet) for bet in bets)


def show_name(user: User, now: datetime, **_: object) -> None:
    """Show a user's current name at the tables where they sit."""
    seats = Chair.objects.filter(user=user).order_by("table_id")
    for table_id in seats.values_list("table_id", flat=True).distinct():
        with locked(table_id, now) as desk:
            desk.change(*(chair for chair in desk.chairs if chair.user_id == user.pk))


def in_play(user: User) -> int:
    """Cents that a user has in rounds that are not over."""
    parts = RoundSeat.objects.filter(user=user, ended__isnull=True)
    return parts.aggregate(staked=Sum("staked"))["staked"] or 0


def running() -> Collection[str]:
    """The references that transfers use for rounds that have been dealt and are not over."""
    rounds = Round.objects.filter(dealt__isnull=False, ended__isnull=True)
    return [str(pk) for pk in rounds.values_list("pk", flat=True)]


def facts(refs: Collection[str]) -> Mapping[str, statements.Fact]:
    """The rounds that transfers refer to; each has a page once it is over."""
    found = Round.objects.filter(pk__in=[ref for ref in refs if _is_id(ref)])
    return {
        str(round.pk): statements.Fact(
            f"Round {round.number}, {round.rules.name}",
            reverse("games:round", args=[round.pk]) if round.over else "",
        )
        for round in found
    }


def _is_id(ref: str) -> bool:
    try:
        UUID(ref)
    except ValueError:
        return False
    return True


def rounds_of(user: User) -> Iterable[Mapping[str, Any]]:
    """A user's finished rounds, oldest first. Cents."""
    parts = RoundSeat.objects.filter(user=user, ended__isnull=False).select_related("round__table")
    for part in parts.order_by("ended", "pk"):
        yield {
            "round": str(part.round_id),
            "game": part.round.game,
            "table": part.round.table.name,
            "number": part.round.number,
            "seat": part.seat,
            "ended": part.ended.isoformat() if part.ended else None,
            "void": part.round.void_reason or None,
            "client_seed": part.client_seed,
            "wagers": part.wagers,
            "staked": part.staked,
            "returned": part.returned,
            "results": part.results,
        }


def drills_of(user: User) -> Iterable[Mapping[str, Any]]:
    """What a user answered in drills, oldest first. `cost`: in base wagers."""
    for answer in DrillAnswer.objects.filter(user=user).order_by("at", "pk"):
        yield {
            "game": answer.game,
            "situation": answer.situation,
            "right": answer.right,
            "cost": answer.cost / 1_000_000,
            "at": answer.at.isoformat(),
        }


def dealt_by_hand(user: User) -> Iterable[Mapping[str, Any]]:
    """The records of the rounds that a user dealt from real cards, oldest first."""
    rows = HandDealt.objects.filter(user=user, ended__isnull=False).order_by("ended", "pk")
    for row in rows:
        yield {"ended": row.ended and row.ended.isoformat(), "record": row.record}


def school_of(user: User) -> Iterable[Mapping[str, Any]]:
    """The runs that a user dealt in dealer school, oldest first."""
    for run in SchoolRun.objects.filter(user=user).order_by("started", "pk"):
        yield {
            "game": run.game,
            "kind": run.kind,
            "seed": run.seed,
            "procedure": run.digest,
            "rounds": run.rounds,
            "faults": run.faults,
            "passed": run.passed,
            "started": run.started.isoformat(),
        }


def part_with(user: User, now: datetime, *, for_good: bool = False, **_: object) -> str | None:
    """Give up every seat of a user; for good, also their tables and their name.

    Returns a sentence if a round must end first.
    """
    leave_all(user, now)
    if not for_good:
        return None
    if (chair := Chair.objects.filter(user=user).select_related("table").first()) is not None:
        return (
            f"Your seat at {chair.table.name} is given up, but its round is still being played and"
            " will be paid. Try again when it is over."
        )
    for table_id in user.hosted.filter(closed=False).values_list("pk", flat=True):
        try:
            private_tables.close(table_id, user, now)
        except Refused as refusal:
            return f"{refusal}"
    user.hosted.filter(solo=False).update(name="A private table")
    DrillRun.objects.filter(user=user).delete()
    DrillAnswer.objects.filter(user=user).delete()
    HandDealt.objects.filter(user=user).delete()
    for model in (SchoolRun, SchoolDrill, SchoolCard):
        model._default_manager.filter(user=user).delete()
    for table_id in _tables_naming(user):
        _unname(table_id, user, now)
    return None


def _tables_naming(user: User) -> list[int]:
    """The tables whose last phrases or news have a user's name."""
    tables = Table.objects.exclude(talk=[], news=[]).values_list("pk", "talk", "news")
    return [
        table_id
        for table_id, talk, news in tables.iterator()
        if any(_said_by(user, phrase) for phrase in talk) or any(_names(user, n) for n in news)
    ]


def _said_by(user: User, phrase: Mapping[str, Any]) -> bool:
    return bool(phrase["user"] == user.pk)


def _names(user: User, news: Mapping[str, Any]) -> bool:
    return f"({user.display_name})" in news["words"]


def _unname(table_id: int, user: User, now: datetime) -> None:
    """Remove a user's name from a table's last phrases and news."""
    with locked(table_id, now) as desk:
        for phrase in desk.table.talk:
            if _said_by(user, phrase):
                phrase["name"] = "Gone"
        for news in desk.table.news:
            if _names(user, news):
                news["words"] = news["words"].replace(f"({user.display_name})", "(Gone)")
        desk.change()

"""Who has played a daily deal best, by what the decisions of all rounds cost.

A run counts once its last round is over and every round is reviewed. If the bets are the only
decision, a layout costs what it is expected to lose beyond the best one. Members and guests have a
board each: anyone may come back as a new guest and be dealt cards that they have seen.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Sum, Window
from django.db.models.functions import Rank

from accounts.models import User
from games.coach.as_json import MICRO, micro
from games.coach.worth import at_start, base_of
from games.engine.game import Setup
from games.history.reviews import reviews
from games.models import DailyDeal, DailyRun, Review, RoundSeat, Table
from games.registry import KITS
from games.runtime.compute_process import Compute
from games.runtime.worker import ensure_worker
from games.tables.locked_table import fitting

PER_BASE = 1000
"""Costs are whole thousandths of the base wager: what the board shows is what it ranks by."""
SHOWN = 100
"""How many places a board lists."""

OVER = Q(
    table__round__number=F("table__last_round"),
    table__round__dealt__isnull=False,
    table__round__ended__isnull=False,
)
"""A filter of runs whose last round has been played."""


@dataclass(frozen=True)
class Place:
    """A row of a board. cost: thousandths of the base wager; net: cents."""

    rank: int
    name: str
    cost: int
    net: int
    own: bool


@dataclass(frozen=True)
class Board:
    """The ranking of the members who have played a deal, or that of the guests. `ranked` is how
    many runs count."""

    members: bool
    places: Sequence[Place]
    own: Place | None
    ranked: int

    @property
    def people(self) -> str:
        """Who is on it: ``"12 members"``."""
        who = "member" if self.members else "guest"
        return f"{self.ranked:,} {who}{'' if self.ranked == 1 else 's'}"


@dataclass(frozen=True)
class Standings:
    """Both boards of a deal, the members' first. `begun` and `over` are how many runs there are,
    and how many of them have played their last round."""

    boards: Sequence[Board]
    over: int
    begun: int

    @property
    def waiting(self) -> int:
        """How many runs are still being worked out."""
        return self.over - sum(board.ranked for board in self.boards)

    @property
    def own(self) -> Board | None:
        """The viewer's board."""
        return next((board for board in self.boards if board.own), None)

    @property
    def leading(self) -> Board | None:
        """The first board that is not empty."""
        return next((board for board in self.boards if board.places), None)


def base(table: Table) -> int:
    """The wager, in cents, in which costs are expressed."""
    return table.total or base_of(KITS[table.game], table.layout)


def unit(slug: str) -> str:
    """The name of that wager, in the plural."""
    kit = KITS[slug]
    return kit.unit if kit.decisions else "stakes"


def standings(deal: DailyDeal, user: User | None) -> Standings:
    """The rankings now; equal costs share a rank."""
    _tally(deal)
    counts = deal.runs.aggregate(begun=Count("pk"), over=Count("pk", filter=OVER))
    boards = [_board(deal, user, members=members) for members in (True, False)]
    return Standings(boards, counts["over"], counts["begun"])


def _board(deal: DailyDeal, user: User | None, *, members: bool) -> Board:
    ranked = deal.runs.filter(cost__isnull=False, member=members)
    by_rank = ranked.annotate(rank=Window(Rank(), order_by=F("cost").asc()))
    first = by_rank.select_related("user").order_by("cost", "pk")[:SHOWN]
    places = [_place(run, run.rank, user) for run in first]
    return Board(members, places, _own(ranked, user), ranked.count())


def _own(ranked: QuerySet[DailyRun], user: User | None) -> Place | None:
    run = ranked.filter(user=user).select_related("user").first() if user is not None else None
    if run is None:
        return None
    return _place(run, 1 + ranked.filter(cost__lt=run.cost).count(), user)


def _place(run: DailyRun, rank: int, user: User | None) -> Place:
    assert run.cost is not None
    assert run.net is not None
    own = user is not None and run.user_id == user.pk
    return Place(rank, run.user.display_name, run.cost, run.net, own)


def _tally(deal: DailyDeal) -> None:
    """Count the runs that are over and reviewed; ask for the reviews of the others."""
    waits = False
    for run in deal.runs.filter(OVER, cost=None):
        parts = RoundSeat.objects.filter(table_id=run.table_id)
        reviews.ask(parts.filter(review=None))
        found = Review.objects.filter(round_seat__table_id=run.table_id)
        lost = None
        if not found.filter(status=Review.Status.WAITING).exists():
            lost = _given_away(deal, found.filter(status=Review.Status.DONE))
        if lost is None:
            waits = True
            continue
        net = parts.aggregate(back=Sum("returned"), staked=Sum("staked"))
        DailyRun.objects.filter(pk=run.pk, cost=None).update(
            cost=in_thousandths(lost, base(deal.table)), net=net["back"] - net["staked"]
        )
    if waits:
        ensure_worker()


def _given_away(deal: DailyDeal, done: QuerySet[Review]) -> int | None:
    """The cost of a run's choices, in millionths of a cent; None until it is known."""
    if KITS[deal.game].decisions:
        return int(done.aggregate(sum=Sum("cost"))["sum"] or 0)
    if deal.best is None:
        return None
    sums = done.aggregate(rounds=Count("pk"), due=Sum("expected"))
    return int(deal.best * sums["rounds"] - (sums["due"] or 0))


def in_thousandths(micros: int, cents: int) -> int:
    """Millionths of a cent as thousandths of a base wager of `cents`."""
    return max(0, round(micros * PER_BASE / (MICRO * cents)))


def price_all(compute: Compute) -> None:
    """Work out the best layouts of deals that have none yet; called by a worker."""
    decided = [slug for slug, kit in KITS.items() if kit.decisions]
    for deal in DailyDeal.objects.filter(best=None).exclude(game__in=decided):
        found = micro(max(_worths(deal.table, compute)))
        DailyDeal.objects.filter(pk=deal.pk).update(best=found)


def _worths(table: Table, compute: Compute) -> list[Any]:
    """The expected result of the whole stake on each spot: wagers do not affect each other, so no
    mixture is better than the best of these."""
    options = table.rules.options.read(table.options)
    spots = [spot for spot in table.rules.spots(options) if spot.opening]
    versions = list(table.paytables.all())
    lines = {s.key: v.value for s in spots if (v := fitting(s, versions)) is not None}
    setups = [Setup(options, lines, {1: {spot.key: table.total or 0}}, ()) for spot in spots]
    return [compute(_worth, table.game, setup) for setup in setups]


def _worth(slug: str, setup: Setup[Any]) -> Fraction:
    return at_start(KITS[slug], setup, 1)


def cost_of(deal: DailyDeal, part: RoundSeat) -> int | None:
    """The cost of one finished round's choices, in millionths of a cent; None until it is known."""
    done = Review.objects.filter(round_seat=part, status=Review.Status.DONE)
    return _given_away(deal, done) if done.exists() else None


def progress(run: DailyRun) -> int:
    """How many of a run's rounds have been played."""
    return RoundSeat.objects.filter(table_id=run.table_id, ended__isnull=False).count()


def is_over(run: DailyRun) -> bool:
    """Whether a run's last round has been played."""
    return DailyRun.objects.filter(OVER, pk=run.pk).exists()


def rounds_of(run: DailyRun) -> list[RoundSeat]:
    """A run's finished rounds, from the first on."""
    parts = RoundSeat.objects.filter(table_id=run.table_id, ended__isnull=False)
    return list(parts.select_related("round").order_by("round__number"))

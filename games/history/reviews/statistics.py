"""A player's results over many rounds: expectation, luck, and the cost of decisions.

Everything is read from reviews, whose rows add up: over any rounds, expected net + luck - cost is
the net. Sums are made by the database; a curve is read at `POINTS` places, however many rounds.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Count, F, QuerySet, Sum, Window
from django.db.models.functions import Ntile

from accounts.models import User
from games.coach.as_json import MICRO, ShownDecision, shown_decision
from games.models import Review
from games.registry import GAMES, KITS
from games.tables import play_limits

POINTS = 120
"""How many points a curve has, at most."""
DEAREST = 20
"""How many decisions are ranked."""


@dataclass(frozen=True)
class Totals:
    """Sums over some rounds, in cents: the expectation is rounded, and luck is the rest."""

    name: str
    rounds: int = 0
    staked: int = 0
    net: int = 0
    expected: int = 0
    cost: int = 0

    @property
    def luck(self) -> int:
        """What the cards brought: the net minus the expectation, with the cost of mistakes added
        back."""
        return self.net - self.expected + self.cost


@dataclass(frozen=True)
class Point:
    """A player's results after this many rounds; cents since the first of them."""

    rounds: int
    net: int
    expected: float


@dataclass(frozen=True)
class Dear:
    """A decision that cost something, and its round."""

    decision: ShownDecision
    game: str
    round_id: UUID
    seat: int
    ended: datetime


def session_began(user: User, now: datetime) -> datetime:
    """When the session in progress at `now` began."""
    parts = play_limits.parts_since(user, now - play_limits.DAY)
    return play_limits.session(parts, user.last_login or now, now).began


def reviewed(user: User, since: datetime | None = None) -> QuerySet[Review]:
    """A player's reviews, of all rounds or of those that ended after a certain time."""
    found = Review.objects.filter(user=user, status=Review.Status.DONE)
    return found if since is None else found.filter(ended__gte=since)


def by_game(rows: QuerySet[Review]) -> list[Totals]:
    """A line for each game that was played, in the order of the lobby."""
    sums = (
        rows.order_by()
        .values("game")
        .annotate(
            rounds=Count("pk"),
            cents=Sum("staked"),
            won=Sum("net"),
            due=Sum("expected"),
            lost=Sum("cost"),
        )
    )
    found = {row["game"]: row for row in sums}
    return [
        Totals(
            name=GAMES[slug].name,
            rounds=row["rounds"],
            staked=int(row["cents"]),
            net=int(row["won"]),
            expected=round(int(row["due"]) / MICRO),
            cost=round(int(row["lost"]) / MICRO),
        )
        for slug in GAMES
        if (row := found.get(slug)) is not None
    ]


def together(totals: Sequence[Totals]) -> Totals:
    """All games in one line."""
    return Totals(
        name="All games",
        rounds=sum(one.rounds for one in totals),
        staked=sum(one.staked for one in totals),
        net=sum(one.net for one in totals),
        expected=sum(one.expected for one in totals),
        cost=sum(one.cost for one in totals),
    )


def curve(rows: QuerySet[Review]) -> list[Point]:
    """The player's results from the first round on: at the last round of each of `POINTS` parts."""
    return list(_added_up(in_parts(rows, "net", "expected")))


def in_parts(rows: QuerySet[Any], *columns: str) -> list[tuple[int, ...]]:
    """Rows in the order of their end, in `POINTS` parts: for each the number of rows and the sums
    of some columns."""
    parted = rows.order_by().annotate(
        part=Window(Ntile(POINTS), order_by=[F("ended").asc(), F("pk").asc()])
    )
    sql, params = parted.values(*columns, "part").query.sql_with_params()
    sums = "".join(f", SUM({connection.ops.quote_name(column)})" for column in columns)
    summed = (
        f"SELECT COUNT(*){sums} "  # noqa: S608 (Django's own SQL inside ours)
        f"FROM ({sql}) AS parted GROUP BY part ORDER BY part"
    )
    with connection.cursor() as cursor:
        cursor.execute(summed, params)
        return [tuple(map(int, row)) for row in cursor.fetchall()]


def _added_up(parts: Sequence[tuple[int, ...]]) -> Iterator[Point]:
    rounds = net = expected = 0
    yield Point(0, 0, 0)
    for count, won, due in parts:
        rounds, net, expected = rounds + count, net + won, expected + due
        yield Point(rounds, net, expected / MICRO)


def dearest(rows: QuerySet[Review]) -> list[Dear]:
    """The decisions that cost most, the costliest first.

    None of them can be in a round whose costliest decision is not among the first `DEAREST`.
    """
    likely = rows.filter(largest__gt=0).order_by("-largest", "pk").select_related("round_seat")
    found = [
        Dear(
            decision, GAMES[row.game].name, row.round_seat.round_id, row.round_seat.seat, row.ended
        )
        for row in likely[:DEAREST]
        for decision in (shown_decision(KITS[row.game], raw) for raw in row.decisions)
        if decision.cost
    ]
    return sorted(found, key=lambda dear: -dear.decision.cost)[:DEAREST]

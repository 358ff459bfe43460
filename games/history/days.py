"""A player's rounds day by day, and in sum: rows, headings, figures and the curve of the net."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, tzinfo

from django.db.models import Count, F, QuerySet, Sum
from django.db.models.functions import TruncDate

from accounts.models import User
from accounts.zones import moment_in
from games.coach.as_json import MICRO
from games.history import headlines
from games.history.reviews import reviews
from games.history.reviews.shown import worths_of
from games.history.reviews.statistics import in_parts
from games.models import Headline, Review, RoundSeat
from games.tables.worths import Worth


@dataclass(frozen=True)
class Day:
    """A day in the reader's zone: its rounds and their net in cents. name: ``"Today"``, or ""."""

    day: date
    name: str
    rounds: int
    net: int


@dataclass(frozen=True)
class Row:
    """A round of the list, with the heading of its day if it is the day's first."""

    heading: Day | None
    part: RoundSeat
    headline: Headline
    worth: Worth


def rows_of(
    page: Sequence[RoundSeat],
    rows: QuerySet[RoundSeat],
    last: RoundSeat | None,
    *,
    zone: tzinfo,
    now: datetime,
) -> list[Row]:
    """A page of `rows`; the reader has seen everything up to `last`."""
    found = _days_of(page, rows, zone, now.astimezone(zone).date())
    before = _day(last, zone) if last else None
    listed = []
    for part, headline, worth in zip(page, headlines.of_parts(page), worths_of(page), strict=True):
        day = _day(part, zone)
        listed.append(Row(found[day] if day != before else None, part, headline, worth))
        before = day
    return listed


def _day(part: RoundSeat, zone: tzinfo) -> date:
    assert part.ended is not None
    return part.ended.astimezone(zone).date()


def _days_of(
    page: Sequence[RoundSeat], rows: QuerySet[RoundSeat], zone: tzinfo, today: date
) -> dict[date, Day]:
    """The days of a page, each with all of its rounds."""
    if not page:
        return {}
    first, last = _day(page[-1], zone), _day(page[0], zone)
    summed = (
        rows.order_by()
        .filter(ended__gte=moment_in(zone, first, time.min))
        .filter(ended__lte=moment_in(zone, last, time.max))
        .annotate(day=TruncDate("ended", tzinfo=zone))
        .values("day")
        .annotate(rounds=Count("pk"), won=Sum(F("returned") - F("staked")))
    )
    return {
        row["day"]: Day(row["day"], _name(row["day"], today), row["rounds"], row["won"])
        for row in summed
    }


def _name(day: date, today: date) -> str:
    return {0: "Today", 1: "Yesterday"}.get((today - day).days, "")


@dataclass(frozen=True)
class Figures:
    """Sums over some rounds, in cents. waiting: how many of them are not reviewed yet; `expected`
    and `cost` leave those out."""

    rounds: int
    staked: int
    net: int
    expected: int
    cost: int
    waiting: int


def figures_of(user: User, rows: QuerySet[RoundSeat]) -> Figures:
    """The figures over some of a player's rounds. Asks for their reviews."""
    reviews.ask_all(user)
    sums = rows.order_by().aggregate(
        rounds=Count("pk"), staked=Sum("staked"), returned=Sum("returned")
    )
    seen = Review.objects.filter(user=user, round_seat__in=rows.order_by().values("pk"))
    done = seen.filter(status=Review.Status.DONE).aggregate(
        expected=Sum("expected"), cost=Sum("cost")
    )
    staked, returned = sums["staked"] or 0, sums["returned"] or 0
    return Figures(
        rounds=sums["rounds"],
        staked=staked,
        net=returned - staked,
        expected=round(int(done["expected"] or 0) / MICRO),
        cost=round(int(done["cost"] or 0) / MICRO),
        waiting=sums["rounds"] - seen.exclude(status=Review.Status.WAITING).count(),
    )


@dataclass(frozen=True)
class Point:
    """The net in cents after this many rounds."""

    rounds: int
    net: int


def way_of(rows: QuerySet[RoundSeat]) -> list[Point]:
    """The curve of the net over some rounds, at some points."""
    points, rounds, net = [Point(0, 0)], 0, 0
    for count, staked, returned in in_parts(rows, "staked", "returned"):
        rounds, net = rounds + count, net + returned - staked
        points.append(Point(rounds, net))
    return points

"""How the house stands: who is here, what was held beside what should be, whether all is well.

Sums come from `games.backoffice.holds`, exact figures from reports: nothing here goes through the
rounds.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import erfc, sqrt
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import connection

from games.backoffice import holds
from games.engine.cards import DECK
from games.models import (
    CardTally,
    Chair,
    HoldTally,
    OddsReport,
    PaytableVersion,
    Phase,
    Round,
    Table,
)
from games.odds_reports import reports
from games.registry import GAMES, KITS
from games.runtime.worker import ensure_worker

COUNTED_AT_ONCE = 10
"""How many rounds the page counts before it is shown."""
CONFIDENCE = 1.96
"""So many standard deviations on either side hold 95 % of what may come."""
ALARM = 4.0
"""A deviation of more standard deviations is marked."""
OVERDUE = timedelta(seconds=30)
"""A clock that is late by more than this is not looked after."""
FEWEST = 5
"""How often a card must be expected for the chi-square test to mean anything."""


@dataclass(frozen=True)
class Expected:
    """What the house should hold of some wagers, in cents, and the variance of that."""

    hold: float
    variance: float


def expected(
    bet: Mapping[str, Any], stake: int, wagers: int, base: int, squares: float
) -> Expected:
    """What wagers should hold by the exact figures of their bet, `stake` being that of the figures.

    wagers, base, squares: their number, the sum of their opening stakes, and of these squared. The
    figures are per unit of the stake, so that mean and second moment go with stake and its square;
    fixed prizes (net of N cents with probability p) are taken out first and added as they are.
    """
    fixed = [
        (line["probability"], int(line["pays"].split()[1]))
        for line in bet["lines"]
        if line["pays"].startswith("fixed ")
    ]
    prizes = sum(p * cents for p, cents in fixed)
    edge = bet["edge_percent"] / 100
    gain = -edge - prizes / stake
    second = bet["standard_deviation"] ** 2 + edge**2
    second -= sum(p * (cents / stake) ** 2 for p, cents in fixed)
    moments = second * squares + wagers * sum(p * cents**2 for p, cents in fixed)
    means = gain**2 * squares + 2 * gain * prizes * base + wagers * prizes**2
    return Expected(-(gain * base + prizes * wagers), moments - means)


@dataclass
class Hold:
    """A bet under one paytable version, over all felts. Cents; what is `expected` is known only
    for all of it."""

    game: str
    spot: str
    version: PaytableVersion | None
    wagers: int = 0
    base: int = 0
    held: int = 0
    due: float = 0.0
    variance: float = 0.0
    words: str = ""

    @property
    def game_name(self) -> str:
        """The game's name."""
        return GAMES[self.game].name

    @property
    def spot_name(self) -> str:
        """The spot's name."""
        names = {spot.key: spot.name for spot in GAMES[self.game].every_spot()}
        return names.get(self.spot, self.spot)

    @property
    def played(self) -> bool:
        """Whether it depends on the players' decisions."""
        return self.spot in KITS[self.game].depends_on_play

    @property
    def percent(self) -> float:
        """What was held of the opening stakes."""
        return 100 * self.held / self.base

    @property
    def due_percent(self) -> float:
        """What should be."""
        return 100 * self.due / self.base

    @property
    def bounds(self) -> tuple[float, float]:
        """Between which percentages 95 % of such samples are."""
        width = 100 * CONFIDENCE * sqrt(self.variance) / self.base
        return self.due_percent - width, self.due_percent + width

    @property
    def sigmas(self) -> float:
        """How many standard deviations more was held than expected."""
        return (self.held - self.due) / sqrt(self.variance) if self.variance > 0 else 0.0

    @property
    def alarming(self) -> bool:
        """Whether chance does not explain it. Of a bet with decisions only that too little was
        held: that players err explains the other side."""
        if self.words:
            return False
        return self.sigmas < -ALARM or (self.sigmas > ALARM and not self.played)


def hold_rows(now: datetime) -> list[Hold]:
    """Every bet and paytable version that was played, by game."""
    tallies = list(HoldTally.objects.filter(wagers__gt=0, base__gt=0).select_related("version"))
    questions = {tally.felt: tally.question for tally in tallies}
    asked = dict(zip(questions, reports.ask(list(questions.values()), now), strict=True))
    rows: dict[tuple[str, str, int | None], Hold] = {}
    for tally in tallies:
        key = (tally.game, tally.spot, tally.version_id)
        row = rows.setdefault(key, Hold(tally.game, tally.spot, tally.version))
        row.wagers += tally.wagers
        row.base += tally.base
        row.held += tally.staked - tally.returned
        _expect(row, tally, asked[tally.felt])
    if any(report.status == OddsReport.Status.WAITING for report in asked.values()):
        ensure_worker()
    order = list(GAMES)
    return sorted(rows.values(), key=lambda row: (order.index(row.game), row.spot_name))


def _expect(row: Hold, tally: HoldTally, report: OddsReport) -> None:
    if report.answer is None:
        row.words = report.error or "The exact figure is being computed."
        return
    bets = [bet for bet in report.answer["bets"] if bet["spot"] == tally.spot]
    if not bets:
        row.words = "No exact figure is known."
        return
    stake = tally.question["stake"]
    due = expected(bets[0], stake, tally.wagers, tally.base, tally.squares)
    row.due += due.hold
    row.variance += due.variance


@dataclass(frozen=True)
class Cards:
    """The chi-square test of first cards: how many, the statistic and the probability that chance
    alone gives as much; None while there are too few."""

    rounds: int
    needed: int
    statistic: float | None = None
    chance: float | None = None


def cards_dealt() -> Cards:
    """Whether every card is equally often the first of a fresh deck or shoe."""
    times = list(CardTally.objects.values_list("times", flat=True))
    rounds, needed = sum(times), FEWEST * len(DECK)
    if rounds < needed:
        return Cards(rounds, needed)
    each = rounds / len(DECK)
    missing = len(DECK) - len(times)
    statistic = sum((count - each) ** 2 / each for count in times) + missing * each
    return Cards(rounds, needed, statistic, chance_above(statistic, len(DECK) - 1))


def chance_above(statistic: float, degrees: int) -> float:
    """The probability that chi-square is above a value, by the cube root of Wilson and Hilferty
    (Proceedings of the National Academy of Sciences 17, 1931, 684-688)."""
    part = 2 / (9 * degrees)
    deviation = ((statistic / degrees) ** (1 / 3) - (1 - part)) / sqrt(part)
    return erfc(deviation / sqrt(2)) / 2


@dataclass(frozen=True)
class Health:
    """One thing that must work: whether it does, and in words."""

    name: str
    well: bool
    words: str


def health(now: datetime) -> list[Health]:
    """Database, Redis and clocks."""
    return [_database(), _redis(), _clocks(now)]


def _database() -> Health:
    began = time.monotonic()
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    took = (time.monotonic() - began) * 1000
    return Health("Database", True, f"{connection.display_name} answers in {took:.1f} ms.")


def _redis() -> Health:
    if "redis" not in settings.CACHES["default"]["BACKEND"]:
        return Health("Redis", True, "Not used: this site is one process.")
    began = time.monotonic()
    try:
        cache.set("health", "well", 10)
        well = cache.get("health") == "well"
    except Exception as error:  # any error of the client: the page must say it
        return Health("Redis", False, f"No answer: {type(error).__name__}.")
    took = (time.monotonic() - began) * 1000
    return Health("Redis", well, f"Answers in {took:.1f} ms.")


def _clocks(now: datetime) -> Health:
    late = Table.objects.filter(deadline__lt=now - OVERDUE)
    names = list(late.order_by("deadline").values_list("name", flat=True)[:5])
    if not names:
        return Health("Clocks", True, "No table is overdue.")
    count = late.count()
    return Health(
        "Clocks", False,
        f"{count} overdue by more than {OVERDUE.seconds} seconds: {', '.join(names)}. Nobody looks "
        "at them, and no sweep has come by.",
    )  # fmt: skip


@dataclass(frozen=True)
class Standing:
    """The house now. `rounds`: settled in the last hour; `uncounted`: not in the sums yet."""

    tables: int
    paused: int
    playing: int
    people: int
    rounds: int
    uncounted: int


def standing(now: datetime) -> Standing:
    """How many tables, people and rounds there are."""
    tables = Table.objects.filter(closed=False)
    people = Chair.objects.filter(user__isnull=False, user__is_bot=False)
    hour = Round.objects.filter(opened__gte=now - timedelta(hours=1))
    return Standing(
        tables=tables.count(),
        paused=tables.filter(paused=True).count(),
        playing=tables.exclude(phase=Phase.WAITING).count(),
        people=people.values("user").distinct().count(),
        rounds=hour.filter(status=Round.Status.SETTLED).count(),
        uncounted=holds.waiting(),
    )

"""What the house held on some days, in some games and at some tables, beside the exact figures.

Sums come from `games.backoffice.holds`: nothing here reads the rounds. Amounts are cents.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from typing import Any

from django.db.models import Count, QuerySet, Sum

from games.backoffice.hold_figures import Bet, Sample, nets_of
from games.models import HoldTally, PaytableVersion, PlayedFelt, RoundTally, Table
from games.protection.nets import Nets
from games.registry import GAMES, KITS

USUAL_DAYS = 30
MOST_DAYS = 366
"""How many days a report may cover."""

SWINGS = ("own_squares", "with_spot", "with_round")
SUMS = {name: Sum(name) for name in ("wagers", "together", "staked", "returned", *SWINGS)}
NOT_YET = "There is no exact figure yet."
MID_SHOE = (
    "Dealt from a shoe that had been played from: the exact figure is that of a full one, and no "
    "alarm is raised."
)

Tally = Mapping[str, Any]


def _bet(tally: Tally) -> Bet:
    return tally["felt"], tally["spot"], tally["stake"]


@dataclass(frozen=True)
class Wish:
    """What a report covers. Both days are included; game "", table and version None for all."""

    first: date
    last: date
    game: str = ""
    table: int | None = None
    version: int | None = None

    def tallies(self) -> QuerySet[HoldTally]:
        """The tallies it covers."""
        found = HoldTally.objects.filter(day__range=(self.first, self.last), wagers__gt=0)
        if self.game:
            found = found.filter(felt__game=self.game)
        if self.version is not None:
            found = found.filter(version=self.version)
        return found if self.table is None else found.filter(table=self.table)

    def days(self) -> list[date]:
        """Every day it covers."""
        count = (self.last - self.first).days + 1
        return [self.first + timedelta(days=number) for number in range(count)]


def wish_of(first: date | None, last: date | None, today: date, **more: Any) -> Wish:
    """A wish from a form: by default the last days, and never more than `MOST_DAYS`."""
    last = min(last or today, today)
    first = first or last - timedelta(days=USUAL_DAYS - 1)
    return Wish(max(min(first, last), last - timedelta(days=MOST_DAYS - 1)), last, **more)


BetKey = tuple[str, str, int | None]
"""A game, a spot and the key of a paytable version, None if the spot has none."""


def bet_name(game: str, spot: str) -> str:
    """A bet in words."""
    names = {one.key: one.name for one in GAMES[game].every_spot()}
    return f"{GAMES[game].name}, {names.get(spot, spot)}"


@dataclass
class Hold:
    """What some bets held beside what they should. `name`: in words; `words`: why they are not
    judged, "" if they are. `played`: whether decisions matter. `key`: of a bet, else None. `apart`
    and `swung`: the sums of the squares of what each bet held, and of what each round's bets held
    together."""

    name: str
    words: str = ""
    played: bool = False
    version: PaytableVersion | None = None
    key: BetKey | None = None
    wagers: int = 0
    together: int = 0
    base: int = 0
    staked: int = 0
    held: int = 0
    apart: float = 0.0
    swung: float = 0.0
    parts: dict[int, tuple[Nets, int]] = field(default_factory=dict)

    def add(self, tally: Tally, nets: Nets | None, joint: str = "with_spot") -> None:
        """Add a tally; nets: the distribution of one of its bets, None while unknown. joint: which
        of its sums says how the bets of one round in this hold swing together."""
        self.wagers += tally["wagers"]
        self.together += tally["together"]
        self.base += tally["wagers"] * tally["stake"]
        self.staked += tally["staked"]
        self.held += tally["staked"] - tally["returned"]
        self.apart += tally["own_squares"]
        self.swung += tally[joint]
        if nets is None:
            self.words = NOT_YET
            return
        _, count = self.parts.get(id(nets), (nets, 0))
        self.parts[id(nets)] = nets, count + tally["wagers"]

    @cached_property
    def sample(self) -> Sample:
        """The bets with their distributions. Only after all have been added."""
        return Sample(tuple(self.parts.values()), self.alike)

    @property
    def alike(self) -> float:
        """How many bets win and lose together, so to speak: how much rounds swung compared with the
        same bets made separately. In tenths, and at least 1."""
        return max(1.0, round(self.swung / self.apart, 1)) if self.apart > 0 else 1.0

    @property
    def known(self) -> bool:
        """Whether there is an exact figure for everything in it."""
        return bool(self.parts) and self.words != NOT_YET

    @property
    def percent(self) -> float:
        """The hold in percent of the opening stakes."""
        return 100 * self.held / self.base

    @property
    def due(self) -> int:
        """The expected hold, to the cent."""
        return round(self.sample.due)

    @property
    def due_percent(self) -> float:
        """The same in percent of the opening stakes."""
        return 100 * self.sample.due / self.base

    @property
    def band(self) -> tuple[float, float]:
        """The percentages between which 95 of 100 such samples lie. Only if there is an exact
        figure."""
        low, high = self.sample.band
        return 100 * low / self.base, 100 * high / self.base

    @property
    def outside(self) -> bool:
        """Whether the hold is outside the range of nineteen out of twenty such samples. For bets
        with decisions only below it: players' mistakes explain the other side."""
        low, high = self.sample.band
        return self.held < low or (self.held > high and not self.played)

    @property
    def deviations(self) -> float:
        """How many standard deviations more was held than expected."""
        spread = self.sample.deviation
        return (self.held - self.sample.due) / spread if spread else 0.0

    @property
    def few(self) -> bool:
        """Whether there are too few bets to say anything."""
        return self.sample.size < self.sample.enough

    @property
    def alarming(self) -> bool:
        """Whether a meaningful sample of one bet has a hold that chance cannot explain."""
        if self.key is None or not self.known or self.words or self.few or not self.outside:
            return False
        return self.sample.judged(self.held).alarming(played=self.played)

    @property
    def verdict(self) -> tuple[str, str]:
        """The verdict in a word, and its tone."""
        if not self.known:
            return "–", ""
        if self.words:
            return "Not judged", ""
        if self.few:
            return "Too few bets", ""
        if self.alarming:
            return "Alarm", "alarm"
        return ("Outside", "paused") if self.outside else ("Ordinary", "active")


class Report:
    """The report of a wish: its parts are made on demand."""

    def __init__(self, wish: Wish, now: datetime) -> None:
        self.wish = wish
        names = ("felt", "spot", "version", "stake", "fresh", "table")
        self.tallies = list(wish.tallies().values(*names).annotate(**SUMS).order_by(*names))
        felts = PlayedFelt.objects.in_bulk({tally["felt"] for tally in self.tallies})
        self.games = {digest: felt.game for digest, felt in felts.items()}
        questions = {digest: felt.question for digest, felt in felts.items()}
        self.nets = nets_of(map(_bet, self.tallies), questions, now)

    def by_bet(self) -> list[Hold]:
        """Every bet and paytable version, by game; bets from a shoe in play separately."""
        versions = PaytableVersion.objects.in_bulk(
            {tally["version"] for tally in self.tallies if tally["version"]}
        )

        def made(tally: Tally) -> Hold:
            game = self.games[tally["felt"]]
            return Hold(
                bet_name(game, tally["spot"]),
                version=versions.get(tally["version"]),
                key=(game, tally["spot"], tally["version"]),
            )

        def key(tally: Tally) -> tuple[Any, ...]:
            return self._place(tally), tally["spot"], tally["version"] or 0

        return list(self._grouped(self.tallies, key, made, alone=True).values())

    def whole(self) -> Hold:
        """Everything together, for its sums."""
        hold = Hold("All bets")
        for tally in self.tallies:
            hold.add(tally, self.nets.get(_bet(tally)), self._joint(alone=False))
        return hold

    def by_game(self) -> list[Hold]:
        """Every game, all its bets together; bets from a shoe in play separately, as below."""

        def made(tally: Tally) -> Hold:
            return Hold(GAMES[self.games[tally["felt"]]].name)

        return list(self._grouped(self.tallies, self._place, made).values())

    def by_table(self) -> list[Hold]:
        """Every table, all its bets together; those with the most at stake first."""
        tables = {tally["table"] for tally in self.tallies}
        names = dict(Table.objects.filter(pk__in=tables).values_list("pk", "name"))
        found = self._grouped(
            self.tallies, lambda tally: tally["table"], lambda tally: Hold(names[tally["table"]])
        )
        return sorted(found.values(), key=lambda hold: -hold.base)

    def by_day(self, bet: BetKey | None = None) -> list[tuple[date, Hold]]:
        """Day by day, one bet (game, spot, version) or all together."""
        found = self.wish.tallies()
        if bet is not None:
            game, spot, version = bet
            found = found.filter(felt__game=game, spot=spot, version=version)
        names = ("day", "felt", "spot", "stake", "fresh")
        tallies = found.values(*names).annotate(**SUMS).order_by(*names)
        holds = self._grouped(
            tallies,
            lambda tally: tally["day"],
            lambda tally: Hold(f"{tally['day']}"),
            alone=bet is not None,
        )
        return [(day, hold) for (day, _), hold in holds.items()]

    def _joint(self, *, alone: bool) -> str:
        """A version belongs to one spot, so all bets under it in a round are on that spot."""
        return "with_spot" if alone or self.wish.version is not None else "with_round"

    def _place(self, tally: Tally) -> int:
        """The position of a tally's game among all games."""
        return list(GAMES).index(self.games[tally["felt"]])

    def _grouped(
        self,
        tallies: Iterable[Tally],
        key: Callable[[Tally], Any],
        made: Callable[[Tally], Hold],
        *,
        alone: bool = False,
    ) -> dict[tuple[Any, bool], Hold]:
        """Tallies grouped by a key, in its order, and by whether they are from a shoe already in
        play. alone: the tallies of one key are all of one spot."""
        holds: dict[tuple[Any, bool], Hold] = {}
        for tally in tallies:
            name = key(tally), not tally["fresh"]
            if name not in holds:
                holds[name] = made(tally)
                holds[name].words = "" if tally["fresh"] else MID_SHOE
            hold, game = holds[name], self.games[tally["felt"]]
            hold.played |= tally["spot"] in KITS[game].depends_on_play
            hold.add(tally, self.nets.get(_bet(tally)), self._joint(alone=alone))
        return dict(sorted(holds.items()))


@dataclass(frozen=True)
class Pace:
    """How busy the tables were. `rounds` in all; `hours`: how many table-hours had play; `by_hour`:
    rounds by hour of the day (UTC), 24 of them."""

    rounds: int
    hours: int
    by_hour: tuple[int, ...]

    @property
    def an_hour(self) -> float:
        """Rounds per hour at a table in play."""
        return self.rounds / self.hours if self.hours else 0.0


def pace_of(wish: Wish) -> Pace:
    """How busy the tables in a report were."""
    begin = datetime.combine(wish.first, datetime.min.time(), UTC)
    end = datetime.combine(wish.last + timedelta(days=1), datetime.min.time(), UTC)
    found = RoundTally.objects.filter(hour__gte=begin, hour__lt=end, rounds__gt=0)
    if wish.game:
        found = found.filter(table__game=wish.game)
    if wish.table is not None:
        found = found.filter(table=wish.table)
    if wish.version is not None:
        found = found.filter(table__in=wish.tallies().values("table"))
    by_hour, hours = [0] * 24, 0
    sums = found.values("hour").annotate(rounds=Sum("rounds"), tables=Count("pk"))
    for row in sums:
        by_hour[row["hour"].hour] += row["rounds"]
        hours += row["tables"]
    return Pace(sum(by_hour), hours, tuple(by_hour))

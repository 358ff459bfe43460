"""What bets should hold: the exact chances of their results, for any combination of stakes.

The tail is that of docs/protection.md: all totals of independent bets, exact if every bet was the
only one of its round. Bets that share a round's cards win and lose together to some degree: they
count as clumps of equal bets, of such a size that their total swings as much as was observed.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from math import ceil, sqrt
from typing import Any, TypeVar

from django.core.cache import cache

from games.engine.payout import Fixed, is_rounded
from games.exact.terms import Terms
from games.models import OddsReport
from games.odds_reports import reports
from games.protection.house import ALARM
from games.protection.nets import Nets
from games.protection.totals import Part, sketch, total
from games.runtime.worker import ensure_worker

BAND = 0.95
"""The probability that a result is in its band."""
TWO_SIDED = 1.96
"""This many standard deviations on either side have the same probability."""
WIDEST = 0.10
"""How wide the band of a meaningful sample may be on either side, in units of the stake."""
KEPT = 24 * 3600
"""Seconds for which a judgement of a hold is cached: it never changes, but is not always needed."""

T = TypeVar("T")

Bet = tuple[str, str, int]
"""A bet: felt (its digest), spot, and stake in cents."""


def nets_of(
    bets: Iterable[Bet], questions: Mapping[str, reports.Question], now: datetime
) -> dict[Bet, Nets]:
    """The distribution of each of these bets, as far as computed; asks for the rest.

    questions: the felts by digest. Bets that are proportional to the stake are asked for once. Bets
    with the same distribution, on any felt, share one value.
    """
    asked: dict[Bet, tuple[str, int]] = {}
    wanted: dict[str, reports.Question] = {}
    for bet in dict.fromkeys(bets):
        digest, spot, stake = bet
        terms = Terms.read(questions[digest])
        at = terms.stake if _in_proportion(terms, stake) else stake
        question = reports.nets_question(
            Terms(terms.game, terms.options, terms.paytables, at), spot
        )
        name = reports.digest_of(question)
        wanted[name] = question
        asked[bet] = name, at
    found = dict(zip(wanted, reports.ask(list(wanted.values()), now), strict=True))
    if any(report.status == OddsReport.Status.WAITING for report in found.values()):
        ensure_worker()
    known = {name: _read(report) for name, report in found.items()}
    alike: dict[Any, Nets] = {}
    result = {}
    for bet, (name, at) in asked.items():
        if (chances := known[name]) is not None:
            key = bet[2], at, tuple(sorted(chances.items()))
            result[bet] = alike.setdefault(key, _scaled(chances, at, bet[2]))
    return result


def _in_proportion(terms: Terms, stake: int) -> bool:
    """Whether a stake's results are proportional to those of the felt's own stake."""
    paid = [payout for table in terms.paytables.values() for payout in table.lines.values()]
    exact = not any(isinstance(one, Fixed) or is_rounded(one, terms.stake) for one in paid)
    return exact and stake % terms.stake == 0


def _read(report: OddsReport) -> dict[int, Fraction] | None:
    if report.answer is None or not report.answer["nets"]:
        return None
    return {net: Fraction(chance) for net, chance in report.answer["nets"]}


def _scaled(chances: Mapping[int, Fraction], at: int, stake: int) -> Nets:
    return Nets({net * stake // at: chance for net, chance in chances.items()}, stake, "")


@dataclass(frozen=True)
class Judged:
    """A hold within its distribution: the chances that the house holds as little, and as much. No
    chance is off by more than `error`."""

    as_low: float
    as_high: float
    error: float

    def alarming(self, *, played: bool) -> bool:
        """Whether chance cannot explain it. For a bet with decisions only if too little was held:
        players' mistakes explain the other side."""
        chance = self.as_low if played else min(self.as_low, self.as_high)
        return chance + self.error < ALARM


@dataclass(frozen=True)
class Sample:
    """Some bets that were played: their distributions and how many there were. Cents.

    `alike`: how many times larger the variance of their total is than for the same bets made
    separately, since those of one round share its cards.
    """

    parts: Sequence[Part]
    alike: float = 1.0

    @cached_property
    def base(self) -> int:
        """All the opening stakes."""
        return sum(nets.staked * count for nets, count in self.parts)

    @cached_property
    def due(self) -> float:
        """What the house should hold."""
        return -sum(float(nets.mean) * count for nets, count in self.parts)

    @cached_property
    def deviation(self) -> float:
        """The standard deviation of that hold."""
        variance = sum(float(nets.variance) * count for nets, count in self.parts)
        return sqrt(self.alike * variance)

    @cached_property
    def size(self) -> float:
        """How many bets of equal size are worth as much information as these."""
        squares = sum(nets.staked**2 * count for nets, count in self.parts)
        return self.base**2 / squares if squares else 0.0

    @cached_property
    def enough(self) -> int:
        """How many bets of equal size make a meaningful sample: their band is no wider than
        `WIDEST`."""
        squares = sum(nets.staked**2 * count for nets, count in self.parts)
        return ceil((TWO_SIDED / WIDEST) ** 2 * self.deviation**2 / squares) if squares else 0

    @cached_property
    def band(self) -> tuple[int, int]:
        """The interval, in cents, that contains the house's win with probability `BAND`, as often
        below as above; as accurate as a sketch."""

        def made() -> tuple[int, int]:
            won, over = sketch(*self._won), self._over
            return won.quantile((1 - BAND) / 2) - over, won.quantile((1 + BAND) / 2) - over

        return self._kept("band", made)

    def judged(self, held: int) -> Judged:
        """`held` cents within the distribution. Exact if no bets share a round."""

        def made() -> Judged:
            won, at = total(*self._won), held + self._over
            return Judged(won.at_most(at + won.slack), won.at_least(at - won.slack), won.error)

        return self._kept(f"judged-{held}", made)

    @cached_property
    def _won(self) -> Sequence[Part]:
        """The parts as the house sees them, in clumps of `alike` bets."""
        return [
            (nets.reversed().times(self.alike), max(1, round(count / self.alike)))
            for nets, count in self.parts
            if count
        ]

    @cached_property
    def _over(self) -> int:
        """By how many cents the clumps hold too much on average, because their number is whole."""
        if self.alike == 1:
            return 0
        return round(sum(float(nets.mean) * count for nets, count in self._won) - self.due)

    def _kept(self, what: str, made: Callable[[], T]) -> T:
        """Something computed from these bets: it never changes, so it is computed once."""
        key = f"hold-{self._digest}-{what}"
        if (known := cache.get(key)) is None:
            known = made()
            cache.set(key, known, KEPT)
        found: T = known
        return found

    @cached_property
    def _digest(self) -> str:
        facts = sorted((nets.staked, sorted(nets.chances.items()), n) for nets, n in self.parts)
        return hashlib.sha256(repr((facts, self.alike)).encode()).hexdigest()

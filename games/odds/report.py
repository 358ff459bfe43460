"""The figures of a bet: its lines with their chances, its edge, and their formats.

All amounts are in units of the stake on the spot that a bet begins with (the *base wager*), as
exact fractions; a game module makes `Line`s, and everything else follows from them. There are three
ways:

- a bet that one deal decides: `paytable_lines` from how many deals hit each line;
- a line on which the net is always the same: `line`;
- a line that combines several nets (a win with two and with four times the base wager raised):
  `Line` itself.

Every chance is counted once: the probabilities of a bet's lines add up to 1. A computation that is
not exact gives `Fraction`s of its floats, and says how far off they may be in `Bet.accuracy`. If
the edge depends on the stake, `of_stake` adds that to the assumption.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from games.engine.limits import money
from games.engine.payout import Fixed, Payout, is_rounded, payout_text, returned
from games.engine.paytable import LOSE, Paytable

EXACT = Fraction(0)
"""The accuracy of an exact edge."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a bet.

    `pays` is as paytable files write it (``"3:2"``, ``"push"``, ``"lose"``), or a game's own word
    if no paytable pays it. `combinations`: how many of the equally likely deals, or deals and
    draws, hit it; None if they are not counted. `gain` is the probability times the mean net on the
    line, `square` the probability times the mean of the net squared, `top` the highest net, `won`
    the probability of a net above 0.
    """

    line: str
    pays: str
    probability: Fraction
    combinations: int | None
    gain: Fraction
    square: Fraction
    top: Fraction
    won: Fraction

    def as_json(self) -> dict[str, Any]:
        """The JSON of the odds command."""
        return {
            "line": self.line,
            "pays": self.pays,
            "probability": float(self.probability),
            "combinations": self.combinations,
            "return": float(self.gain),
        }


@dataclass(frozen=True, slots=True)
class Bet:
    """The odds of one spot under one paytable and one way of playing.

    `paytable` is its code, ``""`` if the spot has none. `lines` are all its lines, best first, the
    losing one last. `assumption` is a sentence that says how the cards are dealt and played.
    `average_wager`: the average total stake, if the base wager can be raised. `accuracy`: the most
    the edge can be off, None if no bound is known. `otherwise`: the same spot under other ways of
    playing. `simulated`: whether this is the edge when every seat plays the game module's
    `best_action`.
    """

    spot: str
    paytable: str
    lines: tuple[Line, ...]
    assumption: str
    average_wager: Fraction | None = None
    accuracy: Fraction | None = EXACT
    otherwise: tuple["Bet", ...] = ()
    simulated: bool = True

    @property
    def edge(self) -> Fraction:
        """The share of the base wager that the house keeps on average."""
        return -sum((line.gain for line in self.lines), Fraction())

    @property
    def hit_frequency(self) -> Fraction:
        """The chance of winning something: a push is not a hit."""
        return sum((line.won for line in self.lines), Fraction())

    @property
    def standard_deviation(self) -> float:
        """Of the net of one wager."""
        return sqrt(sum((line.square for line in self.lines), Fraction()) - self.edge**2)

    @property
    def top_prize(self) -> Fraction:
        """The highest net that is possible."""
        return max(line.top for line in self.lines if line.probability)

    @property
    def element_of_risk(self) -> Fraction | None:
        """The edge divided by everything staked, if the base wager can be raised."""
        return None if self.average_wager is None else self.edge / self.average_wager

    @property
    def exact(self) -> str | None:
        """The edge as ``"p/q"`` in lowest terms; None if it is not exact."""
        if self.accuracy != EXACT:
            return None
        return f"{self.edge.numerator}/{self.edge.denominator}"

    def as_json(self) -> dict[str, Any]:
        """The JSON of the odds command. An edge with neither ``exact`` nor ``accuracy_percent`` has
        no known error bound."""
        raw: dict[str, Any] = {
            "spot": self.spot,
            "paytable": self.paytable,
            "edge_percent": _percent(self.edge),
            "exact": self.exact,
            "assumption": self.assumption,
            "return_percent": _percent(1 - self.edge),
            "hit_frequency_percent": _percent(self.hit_frequency),
            "standard_deviation": self.standard_deviation,
            "top_prize": float(self.top_prize),
        }
        if self.average_wager is not None:
            raw["element_of_risk_percent"] = _percent(self.edge / self.average_wager)
            raw["average_total_wager"] = float(self.average_wager)
        if self.accuracy:
            raw["accuracy_percent"] = _percent(self.accuracy)
        raw["lines"] = [line.as_json() for line in self.lines]
        if self.otherwise:
            raw["otherwise"] = [bet.as_json() for bet in self.otherwise]
        return raw


@dataclass(frozen=True, slots=True)
class GameOdds:
    """The odds of every bet of a game. `rules`: all house options by name. `stake`: the base wager
    in cents, which matters if a prize is fixed or a payout is rounded down."""

    game: str
    rules: Mapping[str, Any]
    stake: int
    bets: tuple[Bet, ...]

    def as_json(self) -> dict[str, Any]:
        """What the odds command prints, which is all that a page needs."""
        return {
            "game": self.game,
            "rules": dict(self.rules),
            "stake": self.stake,
            "bets": [bet.as_json() for bet in self.bets],
        }


def _percent(value: Fraction) -> float:
    return float(100 * value)


def net(payout: Payout, stake: int) -> Fraction:
    """What `stake` cents win (or lose, below 0) on a payout, in units of the stake."""
    return Fraction(returned(payout, stake) - stake, stake)


def of_stake(assumption: str, payouts: Iterable[Payout], stake: int) -> str:
    """An assumption; it names the stake in cents if these payouts are not in proportion to it, so
    that the edge depends on it."""
    paid = tuple(payouts)
    reasons = []
    if any(isinstance(payout, Fixed) for payout in paid):
        reasons.append("a prize is of a fixed amount")
    if any(is_rounded(payout, stake) for payout in paid):
        reasons.append("payouts are rounded down to whole cents")
    return (
        f"{assumption} For a stake of {money(stake)}: {', and '.join(reasons)}."
        if reasons
        else assumption
    )


def line(
    name: str, pays: str, probability: Fraction, combinations: int | None, net: Fraction
) -> Line:
    """A line on which the net is always `net`, in units of the base wager."""
    gain = probability * net
    won = probability if net > 0 else Fraction()
    return Line(name, pays, probability, combinations, gain, gain * net, net, won)


def paytable_lines(
    counts: Mapping[str, int], total: int, paytable: Paytable, stake: int
) -> tuple[Line, ...]:
    """A bet's lines if `counts` of `total` equally likely deals hit each line of its paytable.

    `counts` may leave out lines that are never hit, and `LOSE`, which is the rest. `stake` is in
    cents. The lines are in the order of the paytable; `LOSE` is last, if it can be hit.
    """
    hits = {name: counts.get(name, 0) for name in paytable.lines}
    rest = total - sum(hits.values())
    if rest:
        hits[LOSE] = rest
    return tuple(
        line(
            name,
            payout_text(paytable.pays(name)),
            Fraction(count, total),
            count,
            net(paytable.pays(name), stake),
        )
        for name, count in hits.items()
    )


def one_net(line: Line, stake: int, count: int) -> dict[str, Any]:
    """A line whose net is always the same, `Line.top`, in a proof pack: `count` of the deals hit
    it."""
    return {"line": line.line, "pays": line.pays, "nets": [[int(line.top * stake), count]]}

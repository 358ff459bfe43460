"""What a player can expect from a session: a number of rounds with the same wagers.

All amounts are cents, nets the player's own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, gcd, sqrt
from typing import Any

import numpy as np

from games.protection.nets import Nets
from games.protection.running import highest
from games.protection.totals import OUTSIDE, ROUNDING, Floats, total

MOST_WORK = 4_000_000_000
"""The most additions for the chance to lose a bankroll: some seconds."""

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True, slots=True)
class Session:
    """The result of a session of `rounds`.

    `mean` and `standard_deviation` of the result in cents are exact. `quantiles`: by chance, the
    lowest result that is not exceeded with it. `ahead`, `even`, `behind`: the chances of a result
    above, at and below 0. No chance is off by more than `error`.
    """

    rounds: int
    mean: float
    standard_deviation: float
    quantiles: tuple[tuple[float, int], ...]
    ahead: float
    even: float
    behind: float
    error: float
    assumption: str

    def as_json(self) -> dict[str, Any]:
        """Plain JSON, cents."""
        return {
            "rounds": self.rounds,
            "mean": self.mean,
            "standard_deviation": self.standard_deviation,
            "quantiles": [{"chance": chance, "result": cents} for chance, cents in self.quantiles],
            "ahead": self.ahead,
            "even": self.even,
            "behind": self.behind,
            "how": "exact",
            "error": self.error,
            "assumption": self.assumption,
        }


def session(nets: Nets, rounds: int, quantiles: Sequence[float] = QUANTILES) -> Session:
    """The result of a session in which the player makes the same wagers in every round, whatever
    has happened, with enough chips for all of them."""
    result = total((nets, rounds))
    ahead, behind = result.at_least(1), result.at_most(-1)
    return Session(
        rounds=rounds,
        mean=float(nets.mean * rounds),
        standard_deviation=nets.standard_deviation * sqrt(rounds),
        quantiles=tuple((chance, result.quantile(chance)) for chance in quantiles),
        ahead=ahead,
        even=max(0.0, 1 - ahead - behind),
        behind=behind,
        error=result.error,
        assumption=nets.assumption,
    )


@dataclass(frozen=True, slots=True)
class Ruin:
    """The chance to lose a bankroll within `rounds`: to have less left than the opening wagers of
    one more round. It is not off by more than `error`.

    The player is assumed to find what a round may cost beyond the opening wagers (a raise, a
    double), even with nothing more than these.
    """

    bankroll: int
    rounds: int
    chance: float
    error: float
    assumption: str

    def as_json(self) -> dict[str, Any]:
        """Plain JSON, cents."""
        return {
            "bankroll": self.bankroll,
            "rounds": self.rounds,
            "chance": self.chance,
            "how": "exact",
            "error": self.error,
            "assumption": self.assumption,
        }


def ruin(nets: Nets, bankroll: int, rounds: int) -> Ruin:
    """The chance to lose a bankroll, round by round.

    The player stops for good when less than `nets.staked` is left. Raises ValueError if this would
    take too long: many rounds, and nets with a small common unit.
    """
    moves, shares, unit = _moves(nets)
    # Positions count units above the least that is enough for another round.
    start = (bankroll - nets.staked) // unit
    worst = -min(moves)
    places = min(max(0, start) + ceil(highest(nets, rounds, OUTSIDE) / unit), rounds * worst) + 1
    if rounds * places * len(moves) > MOST_WORK:
        raise ValueError(
            f"{rounds:,} rounds are too many to follow a bankroll in steps of {unit} cents."
        )
    lost = float(start < 0)
    alive = np.zeros(places)
    if 0 <= start < places:
        alive[start] = 1.0
    for left in range(rounds, 0, -1):
        # Above this, the rest can no longer be lost.
        alive, more = _played(alive[: left * worst + 1], moves, shares)
        lost += more
    error = OUTSIDE + (rounds + 1) * ROUNDING
    return Ruin(bankroll, rounds, min(1.0, lost), error, nets.assumption)


def _moves(nets: Nets) -> tuple[list[int], list[float], int]:
    """How far each net goes, in units, and its chance; the unit is cents."""
    likely = {net: float(chance) for net, chance in nets.chances.items() if chance}
    unit = gcd(*likely) or 1
    return [net // unit for net in likely], list(likely.values()), unit


def _played(alive: Floats, moves: Sequence[int], shares: Sequence[float]) -> tuple[Floats, float]:
    """The chance of each position after one more round, and the chance to lose everything in it.
    Going above the top is safe."""
    after, lost = np.zeros_like(alive), 0.0
    for move, share in zip(moves, shares, strict=True):
        if move >= len(alive):
            continue
        if move >= 0:
            after[move:] += share * alive[: len(alive) - move]
        else:
            after[:move] += share * alive[-move:]
            lost += share * float(alive[:-move].sum())
    return after, lost

"""What people who count win: a bet's EV by true count and by how deep the shoe is dealt.

The bet is a function of the unseen cards (`games.protection.effects.Bet`). Nothing here knows a
game: its module deals shoes and hands over the *moments* at which the bet could be made.
"""

from dataclasses import dataclass
from typing import Any

from games.protection.effects import Count, Effects, How, Ints

TRUE_COUNTS = range(-5, 6)
DEPTHS = (50, 65, 75, 85)
"""Where the cut card goes: percent of the shoe that lie before it."""


@dataclass(frozen=True)
class Moments:
    """When a bet could be made in sampled shoes.

    `shoe`, `dealt`, `unseen`: for every moment, which shoe, how many cards had been dealt before
    its round began, and the cards unseen when the bet is made: (m,), (m,), (m, ranks).
    `round_shoe`, `round_dealt`: for every round, which shoe, and how many cards had been dealt
    before it began: (r,), (r,). `shoes`: how many shoes were sampled, from `seed`, which were dealt
    until `depth` percent of their cards were out.
    """

    shoe: Ints
    dealt: Ints
    unseen: Ints
    round_shoe: Ints
    round_dealt: Ints
    shoes: int
    cards: int
    depth: int
    seed: int


@dataclass(frozen=True, slots=True)
class AtTrueCount:
    """The EV in points at a true count: on the line of the model; its mean over exactly valued
    shoes that have this count, with their standard deviation (`spread`) and how many there were."""

    true_count: int
    model: float
    mean: float
    spread: float
    shoes: int
    how: How

    def as_json(self) -> dict[str, Any]:
        """Plain JSON; all but counts in points."""
        return {
            "true_count": self.true_count,
            "model": self.model,
            "mean": self.mean,
            "spread": self.spread,
            "shoes": self.shoes,
            **self.how.as_json(),
        }


@dataclass(frozen=True, slots=True)
class AtDepth:
    """What one unit, bet whenever the true count is at the trigger or above, wins.

    `depth`: percent of the shoe before the cut card. `trigger`: the true count. `favourable_share`:
    the part of all rounds in which that bet is made. `units_per_100`: base wagers won for 100
    rounds dealt, bet on or not, with its `standard_error`. `how` is that of `units_per_100`.
    """

    decks: int
    depth: int
    trigger: float
    rounds: int
    favourable_share: float
    units_per_100: float
    standard_error: float
    how: How

    def as_json(self) -> dict[str, Any]:
        """Plain JSON."""
        return {
            "decks": self.decks,
            "depth": self.depth,
            "trigger": self.trigger,
            "rounds": self.rounds,
            "favourable_share": self.favourable_share,
            "units_per_100": self.units_per_100,
            "standard_error": self.standard_error,
            **self.how.as_json(),
        }


@dataclass(frozen=True)
class Counting:
    """All that counting makes of a bet: `best` of the simple counts, `optimal` tags, `hi_lo`."""

    effects: Effects
    best: Count
    optimal: Count
    hi_lo: Count
    by_true_count: tuple[AtTrueCount, ...]
    by_penetration: tuple[AtDepth, ...]

    def as_json(self) -> dict[str, Any]:
        """The form of the protect command. Effects in points, tags by rank."""
        found = self.effects
        return {
            "spot": found.spot,
            "paytable": found.paytable,
            "edge_percent": found.edge_percent,
            "effects": dict(found.points),
            "effects_how": found.how.as_json(),
            "weighted_sum": found.weighted_sum,
            "tags": dict(self.best.tags),
            "correlation": self.best.correlation,
            "optimal_tags": dict(self.optimal.tags),
            "hi_lo_correlation": self.hi_lo.correlation,
            "trigger": self.best.trigger,
            "points_per_true_count": self.best.slope,
            "by_true_count": [one.as_json() for one in self.by_true_count],
            "by_penetration": [one.as_json() for one in self.by_penetration],
        }

"""What card counters win: a bet's EV by true count and by penetration.

The bet is a function of the unseen cards (`games.protection.effects.Bet`). Nothing here knows a
game: the game's module deals shoes and passes the *moments* at which the bet could be made.

`by_true_count` draws shoes that have a given count and values them exactly. `by_penetration` adds
up the linear model over all sampled moments with a favourable count, and then the model's error:
the mean of exact value minus model over some of these moments, drawn at random. The sum is an
unbiased estimate of the sum of the exact values, and needs few of them, since the model is close.
Only the shoes are sampled, never the bet's results.
"""

from dataclasses import dataclass, replace
from math import comb, floor
from typing import Any

import numpy as np

from games.protection.effects import DECK, POINTS, Bet, Count, Effects, Floats, How, Ints

TRUE_COUNTS = range(-5, 6)
DEPTHS = (50, 65, 75, 85)
"""Positions of the cut card: percent of the shoe before it."""

DEALT = 25
"""How many percent of the shoe are dealt in the shoes of `by_true_count`: enough for every count to
arise from many different cards, and not so many that the shoe behaves like a smaller one."""

_LEAN = 8
"""How many values the variance of all depth bands counts for in that of one."""

_FEW = 10
"""Fewer shoes say next to nothing about their spread: then that of all true counts is used."""


@dataclass(frozen=True)
class Moments:
    """When a bet could be made in sampled shoes.

    `shoe`, `dealt`, `unseen`: for every moment, which shoe, how many cards had been dealt before
    its round began, and the cards unseen when the bet is made: (m,), (m,), (m, ranks).
    `round_shoe`, `round_dealt`: for every round, which shoe, and how many cards had been dealt
    before it began: (r,), (r,). The shoes were drawn from `seed`; each held `cards`, and was dealt
    until `depth` percent of them were out.
    """

    shoe: Ints
    dealt: Ints
    unseen: Ints
    round_shoe: Ints
    round_dealt: Ints
    cards: int
    depth: int
    seed: int


@dataclass(frozen=True, slots=True)
class AtTrueCount:
    """The EV in points at a true count: on the model's line; its mean over exactly valued shoes
    with this count, with their standard deviation (`spread`) and how many there were."""

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
    rounds dealt, bet on or not, with its `standard_error`, of which `by_values` is the part due to
    the limited number of exact values. `how` belongs to `units_per_100`.
    """

    decks: int
    depth: int
    trigger: float
    rounds: int
    favourable_share: float
    units_per_100: float
    standard_error: float
    by_values: float
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
    """Everything that counting gains on a bet: `best` of the simple counts, `optimal` tags,
    `hi_lo`."""

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


def by_true_count(
    bet: Bet, found: Effects, count: Count, *, shoes: int, seed: int
) -> tuple[AtTrueCount, ...]:
    """The EV at each of `TRUE_COUNTS`, of `shoes` random shoes each, `DEALT` percent dealt.

    The count must have tags of -1, 0 and +1. If no number of cards seen gives the true count, the
    shoes have the next running counts below and above it, so that it is right on average.
    """
    rng = np.random.default_rng(seed)
    values = [
        POINTS * bet.values(_shoes_at(bet, count, true_count, shoes, rng))
        for true_count in TRUE_COUNTS
    ]
    spreads = [float(some.std(ddof=1)) for some in values]
    usual = float(np.mean(np.square(spreads)) ** 0.5)
    return tuple(
        AtTrueCount(
            true_count,
            count.at(true_count),
            float(some.mean()),
            spread,
            shoes,
            How("sampled", (usual if shoes < _FEW else spread) / shoes**0.5, seed),
        )
        for true_count, some, spread in zip(TRUE_COUNTS, values, spreads, strict=True)
    )


def _shoes_at(
    bet: Bet, count: Count, true_count: int, shoes: int, rng: np.random.Generator
) -> Ints:
    """Random shoes with a true count, `DEALT` percent dealt, (shoes, ranks).

    First the number of unseen cards with each tag is drawn, weighted by the number of such shoes;
    then the cards of each tag.
    """
    cards, tags = np.array(bet.shoe), np.array([count.tags[rank] for rank in bet.ranks])
    unseen = sum(bet.shoe) * (100 - DEALT) // 100
    running = true_count * unseen / DECK
    below = floor(running)
    counts = below + (rng.random(shoes) < running - below)
    found = np.zeros((shoes, len(cards)), np.int64)
    for one in np.unique(counts):
        rows = np.flatnonzero(counts == one)
        splits, chances = _by_tag(cards, tags, unseen, int(cards @ tags) - int(one))
        for row, split in zip(rows, rng.choice(len(splits), len(rows), p=chances), strict=True):
            for tag, drawn in zip((-1, 0, 1), splits[split], strict=True):
                of_tag = np.flatnonzero(tags == tag)
                found[row, of_tag] = rng.multivariate_hypergeometric(cards[of_tag], drawn)
    return found


def _by_tag(
    cards: Ints, tags: Ints, unseen: int, sum_of_tags: int
) -> tuple[list[tuple[int, int, int]], Floats]:
    """The possible numbers of unseen cards with tags -1, 0 and +1 whose sum is given, and the
    chance of each."""
    have = [int(cards[tags == tag].sum()) for tag in (-1, 0, 1)]
    splits = []
    for minus in range(have[0] + 1):
        plus = minus + sum_of_tags
        split = (minus, unseen - minus - plus, plus)
        if all(0 <= drawn <= held for drawn, held in zip(split, have, strict=True)):
            splits.append(split)
    ways = [
        comb(have[0], one) * comb(have[1], two) * comb(have[2], three) for one, two, three in splits
    ]
    return splits, np.array([way / sum(ways) for way in ways])


def by_penetration(
    bet: Bet, found: Effects, count: Count, moments: Moments, *, valued: int, seed: int
) -> tuple[AtDepth, ...]:
    """What one unit on every favourable count wins at each of `DEPTHS` that the moments reach.

    About `valued` favourable moments are valued exactly, chosen from `seed`, at least two in each
    depth band, which a standard error needs. A count that does not follow the bet has no favourable
    moments, and no figures.
    """
    if count.trigger is None:
        return ()
    good = _favourable(bet, count, moments)
    gains = _gains(bet, found, good, moments.cards, valued, np.random.default_rng(seed))
    return tuple(
        _at_depth(depth, count.trigger, moments, good, gains)
        for depth in DEPTHS
        if depth <= moments.depth
    )


def _favourable(bet: Bet, count: Count, moments: Moments) -> Moments:
    """The moments with a true count at the trigger or above."""
    tags = np.array([count.tags[rank] for rank in bet.ranks], np.float64)
    running = (np.array(bet.shoe) - moments.unseen) @ tags
    true_count = DECK * running / moments.unseen.sum(axis=1)
    # A count exactly at the trigger must not depend on rounding.
    good = true_count >= (count.trigger or 0.0) - 1e-9
    return replace(
        moments, shoe=moments.shoe[good], dealt=moments.dealt[good], unseen=moments.unseen[good]
    )


@dataclass(frozen=True, slots=True)
class _Gains:
    """What a unit wins on average at each favourable moment, and the variance of the model's error
    in their sum, spread over the moments. In base wagers."""

    gain: Floats
    doubt: Floats


def _gains(
    bet: Bet, found: Effects, good: Moments, cards: int, valued: int, rng: np.random.Generator
) -> _Gains:
    """The linear model, corrected in each depth band by the mean of some exact values."""
    gain = found.linear(good.unseen) / POINTS
    each = max(2, -(-valued // len(DEPTHS)))
    band = np.searchsorted([cards * depth // 100 for depth in DEPTHS], good.dealt, side="right")
    chosen = []
    for one in np.unique(band):
        these = np.flatnonzero(band == one)
        chosen.append(rng.choice(these, min(len(these), each), replace=False))
    wrong = [bet.values(good.unseen[rows]) - gain[rows] for rows in chosen]
    freedom = sum(len(one) - 1 for one in wrong)
    squares = [float(((one - one.mean()) ** 2).sum()) for one in wrong]
    usual = sum(squares) / max(freedom, 1)
    doubt = np.zeros(len(gain))
    for rows, one, square in zip(chosen, wrong, squares, strict=True):
        these = band == band[rows[0]]
        gain[these] += one.mean()
        # Few values say little about their variance: they borrow from that of all bands.
        variance = (square + _LEAN * usual) / (len(one) - 1 + _LEAN)
        doubt[these] = variance * these.sum() / len(rows)
    return _Gains(gain, doubt)


def _at_depth(
    depth: int, trigger: float, moments: Moments, good: Moments, gains: _Gains
) -> AtDepth:
    """The figures with the cut card at a depth: a ratio of sums over shoes, and its error."""
    cut, shoes = moments.cards * depth // 100, int(moments.round_shoe.max()) + 1
    dealt = good.dealt < cut
    rounds = np.bincount(moments.round_shoe[moments.round_dealt < cut], minlength=shoes)
    won = np.bincount(good.shoe[dealt], gains.gain[dealt], minlength=shoes)
    total = int(rounds.sum())
    units = float(won.sum()) / total
    by_shoe = float(((won - units * rounds) ** 2).sum()) * shoes / (shoes - 1)
    doubt = float(gains.doubt[dealt].sum())
    error = 100 * (by_shoe + doubt) ** 0.5 / total
    return AtDepth(
        decks=round(moments.cards / DECK),
        depth=depth,
        trigger=trigger,
        rounds=total,
        favourable_share=float(dealt.sum()) / total,
        units_per_100=100 * units,
        standard_error=error,
        by_values=100 * doubt**0.5 / total,
        how=How("sampled", error, moments.seed),
    )

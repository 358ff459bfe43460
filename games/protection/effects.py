"""Effects of removal, the counts that follow them, and their linear model.

The *effect of removal* of a rank is the expected value (EV) of a bet with one card of that rank
gone from the full shoe, minus the EV with the full shoe, in points (hundredths of the base wager).
The play is the same in both.

Weighted by the cards of each rank, the effects of a bet sum to zero, because a card that is burnt
unseen changes nothing: the mean of the EV over a burnt card is the EV. This holds exactly for fixed
play, and only for that: if the player adapted to the missing card, every effect would be a little
too high.

The *linear model* (P. Griffin, "The Theory of Blackjack", chapter 3) assumes that the EV is linear
in the shares of the ranks among the unseen cards. With N cards in the full shoe, E_r the effects
and d_r the cards of rank r that are gone, the EV of the U cards left is

    EV(full) + (N - 1) / U * sum over r of d_r E_r.

A *count* gives each rank a tag t_r. Its running count is the sum of the tags of all cards seen, its
true count the running count for each 52 unseen cards. The least-squares line of the model on a
balanced count (weights n_r, the cards of rank r) is

    EV(true count) = EV(full) + slope * true count,
    slope = (N - 1) / 52 * sum of n_r t_r E_r / sum of n_r t_r^2,

and the correlation of the tags with the effects, under the same weights, says how much of the EV's
movement the count follows.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

Shoe = tuple[int, ...]
"""How many cards of each rank are unseen, in the order of `Bet.ranks`."""

DECK = 52
POINTS = 100
"""Points in a base wager."""


@dataclass(frozen=True, slots=True)
class How:
    """How a figure was found.

    ``exact``: not sampled; `error` is the most that rounding can have changed it. ``sampled``: a
    mean over sampled shoes; `error` is its standard error, `seed` the seed. ``model``: the straight
    line through exact effects, without a stated error. `error` is in the unit of the figure.
    """

    kind: Literal["exact", "sampled", "model"]
    error: float | None = None
    seed: int | None = None

    def as_json(self) -> dict[str, Any]:
        """Plain JSON, without empty values."""
        raw: dict[str, Any] = {"how": self.kind}
        if self.error is not None:
            raw["error"] = self.error
        if self.seed is not None:
            raw["seed"] = self.seed
        return raw


@dataclass(frozen=True)
class Bet:
    """A bet dealt from a shoe, as a function of the cards unseen when it is made.

    `ranks`: their names, ``A``, ``2`` .. ``9``, ``T``. `shoe`: the full shoe without the cards that
    must have been seen before the bet can be made (the dealer's ace, say). `exact`: the EV of one
    shoe in base wagers, to within `accuracy` points. `values`: the same for many shoes, (n, ranks)
    to (n,), as floats.
    """

    spot: str
    paytable: str
    ranks: tuple[str, ...]
    shoe: Shoe
    exact: Callable[[Shoe], Fraction]
    values: Callable[[Ints], Floats]
    accuracy: float = 0.0


@dataclass(frozen=True)
class Effects:
    """The EV of the full shoe in points, and the effect of removal of each rank in points.

    `cards`: how many cards of each rank the full shoe holds when the bet is made.
    """

    spot: str
    paytable: str
    value: float
    cards: Mapping[str, int]
    points: Mapping[str, float]
    how: How

    @property
    def edge_percent(self) -> float:
        """The house edge of the full shoe in percent of the base wager."""
        return -self.value

    @property
    def weighted_sum(self) -> float:
        """The effects times the cards of each rank: zero except for rounding."""
        return sum(self.cards[rank] * points for rank, points in self.points.items())

    def linear(self, unseen: Ints) -> Floats:
        """The linear model: the EV in points of shoes of these unseen cards, (n, ranks) to (n,)."""
        cards, points = self._arrays()
        gone = cards - unseen
        result: Floats = self.value + (cards.sum() - 1) * (gone @ points) / unseen.sum(axis=1)
        return result

    def count(self, tags: Mapping[str, float]) -> "Count":
        """A count with these tags, for the bet."""
        cards, points = self._arrays()
        values = np.array([tags[rank] for rank in self.points], np.float64)
        mean = cards @ values / cards.sum()
        spread = cards @ (values - mean) ** 2
        together = float(cards @ (values * points))
        correlation = together / float(np.sqrt(spread * (cards @ points**2)))
        slope = (cards.sum() - 1) / DECK * together / spread
        return Count(dict(tags), correlation, float(slope), self.value)

    def _arrays(self) -> tuple[Ints, Floats]:
        return np.array(list(self.cards.values())), np.array(list(self.points.values()))


@dataclass(frozen=True)
class Count:
    """A count for a bet: its tags by rank, its correlation with the effects, the points that one
    true count is worth, and the EV in points at a true count of 0 in the linear model."""

    tags: Mapping[str, float]
    correlation: float
    slope: float
    value: float

    @property
    def trigger(self) -> float | None:
        """The true count from which the bet pays the player, in the linear model; None for a count
        that does not follow the bet."""
        return -self.value / self.slope if self.slope > 0 else None

    def at(self, true_count: float) -> float:
        """The EV in points at a true count, in the linear model."""
        return self.value + self.slope * true_count


def effects(bet: Bet) -> Effects:
    """The effect of removal of each rank."""
    full = bet.exact(bet.shoe)
    found = {}
    for place, rank in enumerate(bet.ranks):
        less = (*bet.shoe[:place], bet.shoe[place] - 1, *bet.shoe[place + 1 :])
        found[rank] = float(POINTS * (bet.exact(less) - full))
    cards = dict(zip(bet.ranks, bet.shoe, strict=True))
    how = How("exact", 2 * bet.accuracy)
    return Effects(bet.spot, bet.paytable, float(POINTS * full), cards, found, how)


def optimal_count(found: Effects) -> Count:
    """The best real-valued tags: the effects themselves, the largest scaled to 1."""
    largest = max(abs(points) for points in found.points.values())
    return found.count({rank: points / largest for rank, points in found.points.items()})


def best_level_one(found: Effects) -> Count:
    """The balanced count with tags -1, 0 and +1 that correlates best with the effects.

    Balanced: the tags of the full deck sum to 0. All tags are tried. Among equals, the one with the
    higher tags for earlier ranks, deuces first and aces last.
    """
    ranks = tuple(found.points)
    share = tuple(_deck_cards(ranks, found.cards))
    tags = _balanced(share)
    points = np.array([found.points[rank] for rank in ranks])
    weights = np.array(share) * points
    fit = tags @ weights / np.sqrt(tags**2 @ np.array(share))
    equal = tags[fit > fit.max() - 1e-9]
    best = max(equal.tolist(), key=lambda one: [*one[1:], one[0]])
    return found.count({rank: int(tag) for rank, tag in zip(ranks, best, strict=True)})


def _deck_cards(ranks: Sequence[str], cards: Mapping[str, int]) -> list[int]:
    """How many cards of each rank a deck has. A shoe that lacks an already seen card still consists
    of whole decks."""
    decks = round(sum(cards.values()) / DECK)
    return [round(cards[rank] / decks) for rank in ranks]


@lru_cache(maxsize=8)
def _balanced(share: tuple[int, ...]) -> Ints:
    """All tags of -1, 0 and +1 that are not all 0 and sum to 0 over a deck, (n, ranks)."""
    grid = np.indices((3,) * len(share)).reshape(len(share), -1).T - 1
    balanced: Ints = grid[(grid @ np.array(share) == 0) & grid.any(axis=1)]
    return balanced

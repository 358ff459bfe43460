"""What knowing other cards is worth to a player, whether other seats show them or they are
glimpsed.

Cards are dealt at random from a seed. In each deal the best play with and without the knowledge is
found exactly, and both are valued with the knowledge: the difference is the gain in that deal, and
is never below 0. So the two are *paired* (on the same deals, and only the choice of deals is
random), and without knowledge the gain is exactly 0. The mean over all cards that may be known is
the gain in expected value (EV) per round.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.protection.effects import DECK, POINTS, How, Ints

Floats = NDArray[np.float64]

CERTAIN = 4.0
"""How many standard errors a figure must be away from 0 for its sign to be taken as certain."""

NO_DECISION = "No information after the bet changes it: nothing is decided."
"""The sentence for a bet that the deal alone decides."""

GainsOf = Callable[[Ints], Floats]
"""From deals, (n, cards), to what the knowledge gains in each, in base wagers: (n,)."""


@dataclass(frozen=True, slots=True)
class Gain:
    """What known cards add to the EV of a bet, in points: percent of the base wager.

    `spots`: the bet; the first is its base wager. `situation`: what is known, in words.
    `known_cards`: how many cards that is. `edge_points`: the house edge without the knowledge.
    `deals`: how many were sampled, 0 if the figure is exact. `how` has the standard error, in
    points, and the seed.
    """

    spots: tuple[str, ...]
    situation: str
    known_cards: int
    edge_points: float
    gain_points: float
    deals: int
    how: How

    @property
    def standard_error(self) -> float:
        """Of the gain, in points; 0 if it is exact."""
        return (self.how.error or 0.0) if self.how.kind == "sampled" else 0.0

    @property
    def value_points(self) -> float:
        """The player's EV with the knowledge, in points; above 0 the player has the edge."""
        return self.gain_points - self.edge_points

    def as_json(self) -> dict[str, Any]:
        """The form of the protect command."""
        return {
            "spots": list(self.spots),
            "situation": self.situation,
            "known_cards": self.known_cards,
            "edge_points": self.edge_points,
            "gain_points": self.gain_points,
            "value_points": self.value_points,
            "standard_error": self.standard_error,
            "deals": self.deals,
            **self.how.as_json(),
        }


def nothing_known(spots: Sequence[str], edge_points: float) -> Gain:
    """Without knowledge there is no gain: exactly."""
    return Gain(tuple(spots), "nothing", 0, edge_points, 0.0, 0, How("exact", 0.0))


def deals(seed: int, count: int, cards: int, batch: int, decks: int = 1) -> Sequence[Ints]:
    """`count` deals of this many cards from a shoe, in arrays of at most `batch` deals.

    The first cards of a deal are the same however many are dealt, so a sample with more known cards
    extends one with fewer.
    """
    chance = np.random.Generator(np.random.PCG64(seed))
    sizes = [batch] * (count // batch) + ([count % batch] if count % batch else [])
    return [chance.random((size, DECK * decks)).argsort(axis=1)[:, :cards] % DECK for size in sizes]


@dataclass(frozen=True, slots=True)
class Sample:
    """How many deals to sample, and from which seed."""

    deals: int
    seed: int


def mean_gain(
    gains_of: GainsOf, sample: Sample, cards: int, batch: int, decks: int = 1
) -> tuple[float, How]:
    """The mean gain in points over sampled deals of this many cards, with its standard error.

    Raises ValueError for fewer than two deals.
    """
    if sample.deals < 2:
        raise ValueError("A standard error needs at least two deals.")
    found = [gains_of(dealt) for dealt in deals(sample.seed, sample.deals, cards, batch, decks)]
    gains = POINTS * np.concatenate(found)
    error = float(gains.std(ddof=1)) / sqrt(sample.deals)
    return float(gains.mean()), How("sampled", error, sample.seed)


@dataclass(frozen=True, slots=True)
class FaceUp:
    """Whether a bet is safe when all seats' cards lie face up: the figures behind the sentence.

    `gain` is what knowing as much as possible adds; None for a bet without decisions. `safe`:
    whether the house keeps its edge; None if the standard error leaves it open. `words` say so.
    """

    spots: tuple[str, ...]
    edge_points: float
    gain: Gain | None

    @property
    def safe(self) -> bool | None:
        """Whether the house keeps its edge."""
        if self.gain is None:
            return self.edge_points > 0
        if abs(self.gain.value_points) <= CERTAIN * self.gain.standard_error:
            return None
        return self.gain.value_points < 0

    @property
    def words(self) -> str:
        """One sentence, for staff."""
        if self.gain is None:
            return NO_DECISION
        figures = (
            f"knowing {self.gain.situation} is worth {self.gain.gain_points:.2f} points against a "
            f"house edge of {self.edge_points:.2f}"
        )
        verdicts = {
            True: f"Safe face up: {figures}.",
            False: f"Not safe face up: {figures}, so the players have the edge.",
            None: f"Too close to call: {figures}, and the sample is too small to say which wins.",
        }
        return verdicts[self.safe]

    def as_json(self) -> dict[str, Any]:
        """Plain JSON, points."""
        return {
            "spots": list(self.spots),
            "edge_points": self.edge_points,
            "gain": None if self.gain is None else self.gain.as_json(),
            "safe": self.safe,
            "words": self.words,
        }

"""The possible results of one round for a player, and how likely each one is.

The wagers of one round share its cards, so their results depend on each other: a `Nets` covers all
wagers together. Each game's own package makes them (``games/<game>/nets.py``).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt


@dataclass(frozen=True)
class Nets:
    """The chances of all results of one round.

    `chances`: by the player's net in cents, below 0 where the house wins; they add up to 1.
    `staked`: cents that the player puts down before the deal. `assumption`: a sentence on how the
    cards are dealt and played, and on what is not exact. `joint`: whether the wagers of a round are
    combined exactly; if not, `assumption` says what is assumed instead.
    """

    chances: Mapping[int, Fraction]
    staked: int
    assumption: str
    joint: bool = True

    @cached_property
    def mean(self) -> Fraction:
        """The expected net in cents."""
        return sum((net * chance for net, chance in self.chances.items()), Fraction())

    @cached_property
    def variance(self) -> Fraction:
        """Of the net, in cents squared."""
        square = sum((net**2 * chance for net, chance in self.chances.items()), Fraction())
        return square - self.mean**2

    @property
    def standard_deviation(self) -> float:
        """Of the net of one round, in cents."""
        return sqrt(self.variance)

    @property
    def top(self) -> int:
        """The most the house can lose in one round, in cents; at least 0."""
        return max(0, *(net for net, chance in self.chances.items() if chance))

    def reversed(self) -> "Nets":
        """The same rounds from the other side of the table: a player's as the house's win."""
        chances = {-net: chance for net, chance in self.chances.items()}
        return Nets(chances, self.staked, self.assumption, self.joint)

    def times(self, factor: float) -> "Nets":
        """Stakes and results this many times as large, to the cent."""
        if factor == 1:
            return self
        chances = gathered((round(net * factor), chance) for net, chance in self.chances.items())
        return Nets(chances, round(self.staked * factor), self.assumption, self.joint)


def gathered(shares: Iterable[tuple[int, Fraction]]) -> dict[int, Fraction]:
    """Nets with their chances as a mapping; a net may be given more than once.

    Raises ValueError if the chances do not add up to 1.
    """
    chances: dict[int, Fraction] = {}
    for net, chance in shares:
        if chance:
            chances[net] = chances.get(net, Fraction()) + chance
    if sum(chances.values()) != 1:
        raise ValueError("The chances of a round do not add up to 1.")
    return dict(sorted(chances.items()))


INDEPENDENT = (
    "The wagers are taken to win and lose independently of each other, although the same cards "
    "decide them: the mean is right, the spread is not exact."
)


def independent(*several: Nets) -> Nets:
    """Wagers of one round with unknown joint chances, treated as independent."""
    chances = {0: Fraction(1)}
    for nets in several:
        chances = gathered(
            (sum_ + net, share * chance)
            for sum_, share in chances.items()
            for net, chance in nets.chances.items()
        )
    words = dict.fromkeys((*(nets.assumption for nets in several), INDEPENDENT))
    return Nets(chances, sum(nets.staked for nets in several), " ".join(words), joint=False)

"""How much is sampled for sampled figures, and from which seed."""

from dataclasses import dataclass

SEED = 1


@dataclass(frozen=True, slots=True)
class Sampling:
    """The seed of all that is drawn, and how much is drawn in percent of what is usual for a game.

    The same sampling gives the same figures.
    """

    seed: int = SEED
    percent: int = 100

    def of(self, usual: int) -> int:
        """How many things are drawn where `usual` are usual: two at least, for a standard error."""
        return max(2, usual * self.percent // 100)

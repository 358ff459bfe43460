"""How much is sampled for sampled figures, and from which seed."""

from dataclasses import dataclass

SEED = 1


@dataclass(frozen=True, slots=True)
class Sampling:
    """The seed of everything drawn, and the amount in percent of what is usual for a game.

    The same sampling gives the same figures.
    """

    seed: int = SEED
    percent: int = 100

    def of(self, usual: int) -> int:
        """How many to draw if `usual` are usual: at least two, for a standard error."""
        return max(2, usual * self.percent // 100)

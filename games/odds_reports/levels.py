"""Round numbers for the axis of a plot."""

from decimal import Decimal
from math import floor


def levels(low: float, high: float, *, smallest: int = 0) -> list[float]:
    """The multiples of a round step above `low`, up to `high`: about four.

    smallest: the smallest power of ten for a step.
    """
    steps = (n * Decimal(10) ** power for power in range(smallest, 12) for n in (1, 2, 5))
    step = next(one for one in steps if (high - low) / float(one) <= 5)
    first, last = (floor(Decimal(repr(end)) / step) for end in (low, high))
    return [float(n * step) for n in range(first + 1, last + 1)]

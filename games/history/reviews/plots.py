"""Curves as the numbers of an SVG: lines in a box of `WIDTH` by `HEIGHT`, and even ticks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from math import ceil, floor

WIDTH, HEIGHT = 1000, 400
MOST_STEPS = 4
"""A scale has at most this many steps."""


@dataclass(frozen=True)
class Plot:
    """Lines (points as SVG wants them), the ticks of the scale from the top down, each with its
    height in the box, and the height of zero."""

    lines: Sequence[str]
    ticks: Sequence[tuple[int, float]]
    zero: float


def plot(across: Sequence[float], lines: Sequence[Sequence[float]]) -> Plot:
    """A plot of lines that share their horizontal positions; each has one point or more."""
    every = [value for line in lines for value in line]
    step = _step(min(0, *every), max(0, *every))
    low, high = floor(min(0, *every) / step) * step, ceil(max(0, *every) / step) * step
    if low == high:
        high = low + step

    def y(value: float) -> float:
        return HEIGHT * (high - value) / (high - low)

    most = max(across) or 1
    return Plot(
        lines=[
            " ".join(
                f"{WIDTH * x / most:.1f},{y(value):.1f}"
                for x, value in zip(across, line, strict=True)
            )
            for line in lines
        ],
        ticks=[(tick, y(tick)) for tick in range(high, low - 1, -step)],
        zero=y(0),
    )


def _step(low: float, high: float) -> int:
    """The least step of 1, 2 or 5 times a power of ten, in whole units (100 cents), that divides a
    scale from `low` to `high` into `MOST_STEPS` at most."""
    return next(step for step in _steps() if ceil(high / step) - floor(low / step) <= MOST_STEPS)


def _steps() -> Iterator[int]:
    for power in count(2):
        for first in (1, 2, 5):
            yield first * 10**power

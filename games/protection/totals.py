"""The exact distribution of the total of many rounds.

Rounds are independent, so the chances of a total are the convolution of the chances of its rounds,
and in the frequency domain a power: with f the Fourier transform of one round's chances, that of N
rounds is f^N. All nets are whole multiples of some number of cents (their greatest common divisor)
above the lowest, so that nothing is rounded to a grid; a million rounds are one power.

The transform is only as long as necessary. Results outside a *window* are less likely than
`OUTSIDE` on either side, by Chernoff's bound: for every theta > 0

    P(total >= x) <= exp(log E[exp(theta * total)] - theta * x).

What lies outside wraps round to the other end, so no chance is off by more. Floating point adds
some `ROUNDING` per round.

If even the window has more than `MOST_POINTS` points, a coarser grid is used: each net is split
between the two nearest grid points, in shares that keep its mean. This moves a total by independent
steps, each of mean 0 and within one grid step, and Hoeffding's inequality bounds by how much
(`Total.slack`), except with a further chance of `OUTSIDE`.

A page with many bands does not need chances to 15 digits: `sketch` takes the same power only at the
`SKETCHED` lowest frequencies.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, gcd, log, sqrt

import numpy as np
from numpy.typing import NDArray

from games.protection.nets import Nets

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

OUTSIDE = 1e-15
"""The most chance that may lie outside the window on either side."""

ROUNDING = 2.0**-50
"""What floating point may add to the error of a chance for each round, and `TRANSFORM` times."""

TRANSFORM = 64

MOST_POINTS = 1 << 22

SKETCHED = 1 << 10

UNSEEN = 1e-7
"""The most chance that may lie outside the window of a sketch on either side."""

MOST_ROUNDS = 10**9

Part = tuple[Nets, int]
"""Rounds of one kind, and how many of them."""


@dataclass(frozen=True)
class Total:
    """The chances of all totals of some rounds.

    `chances[i]` is the chance of `start + i * step` cents. No chance, nor the sum of any from one
    end, is off by more than `error`. `slack`: by how many cents a total may be off as well, with a
    chance included in `error`; 0 if every total is exact.
    """

    start: int
    step: int
    chances: Floats
    error: float
    slack: int = 0

    @property
    def cents(self) -> Floats:
        """The totals to which `chances` belong."""
        return self.start + self.step * np.arange(len(self.chances), dtype=np.float64)

    @property
    def mean(self) -> float:
        """The expected total in cents."""
        return float(self.chances @ self.cents)

    @property
    def variance(self) -> float:
        """Of the total, in cents squared."""
        return float(self.chances @ (self.cents - self.mean) ** 2)

    def at_most(self, cents: int) -> float:
        """The chance of a total of this many cents or less."""
        place = (cents - self.start) // self.step
        if place < 0:
            return 0.0
        return min(1.0, float(self._up_to[min(place, len(self._up_to) - 1)]))

    def at_least(self, cents: int) -> float:
        """The chance of a total of this many cents or more, summed from above."""
        place = -((self.start - cents) // self.step)
        if place >= len(self.chances):
            return 0.0
        return min(1.0, float(self._from[max(place, 0)]))

    def quantile(self, chance: float) -> int:
        """The lowest total in cents that is not exceeded with at least this chance; if points
        represent the totals around them, interpolated within a point's step."""
        place = min(int(np.searchsorted(self._up_to, chance)), len(self.chances) - 1)
        if not self.slack or not self.chances[place]:
            return self.start + self.step * place
        missing = (self._up_to[place] - chance) / self.chances[place]
        share = min(1.0, max(0.0, float(missing)))
        return self.start + round(self.step * (place + 0.5 - share))

    @cached_property
    def _up_to(self) -> Floats:
        return _sums(self.chances)

    @cached_property
    def _from(self) -> Floats:
        return _sums(self.chances[::-1])[::-1]


def _sums(chances: Floats) -> Floats:
    """The cumulative sums. Millions of terms need more digits than floats have."""
    return np.cumsum(chances, dtype=np.longdouble).astype(np.float64)


def total(*parts: Part) -> Total:
    """The total of the rounds of all parts, with the sign of their nets.

    All rounds are independent. Raises ValueError for less than one round in all, or more than
    `MOST_ROUNDS`.
    """
    some, rounds = _some(parts)
    grid = _Grid(some)
    lowest, highest = grid.window(OUTSIDE, THETAS)
    moved = ceil(sqrt(rounds * log(2 / OUTSIDE) / 2))
    coarse = ceil((highest - lowest) / (MOST_POINTS - 2 * moved - 2))
    if highest - lowest < MOST_POINTS:
        coarse, moved = 1, 0
    low = lowest // coarse - moved
    points = -(-highest // coarse) + moved + 1 - low
    error = 3 * OUTSIDE + (rounds + TRANSFORM) * ROUNDING
    return Total(
        start=grid.base + low * coarse * grid.unit,
        step=coarse * grid.unit,
        chances=grid.chances(coarse, low, points),
        error=error,
        slack=moved * coarse * grid.unit,
    )


def sketch(*parts: Part) -> Total:
    """The same, accurate enough for a picture: exact if `SKETCHED` totals or fewer are in the
    window, else each total is shared among the points around it. Fast for any number of rounds; use
    `total` for tails. Raises ValueError as it does."""
    some, rounds = _some(parts)
    grid = _Grid(some)
    lowest, highest = grid.window(UNSEEN, THETAS[::10])
    coarse = ceil((highest - lowest + 1) / (SKETCHED - 2))
    low = lowest // coarse
    return Total(
        start=grid.base + low * coarse * grid.unit,
        step=coarse * grid.unit,
        chances=grid.seen(coarse, low, highest // coarse + 2 - low),
        error=3 * UNSEEN + (rounds + TRANSFORM) * ROUNDING,
        slack=(coarse > 1) * coarse * grid.unit,
    )


def _some(parts: Sequence[Part]) -> tuple[Sequence[Part], int]:
    """The parts that have rounds, and how many rounds they have in all."""
    rounds = sum(count for _, count in parts)
    if any(count < 0 for _, count in parts) or not 1 <= rounds <= MOST_ROUNDS:
        raise ValueError(f"A total is of at least one round and at most {MOST_ROUNDS:,}.")
    return tuple((nets, count) for nets, count in parts if count), rounds


class Steps:
    """One kind of round as whole steps of `unit` cents above its lowest net."""

    def __init__(self, nets: Nets, unit: int) -> None:
        likely = {net: chance for net, chance in nets.chances.items() if chance}
        self.base = min(likely)
        self.steps = np.array([(net - self.base) // unit for net in likely], np.int64)
        self.shares = np.array([float(chance) for chance in likely.values()])
        self.mean = float((nets.mean - self.base) / unit)

    def log_mean_exp(self, theta: Floats) -> Floats:
        """log E[exp(theta * (steps - mean))] for many theta."""
        apart = theta[:, None] * (self.steps - self.mean)
        largest = np.maximum(apart.max(axis=1), 0)
        small = largest < 1
        result = np.empty(len(theta))
        # Near 0 the terms of first order cancel; far from it the sum may overflow.
        result[small] = np.log1p(np.expm1(apart[small]) @ self.shares)
        far = np.exp(apart[~small] - largest[~small, None]) @ self.shares
        result[~small] = largest[~small] + np.log(far)
        return result


def unit_of(parts: Sequence[Part]) -> int:
    """The largest number of cents of which all differences between nets are multiples."""
    nets = [[net for net, chance in one.chances.items() if chance] for one, _ in parts]
    return gcd(*(net - min(several) for several in nets for net in several)) or 1


THETAS = np.logspace(-14, 2.5, 1200)
"""The values of theta tried for Chernoff's bound: each gives a valid bound, so none needs to be
optimal. In units of the inverse of the standard deviation of a round."""


class _Grid:
    """All parts in steps of the same unit, and their total."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.unit = unit_of(parts)
        self._parts = [(Steps(nets, self.unit), rounds) for nets, rounds in parts]
        self.base = sum(part.base * rounds for part, rounds in self._parts)
        self._mean = sum(part.mean * rounds for part, rounds in self._parts)
        self._most = sum(int(part.steps.max()) * rounds for part, rounds in self._parts)

    def window(self, outside: float, thetas: Floats) -> tuple[int, int]:
        """The steps between which the total lies, except with a chance of `outside` on either side,
        by Chernoff's bound at these thetas."""
        spread = max(float(part.shares @ (part.steps - part.mean) ** 2) for part, _ in self._parts)
        theta = thetas / max(sqrt(spread), 1e-9)
        above, below = (
            min((self._log_mean_exp(sign * theta) - log(outside)) / theta) for sign in (1, -1)
        )
        low = max(0, int(np.floor(self._mean - below)))
        return low, min(self._most, ceil(self._mean + above))

    def _log_mean_exp(self, theta: Floats) -> Floats:
        terms = [rounds * part.log_mean_exp(theta) for part, rounds in self._parts]
        result: Floats = np.sum(terms, axis=0)
        return result

    def chances(self, coarse: int, low: int, points: int) -> Floats:
        """The chances of the totals `low`, `low` + 1, .. on a grid of this many steps."""
        length = 1 << (points - 1).bit_length()
        return self._whole(
            lambda part: np.fft.rfft(_on_circle(part, coarse, length)), length, low, points
        )

    def seen(self, coarse: int, low: int, points: int) -> Floats:
        """The same for a sketch: only totals, not single rounds, are put on the grid."""
        length = 1 << (points - 1).bit_length()
        place = np.arange(length // 2 + 1)
        turn = -2j * np.pi * place / (coarse * length)
        shared = _parzen(2 * place / length) if coarse > 1 else 1.0

        def transform(part: Steps) -> Complexes:
            found: Complexes = np.exp(np.outer(turn, part.steps)) @ part.shares
            return found

        return self._whole(transform, length, low, points, shared)

    def _whole(
        self,
        transform: Callable[[Steps], Complexes],
        length: int,
        low: int,
        points: int,
        shared: Floats | float = 1.0,
    ) -> Floats:
        """The inverse transform of the product of the parts' transforms, each to its power, and the
        factor `shared`."""
        # A power of each transform, in polar form: sizes multiply, angles add up.
        size, angle = np.zeros(length // 2 + 1), np.zeros(length // 2 + 1)
        for part, rounds in self._parts:
            one = transform(part)
            with np.errstate(divide="ignore"):
                size += rounds * np.log(np.abs(one))
            angle += rounds * np.angle(one)
        whole = shared * np.exp(size) * np.exp(1j * angle)
        around = np.fft.irfft(whole, length)
        found: Floats = np.roll(around, -low % length)[:points]
        return np.maximum(found, 0)


def _parzen(share: Floats) -> Floats:
    """The transform of a narrow, nonnegative bump, by frequency as a share of the highest (Parzen
    1961): it spreads a total over the four points around it."""
    near, far = 1 - 6 * share**2 + 6 * share**3, 2 * (1 - share) ** 3
    found: Floats = np.where(share < 0.5, near, far)
    return found


def _on_circle(part: Steps, coarse: int, length: int) -> Floats:
    """The chances of one round's steps on a grid, each step shared between the neighbouring grid
    points; positions wrap round a circle of this length."""
    below, over = np.divmod(part.steps, coarse)
    circle = np.zeros(length)
    np.add.at(circle, below % length, part.shares * (1 - over / coarse))
    np.add.at(circle, (below + 1) % length, part.shares * (over / coarse))
    return circle

"""The amounts an action accepts, as three numbers: a large stake has too many to list."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload


@dataclass(frozen=True, slots=True)
class Amounts(Sequence[int]):
    """Cents from `low` upwards in steps of `step`, and `high` itself; ascending, as a sequence.

    So ``Amounts(0, 250, 100)`` holds 0, 100, 200 and 250. `low` is at most `high`, `step` positive.
    """

    low: int
    high: int
    step: int

    def __len__(self) -> int:
        return -((self.low - self.high) // self.step) + 1

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[int, ...]: ...

    def __getitem__(self, index: int | slice) -> int | tuple[int, ...]:
        places = range(len(self))[index]
        if isinstance(places, int):
            return self._at(places)
        return tuple(map(self._at, places))

    def _at(self, place: int) -> int:
        return min(self.low + place * self.step, self.high)

    def __contains__(self, amount: object) -> bool:
        if not isinstance(amount, int) or not self.low <= amount <= self.high:
            return False
        return amount == self.high or (amount - self.low) % self.step == 0

    def __str__(self) -> str:
        if self.low == self.high:
            return f"{self.low} cents"
        whole = (self.high - self.low) % self.step == 0
        rest = "" if whole else f", or {self.high}"
        return f"from {self.low} to {self.high} cents, in steps of {self.step}{rest}"

"""Template filters for raises in Big Raise Hold'em."""

from collections.abc import Sequence
from typing import NamedTuple


class Raise(NamedTuple):
    """A raise by a multiple of the ante. open: whether it is offered."""

    times: int
    cents: int
    open: bool


def raises(amounts: Sequence[int]) -> list[Raise]:
    """Two, three and four times an ante as the buttons of a play whose least amount is twice it."""
    ante = amounts[0] // 2
    return [Raise(times, times * ante, times * ante in amounts) for times in (2, 3, 4)]


FILTERS = (raises,)

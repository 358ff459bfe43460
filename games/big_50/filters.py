"""Template filters for the totals of Big 50."""

from collections.abc import Sequence
from typing import Protocol


class Card(Protocol):
    """A card on the felt: `step` is the total of its hand up to this card (``"24"``)."""

    @property
    def step(self) -> str:
        """The total so far."""


class Hand(Protocol):
    """A hand on the felt."""

    @property
    def cards(self) -> Sequence[Card]:
        """Its cards, in order."""


def _bounds(line: str) -> tuple[int, int]:
    """The totals of a range line: ``total_10_19`` -> 10 and 19."""
    numbers = [int(part) for part in line.split("_")[1:]]
    return numbers[0], numbers[-1]


def low(line: str) -> int:
    """The smallest total of a range line."""
    return _bounds(line)[0]


def high(line: str) -> int:
    """The largest total of a range line."""
    return _bounds(line)[1]


def totals(line: str) -> str:
    """A range line as the felt prints it: ``10–19``, ``50``."""
    lowest, highest = _bounds(line)
    return f"{lowest}" if lowest == highest else f"{lowest}–{highest}"


def _values(hand: Hand) -> list[int]:
    steps = [int(card.step) for card in hand.cards]
    return [step - before for step, before in zip(steps, [0, *steps], strict=False)]


def card_value(hand: Hand, index: int) -> int:
    """What one card adds to the count of its hand."""
    return _values(hand)[index]


def sum_words(hand: Hand, count: int) -> str:
    """The sum of a hand's first cards: ``10 + 10 + 4 = 24``; of one card ``10``."""
    values = _values(hand)[:count]
    return f"{' + '.join(map(str, values))} = {sum(values)}" if count > 1 else str(values[0])


FILTERS = (low, high, totals, card_value, sum_words)

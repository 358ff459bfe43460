"""Payments in chips: what a dealer puts out, and the quickest way to correct a stack."""

from collections import Counter
from collections.abc import Iterable, Mapping

CHIPS: Mapping[int, str] = {
    500_00: "purple", 100_00: "black", 25_00: "green", 5_00: "red", 1_00: "white", 50: "blue",
}  # fmt: skip
"""The chips of a dealer's tray: cents to colour, the highest first. The blue half is for the odd
halves that 3 to 2 and a lost half come to."""

_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def fewest(cents: int) -> tuple[int, ...]:
    """An amount in the fewest chips, the highest first. Any rest below the smallest chip is left
    out."""
    chips = []
    for value in CHIPS:
        count, cents = divmod(cents, value)
        chips += [value] * count
    return tuple(chips)


def in_words(chips: Iterable[int]) -> str:
    """Chips by their colours, the highest first: ``"one green and two red"``."""
    counted = Counter(chips)
    parts = [f"{_count(counted[value])} {colour}" for value, colour in CHIPS.items()
             if counted[value]]  # fmt: skip
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def _count(number: int) -> str:
    return _COUNTS[number] if number < len(_COUNTS) else str(number)


def correction(built: tuple[int, ...], owed: int) -> str:
    """How to correct a stack to what is owed (cents), as a sentence; "" if it is right."""
    away = owed - sum(built)
    if not away:
        return ""
    anew = in_words(fewest(owed))
    change = fewest(abs(away))
    if sum(change) != abs(away):
        return ""
    if away > 0:
        how = f"Add {in_words(change)}"
    elif Counter(change) <= Counter(built):
        how = f"Take back {in_words(change)}"
    else:
        return f"Clear it and use {anew}."
    return f"{how}, or clear it and use {anew}." if built else f"{how}."


def as_a_dealer_would(built: tuple[int, ...]) -> bool:
    """Whether a stack is the fewest chips, put out from the highest colour to the lowest."""
    return built == fewest(sum(built))

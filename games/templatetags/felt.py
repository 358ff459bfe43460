"""Small words and figures of the felt."""

import json
from collections.abc import Mapping
from typing import Any

from django import template

from accounts.templatetags.money import short, signed

register = template.Library()

CHIPS = (500, 100, 25, 5, 1)


@register.filter
def chips(cents: int) -> list[int]:
    """A stake in the fewest chips, biggest first, in whole units: 1200 cents -> 5, 5, 1, 1."""
    units, stack = cents // 100, []
    for value in CHIPS:
        stack += [value] * (units // value)
        units %= value
    return stack


@register.filter
def spot_label(spot: Mapping[str, Any]) -> str:
    """What a screen reader hears of a spot: its wager and limits, and in the end its result."""
    stake = short(spot["stake"]) if spot["stake"] else "none"
    limits = f"min {short(spot['minimum'])} max {short(spot['maximum'])}"
    words = f"{spot['name']} bet, {stake}"
    if result := spot["result"]:
        half = ", half returned" if result["kind"] == "half" else ""
        return f"{words}, {signed(result['net'])}{half}"
    return f"{words}, {limits}" if spot["opening"] else words


@register.filter
def by_key(rows: list[Mapping[str, Any]], key: str) -> Mapping[str, Any] | None:
    """The row whose ``key`` is this, for example a spot of a scene."""
    return next((row for row in rows if row["key"] == key), None)


@register.filter
def seal(digest: str) -> str:
    """The short form of a hash: ``2ff6 3f98 … 615c``."""
    return f"{digest[:4]} {digest[4:8]} … {digest[-4:]}"


@register.filter
def times(amount: int, stake: int) -> str:
    """How many times a stake an amount is: ``2×``."""
    return f"{amount // stake}×" if stake and amount % stake == 0 else ""


def _bounds(line: str) -> tuple[int, int]:
    """The totals of a range line: ``total_10_19`` -> 10 and 19."""
    numbers = [int(part) for part in line.split("_")[1:]]
    return numbers[0], numbers[-1]


@register.filter
def low(line: str) -> int:
    """The smallest total of a range line."""
    return _bounds(line)[0]


@register.filter
def high(line: str) -> int:
    """The largest total of a range line."""
    return _bounds(line)[1]


@register.filter
def totals(line: str) -> str:
    """A range line as the felt prints it: ``10–19``, ``50``."""
    lowest, highest = _bounds(line)
    return f"{lowest}" if lowest == highest else f"{lowest}–{highest}"


def _values(hand: Mapping[str, Any]) -> list[int]:
    steps = [int(card["step"]) for card in hand["cards"]]
    return [step - before for step, before in zip(steps, [0, *steps], strict=False)]


@register.filter
def card_value(hand: Mapping[str, Any], index: int) -> int:
    """What one card adds to the count of its hand."""
    return _values(hand)[index]


@register.filter
def sum_words(hand: Mapping[str, Any], count: int) -> str:
    """The count of the first cards of a hand added up: ``10 + 10 + 4 = 24``."""
    values = _values(hand)[:count]
    return f"{' + '.join(map(str, values))} = {sum(values)}"


@register.filter
def as_json(value: Any) -> str:
    """A value for a data attribute (the template escapes it)."""
    return json.dumps(value)

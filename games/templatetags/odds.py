"""Chances and edges as people read them."""

from collections.abc import Mapping
from math import ceil, log10
from typing import Any

from django import template

register = template.Library()

BADGES = {
    "exact": ("good", "✓ exact"),
    "rounding": ("good", "≈ rounding"),
    "reading": ("warn", "≈ another reading"),
    "misprint": ("bad", "✕ misprint"),
    "differs": ("bad", "✕ differs"),
}
"""Each verdict on a printed figure as a badge: colour, sign and word."""


@register.filter
def minus(text: str) -> str:
    """A figure with a true minus sign."""
    return text.replace("-", "−")


@register.filter
def percent(value: float, decimals: int = 4) -> str:
    """``13.7053 %``, with a true minus sign if the player is ahead."""
    return minus(f"{value:.{decimals}f} %")


@register.filter
def accuracy(bet: Mapping[str, Any]) -> str:
    """How far off the edge of a bet (in the form of the odds command) may be, in percentage points:
    ``within 0.000001 points``; nothing if it is exact."""
    if bet["exact"]:
        return ""
    within = bet.get("accuracy_percent")
    return f"within {within:.12f}".rstrip("0") + " points" if within else "no bound known"


@register.filter
def chance(probability: float) -> str:
    """A probability with six decimals, or as many as it needs to show two digits."""
    return f"{probability:.{_decimals(probability, 6)}f}"


def _decimals(value: float, least: int) -> int:
    """How many decimals show two digits of a value, or `least` if those are enough."""
    return max(least, 1 + ceil(-log10(abs(value)))) if value else least


@register.filter
def gain(value: float, decimals: int = 6) -> str:
    """What a line adds to the player's return, or a hold is worth: ``+0.006926``."""
    return minus(f"{value:+.{_decimals(value, decimals)}f}") if value else "0"


@register.filter
def share(part: float) -> str:
    """How often something is so: ``12.98 %``, ``1 in 649,740`` for something rare."""
    return f"{100 * part:.2f} %" if part >= 0.001 else f"1 in {round(1 / part):,}"


@register.filter
def count(number: int) -> str:
    """``1,809,420``."""
    return f"{number:,}"


@register.filter
def multiple(value: float) -> str:
    """A multiple of the wager, with two decimals if it has any: ``1,000``, ``3.50``."""
    return f"{value:,.2f}".removesuffix(".00")


@register.filter
def badge_kind(verdict: str) -> str:
    """The colour of a verdict's badge."""
    return BADGES[verdict][0]


@register.filter
def badge_words(verdict: str) -> str:
    """The sign and word of a verdict."""
    return BADGES[verdict][1]

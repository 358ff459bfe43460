"""What is unusual about a paytable: this does not forbid it, but somebody must give a reason."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from games.backoffice.paytables.figures import Figures, in_force, tables_with
from games.engine.game import Spot
from games.engine.limits import aggregate_needed, money
from games.engine.payout import Payout, returned
from games.engine.paytable import Paytable

LEAST_EDGE, MOST_EDGE = 0.0, 25.0
"""Percent: an edge outside these is unusual."""
COMPARED_AT = 100_00
"""The stake, in cents, at which two payouts are compared."""


def concerns(
    spot: Spot, lines: Mapping[str, str], paytable: Paytable, figures: Figures
) -> list[str]:
    """What is unusual about a paytable, one sentence each: submitting it then needs a reason.

    lines: as typed, "" for nothing.
    """
    found = [f"{words}: no payout is given, so it loses." for line, words in spot.lines.items()
            if not lines.get(line)]  # fmt: skip
    found += _contradictions(spot, paytable)
    if figures.error:
        found.append(f"The exact figures could not be computed: {figures.error}")
    elif figures.edge is not None and figures.edge < LEAST_EDGE:
        found.append(f"The edge is {figures.edge:.4f} %: the player is ahead.")
    elif figures.edge is not None and figures.edge > MOST_EDGE:
        found.append(f"The edge is {figures.edge:.4f} %, above {MOST_EDGE:.0f} %.")
    return [*found, *_above_limits(spot, paytable)]


def _contradictions(spot: Spot, paytable: Paytable) -> Iterator[str]:
    """Lines that pay less than the next lower one, unless they do so in the version in force."""
    known = in_force(paytable.game, paytable.spot, paytable.code)
    usual = known.value.lines if known else {}
    for better, worse in pairwise(spot.lines):
        if _less(paytable.lines, better, worse) and not _less(usual, better, worse):
            yield f"{spot.lines[better]} pays less than {spot.lines[worse].lower()}."


def _less(lines: Mapping[str, Payout], better: str, worse: str) -> bool:
    if better not in lines or worse not in lines:
        return False
    return returned(lines[better], COMPARED_AT) < returned(lines[worse], COMPARED_AT)


def _above_limits(spot: Spot, paytable: Paytable) -> Iterator[str]:
    for table in tables_with(paytable.game, paytable.spot, paytable.code):
        limit = table.aggregate_payout
        if limit is not None and aggregate_needed(spot, paytable, table.limits) > limit:
            needed = aggregate_needed(spot, paytable, table.limits)
            yield (
                f"Table {table.name} promises {money(limit)} a round at most; its largest wager "
                f"on {spot.name} can win {money(needed)}."
            )

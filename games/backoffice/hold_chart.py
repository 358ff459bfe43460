"""The chart of a bet's hold day by day, as numbers for an SVG."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from games.backoffice.hold_report import Hold
from games.odds_reports.levels import levels
from games.templatetags.odds import minus, percent

WIDTH, HEIGHT = 960.0, 260.0
LEFT, RIGHT, TOP, BOTTOM = 56.0, 8.0, 12.0, 28.0
MOST_LABELS = 8
LEAST_SPAN = 1.0
"""In percent, so that a chart of one calm day still has a height."""


@dataclass(frozen=True)
class Day:
    """A day with bets. Positions in the drawing; `words` say the same."""

    centre: float
    x: float
    width: float
    held: float
    band_top: float
    band_height: float
    outside: bool
    words: str


@dataclass(frozen=True)
class Chart:
    """A drawing: its days, the position of the exact figure, labels of the axes."""

    width: float
    height: float
    left: float
    right: float
    side: float
    foot: float
    days: tuple[Day, ...]
    exact: float
    levels: tuple[tuple[float, str], ...]
    dates: tuple[tuple[float, str], ...]


def chart_of(days: Sequence[date], holds: Iterable[tuple[date, Hold]]) -> Chart | None:
    """The chart of some days, for rounds from fresh decks and shoes; None without a day whose exact
    figure is known."""
    known = {day: hold for day, hold in holds if hold.known and not hold.words}
    if not known:
        return None
    ends = [end for hold in known.values() for end in (*hold.band, hold.percent)]
    low, high = min(ends), max(ends)
    margin = max(LEAST_SPAN, (high - low) * 0.05)
    low, high = low - margin, high + margin

    def y(percent: float) -> float:
        return round(TOP + (high - percent) / (high - low) * (HEIGHT - TOP - BOTTOM), 1)

    step = (WIDTH - LEFT - RIGHT) / len(days)
    drawn = []
    for place, day in enumerate(days):
        if (hold := known.get(day)) is None:
            continue
        bottom, top = hold.band
        centre, width = LEFT + (place + 0.5) * step, min(40.0, max(2.0, step * 0.6))
        drawn.append(
            Day(
                centre=round(centre, 1),
                x=round(centre - width / 2, 1),
                width=round(width, 1),
                held=y(hold.percent),
                band_top=y(top),
                band_height=round(max(1.0, y(bottom) - y(top)), 1),
                outside=not bottom <= hold.percent <= top,
                words=f"{day}: held {percent(hold.percent, 2)} of {hold.wagers:,} bets; 95 of 100 "
                f"such days are between {minus(f'{bottom:.2f}')} and {percent(top, 2)}",
            )
        )
    base = sum(hold.base for hold in known.values())
    exact = 100 * sum(hold.sample.due for hold in known.values()) / base
    every = -(-len(days) // MOST_LABELS)
    return Chart(
        width=WIDTH, height=HEIGHT, left=LEFT, right=WIDTH - RIGHT, side=LEFT - 8, foot=HEIGHT - 8,
        days=tuple(drawn),
        exact=y(exact),
        levels=tuple((y(level), percent(level, 0)) for level in levels(low, high)),
        dates=tuple(
            (round(LEFT + (place + 0.5) * step, 1), f"{day:%-d %b}")
            for place, day in enumerate(days)
            if place % every == 0
        ),
    )  # fmt: skip

"""The plots of game protection as numbers for an SVG.

A plot is 360 units wide and 240 high, so that its text is still readable at the width of a phone.
Coordinates are rounded to tenths. Every plot has its figures in words (`Plot.words`), and the pages
put a table under it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.odds_reports.levels import levels

WIDTH, HEIGHT = 360.0, 240.0
LEFT, RIGHT, TOP, BOTTOM = 52.0, 14.0, 14.0, 36.0
APART = 11.0
"""How far apart neighbouring labels must be."""

Row = Mapping[str, Any]
Point = tuple[float, float]


@dataclass(frozen=True)
class Label:
    """Words in a plot. `anchor`: which end of them is at `x`."""

    x: float
    y: float
    words: str
    anchor: str = "middle"


@dataclass(frozen=True)
class Box:
    """A bar or a region. `kind` is its class."""

    kind: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Line:
    """A line through points, or an area within them; `kind` is its class."""

    kind: str
    points: tuple[Point, ...]

    @property
    def path(self) -> str:
        """Its points in the form of an SVG polyline or polygon."""
        return " ".join(f"{x},{y}" for x, y in self.points)


@dataclass(frozen=True)
class Plot:
    """A drawing. `key` is its place on the page; `title` and `words` say the same as the drawing.
    `zero`: the height of 0, None if it is outside. `foot`: what the lower axis counts."""

    key: str
    title: str
    words: str
    levels: tuple[Label, ...]
    labels: tuple[Label, ...]
    foot: str
    zero: float | None = None
    boxes: tuple[Box, ...] = ()
    areas: tuple[Line, ...] = ()
    lines: tuple[Line, ...] = ()
    dots: tuple[Point, ...] = ()
    width: float = WIDTH
    height: float = HEIGHT
    left: float = LEFT
    right: float = WIDTH - RIGHT
    middle: float = (LEFT + WIDTH - RIGHT) / 2


@dataclass(frozen=True)
class _Scale:
    """From values to positions: `low` is at `start`, `high` at `end`."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 1)


def _upright(values: Iterable[float]) -> _Scale:
    """A scale from bottom to top for these values and 0, with some space."""
    found = [0.0, *values]
    low, high = min(found), max(found)
    air = (high - low) * 0.06 or 1.0
    low = low - air if low < 0 else low
    high = high + air if high > 0 else high
    return _Scale(low, high, HEIGHT - BOTTOM, TOP)


def _levels(scale: _Scale, write: Callable[[float], str]) -> tuple[Label, ...]:
    known = {0.0, *levels(scale.low, scale.high, smallest=-3)}
    return tuple(Label(LEFT - 6, scale(level), write(level), "end") for level in sorted(known))


def _below(x: float, words: str) -> Label:
    return Label(x, HEIGHT - BOTTOM + 15, words)


def number(value: float) -> str:
    """``−1,000``, ``0.5``: with a true minus sign, and no more decimals than it has."""
    return f"{value:,.3f}".rstrip("0").rstrip(".").replace("-", "−")


def signed(value: float) -> str:
    """The same, with a plus sign for gains."""
    return ("+" if value > 0 else "") + number(value)


def effects_plot(effects: Mapping[str, float]) -> Plot:
    """A bar for each rank: the effect of removing one card of it, in points."""
    scale = _upright(effects.values())
    step = (WIDTH - LEFT - RIGHT) / len(effects)
    centres = {rank: LEFT + (place + 0.5) * step for place, rank in enumerate(effects)}
    boxes = []
    for rank, points in effects.items():
        top, bottom = sorted((scale(points), scale(0)))
        kind = "plot__up" if points > 0 else "plot__down"
        x = round(centres[rank] - 0.35 * step, 1)
        boxes.append(Box(kind, x, top, round(0.7 * step, 1), round(bottom - top, 1)))
    in_words = ", ".join(f"{rank_words(rank)} {points:+.2f}" for rank, points in effects.items())
    return Plot(
        key="effects",
        title="Which cards matter",
        words=f"Effect of removing one card, in points: {in_words}.".replace("-", "−"),
        levels=_levels(scale, signed),
        labels=tuple(_below(round(x, 1), rank_words(rank)) for rank, x in centres.items()),
        foot="rank of the card that is gone",
        zero=scale(0),
        boxes=tuple(boxes),
    )


def by_rank(values: Mapping[str, float]) -> dict[str, float]:
    """Values from the ace to the tens: PostgreSQL keeps the keys of JSON in its own order."""
    return {rank: values[rank] for rank in "A23456789T" if rank in values}


def rank_words(rank: str) -> str:
    """``10`` for the tens, a rank's own name otherwise."""
    return "10" if rank == "T" else rank


def count_plot(rows: Sequence[Row], trigger: float | None) -> Plot:
    """The player's result by true count: the model's line, and dots with their spread.

    rows: ``true_count, model, mean, spread`` in points, in order of the count. trigger: the true
    count from which the bet pays the player, None if there is none.
    """
    ends = [end for row in rows for end in (row["mean"] - row["spread"], row["model"],
                                            row["mean"] + row["spread"])]  # fmt: skip
    up = _upright(ends)
    first, last = rows[0]["true_count"], rows[-1]["true_count"]
    along = _Scale(first, last, LEFT + 8, WIDTH - RIGHT - 4)
    lines = [Line("plot__line", tuple((along(r["true_count"]), up(r["model"])) for r in rows))]
    for row in rows:
        x, reach = (
            along(row["true_count"]),
            (row["mean"] - row["spread"], row["mean"] + row["spread"]),
        )
        lines.append(Line("plot__spread", tuple((x, up(end)) for end in reach)))
    pays = []
    if trigger is not None and trigger < last:
        x = along(max(trigger, first))
        pays = [Box("plot__pays", x, TOP, round(WIDTH - RIGHT - x, 1), HEIGHT - TOP - BOTTOM)]
    means = ", ".join(f"{row['mean']:+.1f} at {signed(row['true_count'])}" for row in rows)
    pays_words = f" The player has the edge from a true count of {trigger:+.1f}." if pays else ""
    return Plot(
        key="count",
        title="When the bet turns",
        words=f"The player's result in percent by true count: {means}.{pays_words}".replace(
            "-", "−"
        ),
        levels=_levels(up, lambda level: f"{signed(level)} %"),
        labels=tuple(
            _below(along(row["true_count"]), signed(row["true_count"]))
            for row in rows
            if row["true_count"] % 2
        ),
        foot="true count",
        zero=up(0),
        boxes=tuple(pays),
        lines=tuple(lines),
        dots=tuple((along(row["true_count"]), up(row["mean"])) for row in rows),
    )


def depth_plot(rows: Sequence[Row], decks: int) -> Plot:
    """Bets won in 100 rounds by penetration, a line for each number of decks.

    rows: ``decks, depth, units_per_100``. decks: the table's own, whose line has dots.
    """
    up = _upright(row["units_per_100"] for row in rows)
    depths = sorted({row["depth"] for row in rows})
    along = _Scale(depths[0], depths[-1], LEFT + 10, WIDTH - RIGHT - 34)
    lines, ends = [], []
    dots: list[Point] = []
    for many in sorted({row["decks"] for row in rows}):
        own = [row for row in rows if row["decks"] == many]
        points = tuple((along(row["depth"]), up(row["units_per_100"])) for row in own)
        lines.append(Line("plot__line" if many == decks else "plot__thin", points))
        if many == decks:
            dots += points
        ends.append(
            (many != decks, Label(points[-1][0] + 7, points[-1][1] + 4, f"{many}", "start"))
        )
    in_words = ", ".join(
        f"{row['units_per_100']:+.2f} with {row['depth']} percent dealt"
        for row in rows
        if row["decks"] == decks
    )
    return Plot(
        key="depth",
        title="How deep you deal",
        words=f"Bets won in 100 rounds with {decks} decks: {in_words}.".replace("-", "−"),
        levels=_levels(up, signed),
        labels=(*(_below(along(depth), f"{depth} %") for depth in depths), *_apart(ends)),
        foot="dealt before the cut card; at each line its number of decks",
        zero=up(0),
        lines=tuple(lines),
        dots=tuple(dots),
    )


def _apart(ends: Iterable[tuple[bool, Label]]) -> list[Label]:
    """The labels that fit beside each other, the most important first."""
    kept: list[Label] = []
    for _, label in sorted(ends, key=lambda end: end[0]):
        if all(abs(label.y - one.y) >= APART or abs(label.x - one.x) >= 2 * APART for one in kept):
            kept.append(label)
    return kept


def fan_plot(key: str, title: str, words: str, fan: Sequence[Sequence[float]]) -> Plot:
    """Totals by number of rounds: an outer band, an inner band and a line.

    fan: for each number of rounds that number, and the results at the ends of the bands from the
    lowest up: outer, inner, middle, inner, outer; all but the first in whole units.
    """
    up = _upright(value for _, *ends in fan for value in ends)
    along = _Scale(0, fan[-1][0], LEFT + 4, WIDTH - RIGHT - 16)
    start = (along(0), up(0))

    def edge(place: int) -> tuple[Point, ...]:
        return start, *((along(row[0]), up(row[place])) for row in fan)

    bands = [("plot__outer", 1, 5), ("plot__inner", 2, 4)]
    return Plot(
        key=key,
        title=title,
        words=words,
        levels=_levels(up, signed),
        labels=tuple(
            _below(along(level), number(level))
            for level in (0.0, *levels(0, fan[-1][0], smallest=0))
        ),
        foot="rounds",
        zero=up(0),
        areas=tuple(Line(kind, edge(low) + edge(high)[::-1]) for kind, low, high in bands),
        lines=(Line("plot__line", edge(3)),),
    )

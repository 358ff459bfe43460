"""What the bets of a felt give away, for pages: reports, and what they say in words.

A report is about one bet of one felt (`games.exact.protection.protection_of`), and is computed by
the worker like every other figure. Points are hundredths of the base wager.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.exact.protection import spots_of
from games.exact.terms import Terms
from games.odds_reports import reports
from games.odds_reports.pages import Part
from games.registry import KITS

Row = Mapping[str, Any]

CERTAIN = 2.0
"""How many standard errors above 0 a counter's winnings must be for a bet to count as exposed."""

SHOWN_DEPTHS = (50, 75)
"""The cut cards, in percent, for which a gauge says what a counter wins."""


def parts_of(asked: Sequence[tuple[str, Terms, str]], now: datetime) -> list[Part]:
    """The reports about some bets; each is requested with its words, felt and spot."""
    questions = [reports.protection_question(terms, spot) for _, terms, spot in asked]
    return [
        Part(words, report)
        for (words, _, _), report in zip(asked, reports.ask(questions, now), strict=True)
    ]


def stored(terms: Terms) -> dict[str, Row]:
    """The stored figures of a felt's bets, by spot. Requests nothing."""
    spots = spots_of(terms)
    found = reports.stored([reports.protection_question(terms, spot) for spot in spots])
    return {spot: answer for spot, answer in zip(spots, found, strict=True) if answer}


def counted_spots(terms: Terms) -> list[str]:
    """The bets of a felt that can be counted if its shoe is not shuffled every round."""
    protection = KITS[terms.game].protection
    return [spot for spot in spots_of(terms) if protection and spot in protection.counting]


def is_exposed(terms: Terms) -> bool:
    """Whether cards carry over from round to round, so that counting helps."""
    protection = KITS[terms.game].protection
    return protection is not None and protection.exposed(terms.options)


@dataclass(frozen=True)
class Reading:
    """What a counter wins with one way of dealing: base wagers per 100 rounds, and the share of
    rounds in which the bet is made. `exposed`: whether that is certainly above zero."""

    words: str
    units: float
    share: float
    exposed: bool


def gauge(counting: Row, decks: int) -> list[Reading]:
    """What counting a bet is worth with a fresh shuffle, and with the cut card at several depths.

    counting: an entry of ``counting`` in a report.
    """
    found = [Reading("Fresh shuffle", 0.0, 0.0, exposed=False)]
    for row in counting["by_penetration"]:
        if row["decks"] == decks and row["depth"] in SHOWN_DEPTHS:
            found.append(reading(row, f"Cut at {row['depth']} %"))
    return found


def reading(row: Row, words: str) -> Reading:
    """An entry of ``by_penetration`` in a report."""
    certain = row["units_per_100"] > CERTAIN * row["standard_error"]
    return Reading(words, row["units_per_100"], row["favourable_share"], exposed=certain)


def nearest(counting: Row, decks: int, depth: int) -> Row | None:
    """The figures of the cut card nearest to a depth in percent, the deeper of two."""
    rows = [row for row in counting["by_penetration"] if row["decks"] == decks]
    return min(rows, key=lambda row: (abs(row["depth"] - depth), -row["depth"]), default=None)


@dataclass(frozen=True)
class Exposure:
    """What a form says about a bet on a shoe that is dealt to a cut card. `known`: whether its
    figures are stored; `reading` is None if they are not, and if no count follows the bet. `depth`:
    of the figures' cut card, in percent."""

    spot: str
    name: str
    known: bool
    depth: int
    reading: Reading | None

    @property
    def words(self) -> str:
        """What the form says about the bet."""
        if self.reading is None:
            return f"{self.name}: {'no count follows it' if self.known else 'being computed'}"
        units = f"{self.reading.units:.1f}".replace("-", "−")
        words = f"{self.name}: {units} with the cut card at {self.depth} %"
        if not self.reading.exposed:
            return f"{words}. ✓ No certain gain"
        return f"{words}, betting {100 * self.reading.share:.0f} rounds of 100. ✕ Exposed"


def exposures(terms: Terms, now: datetime) -> tuple[list[Exposure], list[Part]]:
    """What counting is worth on each bet of a felt that its shuffle exposes, and the reports that
    say so. Uses stored figures, and requests missing ones."""
    if not is_exposed(terms):
        return [], []
    names = {spot.key: spot.name for spot in KITS[terms.game].rules.spots(terms.options)}
    spots = counted_spots(terms)
    if not reports.has_room([reports.protection_question(terms, spot) for spot in spots]):
        return [Exposure(spot, names[spot], False, 0, None) for spot in spots], []
    parts = parts_of([(f"{names[spot]} from a shoe", terms, spot) for spot in spots], now)
    exposed = []
    for spot, part in zip(spots, parts, strict=True):
        found = [_at_cut_card(terms, counting) for counting in part.answer.get("counting", ())]
        depth, shown = found[0] if found else (0, None)
        exposed.append(Exposure(spot, names[spot], bool(found), depth, shown))
    return exposed, parts


def shoe_of(terms: Terms) -> tuple[int, int]:
    """How many decks a felt's shoe has, and what percentage of it is dealt before the cut card."""
    protection = KITS[terms.game].protection
    return protection.shoe(terms.options) if protection else (1, 100)


def _at_cut_card(terms: Terms, counting: Row) -> tuple[int, Reading | None]:
    row = nearest(counting, *shoe_of(terms))
    return (row["depth"], reading(row, f"Cut at {row['depth']} %")) if row else (0, None)

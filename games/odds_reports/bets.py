"""Exact figures as plain values for templates: bets with their lines, and their cost.

Our own figure comes first; a maker's printed figure is beside it if it is for the same thing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.utils.text import slugify

from games.engine.game import Spot
from games.engine.payout import Payout, payout_words, pays_words
from games.odds.report import net
from games.odds_reports.subjects import Shown

Row = Mapping[str, Any]
Values = dict[str, Any]

SAME = 1e-9
"""Figures that differ by less come from the same computation."""

WIDEST = 99.0
"""The length of the longest bar, in percent."""


def sections(shown: Shown, answer: Row, rows: Sequence[Row]) -> list[Values]:
    """A section for each bet of a felt, and one for each paytable that is part of another bet.

    answer: the felt's, {} while unknown: then only paytables. rows: the printed figures.
    """
    bets = {bet["spot"]: bet for bet in answer.get("bets", [])}
    stakes = answer.get("stakes", {})
    found = []
    for spot in shown.spots:
        if shown.about not in (None, spot.key):
            continue
        if spot.key in bets:
            figures = _bet(bets[spot.key], rows)
            figures["stakes"] = [_stake(row, spot.key, rows) for row in stakes.get(spot.key, [])]
            figures["stake_remarks"] = _remarks(row["printed"] for row in figures["stakes"])
            found.append(_head(shown, spot) | figures)
        elif spot.key in shown.versions:
            found.append(_head(shown, spot) | {"lines": _plain_lines(shown, spot)})
    return found


def _head(shown: Shown, spot: Spot) -> Values:
    """What a section has even without figures."""
    version = shown.versions.get(spot.key)
    return {
        "id": slugify(f"{spot.key} {version.code if version else ''}"),
        "title": ", ".join(filter(None, (spot.name, shown.name))),
        "name": spot.name,
        "side": shown.name,
        "version": version,
        "code": version.code if version else "",
        "differs": shown.differs,
        "stake": shown.terms.stake,
        "bet": None,
        "printed": None,
        "stakes": [],
    }


def _plain_lines(shown: Shown, spot: Spot) -> list[Values]:
    paytable = shown.terms.paytables[spot.key]
    return [
        {"words": spot.lines[line], "pays": payout_words(payout)}
        for line, payout in paytable.lines.items()
    ]


def _bet(bet: Row, rows: Sequence[Row]) -> Values:
    """A bet with its figures, and the maker's printed ones."""
    edge = _printed(rows, bet, bet["edge_percent"])
    lines = [_line(line, bet, rows) for line in bet["lines"]]
    widest = max(abs(line["return"]) for line in bet["lines"]) or 1
    for line in lines:
        line["bar"] = f"{WIDEST * abs(line['return']) / widest:.2f}"
    return {
        "bet": bet,
        "printed": edge,
        "lines": lines,
        "lines_printed": any(line["printed"] for line in lines),
        "counted": any(line["combinations"] is not None for line in lines),
        "remarks": _remarks([edge, *(line["printed"] for line in lines)]),
    }


def _remarks(rows: Iterable[Row | None]) -> list[Row]:
    """The printed figures that need a sentence."""
    return [row for row in rows if row and row["verdict"] != "exact"]


def _line(line: Row, bet: Row, rows: Sequence[Row]) -> Values:
    return {**line, "pays": pays_words(line["pays"]), "printed": _printed_line(rows, bet, line)}


def _stake(row: Row, spot: str, rows: Sequence[Row]) -> Values:
    """The edge at one stake."""
    bet = {"spot": spot, "paytable": ""}
    return {**row, "printed": _printed(rows, bet, row["edge_percent"])}


def _printed(rows: Sequence[Row], bet: Row, edge: float) -> Row | None:
    """The printed edges of a bet; a figure for other conditions has another value."""
    return next(
        (
            row
            for row in rows
            if not row["line"] and _about(row, bet) and abs(row["exact"] - edge) < SAME
        ),
        None,
    )


def _printed_line(rows: Sequence[Row], bet: Row, line: Row) -> Row | None:
    """The printed figures for a line: its probability, or its return."""
    return next(
        (
            row
            for row in rows
            if row["line"] == line["line"]
            and _about(row, bet)
            and abs(row["exact"] - line[row["quantity"]]) < SAME
        ),
        None,
    )


def _about(row: Row, bet: Row) -> bool:
    """Whether a printed figure belongs to a bet."""
    spots = {row["spot"], *row["bet"].split("/")}
    return bet["spot"] in spots and row["code"] in ("", bet["paytable"])


def bet_paying(bets: Sequence[Row], spot: str, code: str) -> Row | None:
    """The bet that a paytable pays: that of its own spot, else the one it is part of."""
    own = [bet for bet in bets if bet["spot"] == spot]
    parts = [bet for bet in bets if code and bet["paytable"] == code]
    return next(iter(own or parts), None)


@dataclass(frozen=True)
class LinePaid:
    """A line of a paytable in the odds of a bet: its chance, how many deals hit it (None if they
    are not counted), and its return in units of the wager."""

    line: str
    probability: float
    combinations: int | None
    gain: float


def lines_paid(
    spot: str, lines: Mapping[str, Payout], bet: Row, stake: int
) -> tuple[list[LinePaid], LinePaid]:
    """The lines of a spot's paytable in a bet, and last all other outcomes of the bet.

    The probabilities of all of them add up to 1, the returns to the edge with its sign changed. If
    the paytable is only part of the bet, each of its lines is in several of the bet's, whose names
    end in its own (``win_flush``, ``lose_flush``); it returns what it pays by itself, and the
    result of the wager under it is in the last one.
    """
    found: dict[str, list[Row]] = {line: [] for line in lines}
    others: list[Row] = []
    for line in bet["lines"]:
        name = line["line"] if bet["spot"] == spot else line["line"].partition("_")[2]
        found.get(name, others).append(line)
    paid = [
        _line_paid(line, rows, bet["spot"] == spot, float(net(lines[line], stake)))
        for line, rows in found.items()
    ]
    rest = _line_paid("", others, own=True, net=0)
    gain = -bet["edge_percent"] / 100 - sum(one.gain for one in paid)
    return paid, replace(rest, gain=gain)


def _line_paid(line: str, rows: Sequence[Row], own: bool, net: float) -> LinePaid:
    chance = sum(one["probability"] for one in rows)
    counts = [one["combinations"] for one in rows]
    counted = None if None in counts else sum(counts)
    gain = sum(one["return"] for one in rows) if own else chance * net
    return LinePaid(line, chance, counted, gain)


@dataclass(frozen=True)
class Rung:
    """Bets that cost the same. edge, bar: the cost and the length of its bar, in percent; code:
    their paytable's, for the other paytables (`other`)."""

    name: str
    code: str
    edge: float
    other: bool
    bar: str = ""


def ladder(sections: Sequence[Row], passing: Sequence[Row]) -> list[Rung]:
    """What each bet costs, cheapest first; then those of other paytables. Bets of the same felt
    that cost the same share a rung."""
    rungs = [*_rungs(sections, other=False), *_rungs(passing, other=True)]
    widest = max((abs(rung.edge) for rung in rungs), default=0) or 1
    return [replace(rung, bar=f"{WIDEST * abs(rung.edge) / widest:.2f}") for rung in rungs]


def _rungs(sections: Sequence[Row], *, other: bool) -> list[Rung]:
    known = [section for section in sections if section["bet"]]
    rungs = [
        Rung(
            name=", ".join(filter(None, (*(section["name"] for section in alike), side))),
            code=code,
            edge=edge,
            other=other,
        )
        for (edge, side, code), alike in groupby(known, key=lambda section: _cost(section, other))
    ]
    return sorted(rungs, key=lambda rung: rung.edge)


def _cost(section: Row, other: bool) -> tuple[float, str, str]:
    """What a rung is for: edge, side of the button, and the code of another paytable."""
    return section["bet"]["edge_percent"], section["side"], section["code"] if other else ""


def printed_rows(spots: Sequence[Spot], rows: Sequence[Row]) -> Iterator[Values]:
    """The figures a game's maker prints, with bets, lines and conditions in words."""
    names = {spot.key: spot.name for spot in spots}
    lines = {(spot.key, line): words for spot in spots for line, words in spot.lines.items()}
    for row in rows:
        yield {
            **row,
            "bet_words": _bet_words(row["bet"], names),
            "condition_words": _condition(row, lines),
        }


def _bet_words(bet: str, names: Mapping[str, str]) -> str:
    """``"one/other"`` and ``"one+other"``, the keys of spots, in words."""
    for mark, between in ("/", ", "), ("+", " + "):
        if mark in bet:
            return between.join(names.get(key, key) for key in bet.split(mark))
    return names.get(bet, bet)


def _condition(row: Row, lines: Mapping[tuple[str, str], str]) -> str:
    """The conditions of a figure, besides its bet and paytable."""
    if row["line"]:
        return lines.get((row["spot"], row["line"]), "Anything less")
    if row["condition"].startswith("$"):
        return f"{row['condition']} staked"
    condition: str = row["condition"]
    return CONDITIONS.get(condition, condition.capitalize())


CONDITIONS = {
    "colour_wager=named": "Two wagers, each on its own colour",
    "colour_wager=either": "One wager, either colour",
    "option 2 2 decks H17 side-bet play": "Option 2, 2 decks, dealer hits soft 17, side-bet play",
    "option 2 6 decks H17 side-bet play": "Option 2, 6 decks, dealer hits soft 17, side-bet play",
    "option 1 minus option 2 6 decks H17": "Option 1 less option 2, 6 decks, dealer hits soft 17",
}
"""The names of conditions in the list of printed figures, in words."""

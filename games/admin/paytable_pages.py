"""What the pages of paytables show: lines and figures of a draft or a version, as plain values."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from games.backoffice.paytables import drafts
from games.backoffice.paytables.concerns import concerns
from games.backoffice.paytables.drafts import spot_of
from games.backoffice.paytables.figures import (
    Figures,
    figures_of,
    in_force,
    printed_words,
    rows,
)
from games.backoffice.paytables.files import faults_of
from games.engine.game import Spot
from games.engine.limits import money
from games.models import PaytableDraft, PaytableVersion
from games.odds_reports import reports
from games.registry import GAMES, KITS
from games.templatetags.odds import accuracy

Values = dict[str, Any]


def heading(row: PaytableDraft | PaytableVersion) -> Values:
    """What a paytable is for, in words."""
    spot = spot_of(row)
    return {"game_name": GAMES[row.game].name, "spot_name": spot.name}


def draft_values(
    draft: PaytableDraft, lines: Mapping[str, str], now: datetime, *, asked: str = ""
) -> Values:
    """The lines of a draft as typed, with their figures.

    asked: the digest of the question to a worker for the previous lines.
    """
    spot = spot_of(draft)
    faults = {
        line: sentence for line, text in lines.items() for sentence in faults_of(spot, {line: text})
    }
    known = in_force(draft.game, draft.spot, draft.code)
    figures, unusual = None, []
    if not faults:
        paytable = drafts.paytable_of(draft, lines)
        figures = figures_of(paytable, now)
        unusual = concerns(spot, lines, paytable, figures)
    if asked and (figures is None or figures.asked != asked):
        reports.withdraw(asked)
    return {
        **_compared(spot, lines, figures, known, now, faults),
        "concerns": unusual,
        "faults": list(faults.values()),
        "printed": list(printed_words(draft.printed)),
        "at_once": draft.spot in KITS[draft.game].single_deal,
    }


def version_values(version: PaytableVersion, now: datetime) -> Values:
    """The lines of a version with their figures, beside the version in force if that is a different
    one."""
    known = in_force(version.game, version.spot, version.code)
    if known == version:
        known = None
    figures = figures_of(version.value, now)
    lines = version.value.as_lines()
    return {
        **_compared(spot_of(version), lines, figures, known, now, {}),
        "printed": list(printed_words(version.printed)),
    }


def _compared(
    spot: Spot,
    lines: Mapping[str, str],
    figures: Figures | None,
    known: PaytableVersion | None,
    now: datetime,
    faults: Mapping[str, str],
) -> Values:
    was = figures_of(known.value, now) if known else None
    bet = figures.bet if figures else None
    table, rest = rows(spot, lines, figures, known)
    waits = [f.words for f in (figures, was) if f is not None and f.words]
    return {
        "rows": [(row, faults.get(row.line, "")) for row in table],
        "rest": rest,
        "summary": _summary(figures, was),
        "figures": figures,
        "known": known,
        "words": waits[0] if waits else "",
        "part_of": bet["spot"] if bet and bet["spot"] != spot.key else "",
        "assumption": bet["assumption"] if bet else "",
        "stakes": [(money(stake), f"{edge:.4f} %") for stake, edge in figures.stakes]
        if figures
        else [],
    }


def _summary(figures: Figures | None, was: Figures | None) -> list[tuple[str, str, str]]:
    """Name, figure and the figure of the version in force, as text."""
    names = ("Edge", "Exact edge", "Hit frequency", "Standard deviation", "Highest win",
             "Worst payout")  # fmt: skip
    return list(zip(names, _texts(figures), _texts(was), strict=True))


def _texts(figures: Figures | None) -> list[str]:
    if figures is None:
        return [""] * 6
    worst = f"{money(figures.worst)} on {money(figures.largest)}"
    bet = figures.bet
    if bet is None:
        return ["", "", "", "", "", worst]
    return [
        f"{bet['edge_percent']:.4f} %",
        bet["exact"] or accuracy(bet),
        f"{bet['hit_frequency_percent']:.4f} %",
        f"{bet['standard_deviation']:.4f}",
        f"{bet['top_prize']:,.2f} to 1",
        worst,
    ]

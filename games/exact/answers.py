"""What a worker computes for pages: a JSON question gets a JSON answer.

Four questions, as `games.odds_reports.reports` asks them: ``{"about": "felt", "play", ...}`` (for
the rest see `games.exact.terms`), ``{"about": "protection", "spot", ...}`` and ``{"about": "nets",
"spot", ...}`` (the same rest), and ``{"about": "published", "game"}``.
"""

from collections.abc import Mapping
from typing import Any

from games.engine.errors import BadRecord, echoed
from games.engine.game import Spot
from games.engine.payout import Fixed
from games.engine.paytable import LOSE
from games.engine.record import PaytableSource
from games.engine.result_words import line_words
from games.exact.protection import protection_of
from games.exact.published import Finding, audit
from games.exact.terms import Terms
from games.odds.charts import Sheet
from games.odds.report import Bet
from games.protection.sampling import Sampling
from games.registry import GAMES, KITS

STAKES = (1_00, 2_00, 3_00, 4_00, 5_00, 10_00)
"""The stakes, in cents, for which the edge of a bet with fixed prizes is computed."""

ELSE = "Anything else"

AT_EASE = Sampling(percent=25)
"""How much a worker samples for protection: half the precision in a quarter of the time."""


def answer(question: Mapping[str, Any], source: PaytableSource) -> dict[str, Any]:
    """The answer to a question; `source` finds printed paytables.

    A felt has ``bets`` (the odds command's, each line with ``words``), ``stakes`` (by spot, for
    bets with fixed prizes, ``{"stake", "edge_percent", "exact"}``) and ``sheets`` (best play, see
    `games.odds.charts`; none unless ``play`` is true). Published figures have ``rows``: the audit
    command's, each with the ``spot``, ``code``, ``line`` and ``stake`` it is about, and the exact
    value as ``exact_text``. For protection see `games.exact.protection.protection_of`. Nets are
    pairs of cents and a fraction. Raises BadRecord for an unknown game or bet.
    """
    if question["game"] not in KITS:
        raise BadRecord(f"There is no game {echoed(question['game'])} here.")
    if question["about"] == "published":
        return {"rows": [_row(finding) for finding in audit(source, question["game"])]}
    terms = Terms.read(question)
    if question["about"] == "protection":
        return protection_of(terms, AT_EASE, [question["spot"]])
    kit = KITS[terms.game]
    if question["about"] == "nets":
        return _nets(terms, question["spot"])
    found = kit.odds.odds(terms.options, terms.paytables, terms.stake)
    return {
        "bets": [_bet(terms, bet) for bet in found],
        "stakes": _by_stake(terms),
        "sheets": _sheets(terms) if question["play"] else [],
    }


def _nets(terms: Terms, spot: str) -> dict[str, Any]:
    """For a wager by itself: ``nets``, pairs of a net in cents and its chance as a fraction; none
    for a game whose rounds have not been analysed."""
    protection = KITS[terms.game].protection
    if protection is None:
        return {"nets": []}
    nets = protection.round_nets(terms.options, terms.paytables, {spot: terms.stake})
    return {"nets": [[net, str(chance)] for net, chance in nets.chances.items()]}


def _sheets(terms: Terms) -> list[Sheet]:
    """Best play on a felt; none for a game without decisions."""
    charts = KITS[terms.game].charts
    return list(charts(terms.options, terms.paytables, terms.stake)) if charts else []


def _bet(terms: Terms, bet: Bet) -> dict[str, Any]:
    """A bet with its lines in words."""
    spots = {spot.key: spot for spot in GAMES[terms.game].spots(terms.options)}
    own = KITS[terms.game].line_words.get(bet.spot, {})
    written = bet.as_json()
    for way in (written, *written.get("otherwise", ())):
        for line in way["lines"]:
            words = own.get(line["line"]) or _words(line["line"], spots[bet.spot])
            line["words"] = words[0].upper() + words[1:]
    return written


def _words(line: str, spot: Spot) -> str:
    """A line in words; on a paytable, everything it does not name loses."""
    return ELSE if spot.lines and line == LOSE else line_words(line, spot)


def _by_stake(terms: Terms) -> dict[str, list[dict[str, Any]]]:
    """The edge at several stakes of every bet with a prize of a fixed amount."""
    fixed = [
        spot
        for spot, table in terms.paytables.items()
        if any(isinstance(payout, Fixed) for payout in table.lines.values())
    ]
    edges: dict[str, list[dict[str, Any]]] = {spot: [] for spot in fixed}
    for stake in STAKES if fixed else ():
        for bet in KITS[terms.game].odds.odds(terms.options, terms.paytables, stake):
            if bet.spot in edges:
                edge = float(100 * bet.edge)
                edges[bet.spot].append({"stake": stake, "edge_percent": edge, "exact": bet.exact})
    return edges


def _row(finding: Finding) -> dict[str, Any]:
    figure = finding.figure
    about = {"spot": figure.spot, "code": figure.code, "line": figure.line, "stake": figure.stake}
    return finding.as_json() | about | {"exact_text": finding.exact_text}

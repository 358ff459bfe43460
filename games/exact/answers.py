"""What a worker computes for the pages: a question in JSON, its answer in JSON.

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
from games.exact.terms import Felt
from games.odds.charts import Sheet
from games.odds.report import Bet
from games.protection.sampling import Sampling
from games.registry import GAMES, KITS

STAKES = (1_00, 2_00, 3_00, 4_00, 5_00, 10_00)
"""At which stakes, in cents, a bet with fixed prizes is told."""

ELSE = "Anything else"

AT_EASE = Sampling(percent=25)
"""How much a worker samples for protection: half the precision in a quarter of the time."""


def answer(question: Mapping[str, Any], source: PaytableSource) -> dict[str, Any]:
    """The answer to a question; `source` finds printed paytables.

    A felt has ``bets`` (the odds command's, each line with ``words``), ``stakes`` (by spot, for
    bets with fixed prizes, ``{"stake", "edge_percent", "exact"}``) and ``sheets`` (best play, see
    `games.odds.charts`; none unless ``play`` is true). What is published has ``rows``: the audit
    command's, each with the ``spot``, ``code``, ``line`` and ``stake`` it is about, and the exact
    value as ``exact_text``. Of protection see `games.exact.protection.protection_of`.
    Of nets: pairs of cents and a fraction.
    Raises BadRecord for a game or a bet that is not here.
    """
    if question["game"] not in KITS:
        raise BadRecord(f"There is no game {echoed(question['game'])} here.")
    if question["about"] == "published":
        return {"rows": [_row(finding) for finding in audit(source, question["game"])]}
    felt = Felt.read(question)
    if question["about"] == "protection":
        return protection_of(felt, AT_EASE, [question["spot"]])
    kit = KITS[felt.game]
    if question["about"] == "nets":
        return _nets(felt, question["spot"])
    found = kit.odds.odds(felt.options, felt.paytables, felt.stake)
    return {
        "bets": [_bet(felt, bet) for bet in found],
        "stakes": _by_stake(felt),
        "sheets": _sheets(felt) if question["play"] else [],
    }


def _nets(felt: Felt, spot: str) -> dict[str, Any]:
    """Of a wager by itself: ``nets``, pairs of a net in cents and its chance as a fraction; none
    for a game whose rounds nobody has looked at."""
    protection = KITS[felt.game].protection
    if protection is None:
        return {"nets": []}
    nets = protection.round_nets(felt.options, felt.paytables, {spot: felt.stake})
    return {"nets": [[net, str(chance)] for net, chance in nets.chances.items()]}


def _sheets(felt: Felt) -> list[Sheet]:
    """Best play on a felt; none where nothing is decided."""
    charts = KITS[felt.game].charts
    return list(charts(felt.options, felt.paytables, felt.stake)) if charts else []


def _bet(felt: Felt, bet: Bet) -> dict[str, Any]:
    """A bet with its lines in words."""
    spots = {spot.key: spot for spot in GAMES[felt.game].spots(felt.options)}
    own = KITS[felt.game].line_words.get(bet.spot, {})
    told = bet.as_json()
    for way in (told, *told.get("otherwise", ())):
        for line in way["lines"]:
            words = own.get(line["line"]) or _words(line["line"], spots[bet.spot])
            line["words"] = words[0].upper() + words[1:]
    return told


def _words(line: str, spot: Spot) -> str:
    """A line in words; what loses on a paytable is all that it does not name."""
    return ELSE if spot.lines and line == LOSE else line_words(line, spot)


def _by_stake(felt: Felt) -> dict[str, list[dict[str, Any]]]:
    """The edge at several stakes of every bet that has a prize of a fixed amount."""
    fixed = [
        spot
        for spot, table in felt.paytables.items()
        if any(isinstance(payout, Fixed) for payout in table.lines.values())
    ]
    told: dict[str, list[dict[str, Any]]] = {spot: [] for spot in fixed}
    for stake in STAKES if fixed else ():
        for bet in KITS[felt.game].odds.odds(felt.options, felt.paytables, stake):
            if bet.spot in told:
                edge = float(100 * bet.edge)
                told[bet.spot].append({"stake": stake, "edge_percent": edge, "exact": bet.exact})
    return told


def _row(finding: Finding) -> dict[str, Any]:
    figure = finding.figure
    about = {"spot": figure.spot, "code": figure.code, "line": figure.line, "stake": figure.stake}
    return finding.as_json() | about | {"exact_text": finding.exact_text}

"""The figures of a paytable that is not in use yet, beside those of the version in force.

Bets that one deal decides are computed at once (`Kit.single_deal`); every other figure comes from a
worker, and the page polls until it is there.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from games.backoffice.paytables.files import declared
from games.engine.game import Spot
from games.engine.limits import WASHINGTON
from games.engine.payout import parse_payout, pays_words, returned
from games.engine.paytable import LOSE, Paytable
from games.exact.terms import USUAL_STAKE, Terms, least_stake
from games.models import OddsReport, PaytableVersion, Table
from games.odds_reports import reports
from games.odds_reports.bets import LinePaid, bet_paying, lines_paid
from games.registry import GAMES, KITS
from games.runtime.worker import ensure_worker
from games.tables.locked_table import fitting
from games.tables.selectors import active_paytables

STAKES = (1_00, 2_00, 5_00, 10_00)
"""The stakes, in cents, at which the edge of a bet with fixed prizes is given."""

Bet = Mapping[str, Any]
"""The odds of one bet, in the form of the odds command."""


@dataclass(frozen=True)
class Figures:
    """The figures of a paytable. `bet`: None while nothing is known; then `words` say how far the
    computation is, or `error` why there will be no result. `asked`: the digest of the question to a
    worker. `stake`, `largest`, `worst`: the stake of the figures, the largest wager at a table, and
    the most that it wins, in cents. `stakes`: the edge in percent by stake, if prizes are fixed."""

    stake: int
    largest: int
    worst: int
    bet: Bet | None = None
    words: str = ""
    error: str = ""
    asked: str = ""
    stakes: Sequence[tuple[int, float]] = field(default_factory=tuple)

    @property
    def edge(self) -> float | None:
        """The exact edge in percent, None while unknown."""
        return None if self.bet is None else float(self.bet["edge_percent"])


def figures_of(paytable: Paytable, now: datetime) -> Figures:
    """The figures of a paytable on the game's usual felt.

    Every line must have a payout. Asks a worker for what must be computed elsewhere.
    """
    terms = terms_with(paytable)
    largest = largest_wager(paytable)
    worst = max(returned(payout, largest) - largest for payout in paytable.lines.values())
    counted = KITS[paytable.game].single_deal.get(paytable.spot)
    if counted is None:
        return _asked(terms, paytable, now, largest, worst)
    bet = counted(terms.options, paytable, terms.stake).as_json()
    stakes = []
    if any(text.startswith("fixed") for text in paytable.as_lines().values()):
        stakes = [(s, float(100 * counted(terms.options, paytable, s).edge)) for s in STAKES]
    return Figures(terms.stake, largest, worst, bet, stakes=stakes)


def _asked(terms: Terms, paytable: Paytable, now: datetime, largest: int, worst: int) -> Figures:
    (report,) = reports.ask([reports.terms_question(terms, play=False)], now)
    bet, words = None, ""
    if report.answer is not None:
        bet = bet_paying(report.answer["bets"], paytable.spot, paytable.code)
    elif report.status == OddsReport.Status.WAITING:
        ensure_worker()
        words = _how_far(report, now)
    return Figures(
        terms.stake, largest, worst, bet, words=words, error=report.error, asked=report.digest
    )


def _how_far(report: OddsReport, now: datetime) -> str:
    ahead = OddsReport.objects.filter(
        status=OddsReport.Status.WAITING, version=report.version, pk__lt=report.pk
    ).count()
    where = f"it waits for a worker, {ahead} before it"
    if report.claimed_until is not None and report.claimed_until > now:
        where = "a worker is at it"
    seconds = int((now - report.asked).total_seconds())
    return f"The exact figures are being computed: {where}, {seconds} s so far."


def terms_with(paytable: Paytable, active: Sequence[PaytableVersion] | None = None) -> Terms:
    """The usual felt of a game with one paytable instead of its own, under the first house options
    that have such lines, and otherwise like a new table. Raises BadImport if no spot has them.

    active: the game's active versions, if they are at hand.
    """
    game = GAMES[paytable.game]
    defaults = {(spot.key, spot.default_paytable) for spot in game.every_spot()}
    known = active_paytables(game.slug) if active is None else active
    versions = sorted(known, key=lambda v: (v.spot, v.code) not in defaults)
    for options in game.options.every():
        spots = game.spots(options)
        if not any(s.key == paytable.spot and set(s.lines) == set(paytable.lines) for s in spots):
            continue
        found = {spot.key: fitting(spot, versions) for spot in spots if spot.lines}
        tables = {key: version.value for key, version in found.items() if version is not None}
        if len(tables.keys() | {paytable.spot}) == len(found):
            laid = {key: paytable if key == paytable.spot else tables[key] for key in found}
            return Terms(game.slug, options, laid, max(USUAL_STAKE, least_stake(spots)))
    declared(paytable.game, paytable.spot, paytable.lines)
    raise AssertionError(f"{paytable.game} has no felt with {paytable.spot}.")


def largest_wager(paytable: Paytable) -> int:
    """The largest wager, in cents, that any table with this paytable takes; without such a table,
    what the law allows."""
    tables = tables_with(paytable.game, paytable.spot, paytable.code)
    return max((t.limits.of(paytable.spot)[1] for t in tables), default=WASHINGTON.max_wager or 0)


def tables_with(game: str, spot: str, code: str) -> list[Table]:
    """The open tables that pay by some version of a paytable."""
    found = Table.objects.filter(
        closed=False, paytables__game=game, paytables__spot=spot, paytables__code=code
    )
    return list(found.distinct().order_by("pk"))


def in_force(game: str, spot: str, code: str) -> PaytableVersion | None:
    """The active version of a paytable."""
    return PaytableVersion.objects.filter(
        game=game, spot=spot, code=code, status=PaytableVersion.Status.ACTIVE
    ).first()


@dataclass(frozen=True)
class Row:
    """A line of a paytable beside the version in force: what it pays as text and as the felt prints
    it, its chance, and what it returns (in units of the wager); None while unknown."""

    line: str
    words: str
    pays: str
    felt: str
    probability: float | None = None
    combinations: int | None = None
    gain: float | None = None
    was: str = ""

    @property
    def differs(self) -> bool:
        """Whether it pays something different from now."""
        return bool(self.was) and self.was != self.felt


def rows(
    spot: Spot,
    lines: Mapping[str, str],
    figures: Figures | None,
    was: PaytableVersion | None = None,
) -> tuple[list[Row], Row | None]:
    """The lines of a paytable in order, with their figures as far as known; and everything that
    hits none of them, None if there is nothing else or it is not known yet."""
    before = was.value.as_lines() if was is not None else {}
    bet = figures.bet if figures else None
    all_rows = [
        Row(
            line=line,
            words=words,
            pays=lines.get(line, ""),
            felt=pays_words(lines.get(line, "")),
            was=pays_words(before.get(line, "")),
        )
        for line, words in spot.lines.items()
    ]
    if figures is None or bet is None:
        return all_rows, None
    payouts = {line: parse_payout(lines.get(line) or LOSE) for line in spot.lines}
    paid, others = lines_paid(spot.key, payouts, bet, figures.stake)
    known = [_with_figures(row, one) for row, one in zip(all_rows, paid, strict=True)]
    if not others.probability:
        return known, None
    own = bet["spot"] == spot.key
    words = "Anything else" if own else "Everything else on the wager that it is part of"
    pays = LOSE if own else ""
    return known, _with_figures(Row("", words, pays, pays), others)


def _with_figures(row: Row, paid: LinePaid) -> Row:
    return replace(
        row, probability=paid.probability, combinations=paid.combinations, gain=paid.gain
    )


def printed_words(printed: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    """The maker's printed figures by name: "edge percent, 2" and "9.48"."""
    for key, value in printed.items():
        name = key.replace("_", " ")
        if isinstance(value, Mapping):
            yield from ((f"{name}: {inner}", str(text)) for inner, text in value.items())
        else:
            yield name, str(value)

"""Exact figures for tests: felts to ask about, and the work that a worker process does."""

from datetime import datetime
from typing import Any

from games import catalogue, reports
from games.engine.record import read_paytables
from games.management.working import work
from games.models import OddsReport
from games.odds.answers import answer
from games.odds.felt import Felt
from games.rules import GAMES


def felt(
    game: str = "big-50", rules: dict[str, Any] | None = None, *, stake: int = 100, **paytables: Any
) -> Felt:
    """A felt; `paytables` by spot, a code or a table of lines, the game's where left out."""
    options = GAMES[game].options.read(rules or {})
    tables = read_paytables(paytables, GAMES[game], options, catalogue.printed)
    return Felt(game, options, tables, stake)


def asked(one: Felt, now: datetime) -> OddsReport:
    """The report of a felt."""
    (report,) = reports.ask([reports.felt_question(one, play=True)], now)
    return report


def fresh(report: OddsReport) -> OddsReport:
    """A report as it is now."""
    return OddsReport.objects.get(pk=report.pk)


def answered(report: OddsReport) -> Any:
    """What came out of a report."""
    answer = fresh(report).answer
    assert answer is not None
    return answer


def compute_all() -> int:
    """A worker comes by; how many reports it answered."""
    return work("worker of the tests")


_ANSWERS: dict[str, Any] = {}


def kept_answer(question: Any, source: Any) -> Any:
    """`games.odds.answers.answer` with a memory: what one test has waited for, the next has."""
    key = reports.digest_of(question)
    if key not in _ANSWERS:
        _ANSWERS[key] = answer(question, source)
    return _ANSWERS[key]

"""Exact figures for tests: felts to ask about, and the work that a worker process does."""

import fcntl
import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any
from unittest import mock

from games import printed_paytables
from games.engine.record import read_paytables
from games.exact.terms import Terms
from games.management import working
from games.models import OddsReport
from games.odds_reports import reports
from games.proof.answers import answer
from games.registry import GAMES
from tests.support.compute import here
from tests.support.site import KEPT

ANSWERS = KEPT / "answers"
"""Beside the static files that are kept between runs."""


def felt(
    game: str = "big-50", rules: dict[str, Any] | None = None, *, stake: int = 100, **paytables: Any
) -> Terms:
    """A felt; `paytables` by spot, a code or a table of lines, the game's where left out."""
    options = GAMES[game].options.read(rules or {})
    tables = read_paytables(paytables, GAMES[game], options, printed_paytables.printed)
    return Terms(game, options, tables, stake)


def asked(one: Terms, now: datetime) -> OddsReport:
    """The report of a felt."""
    (report,) = reports.ask([reports.terms_question(one, play=True)], now)
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
    """A worker comes by; how many reports it answered. What a test has not put in the place of the
    computation, it reads where some test has computed it before."""
    computes = vars(working)["answer"]
    with mock.patch.object(working, "answer", kept_answer if computes is answer else computes):
        return working.work("worker of the tests", here)


def kept_answer(question: Any, source: Any) -> Any:
    """`games.proof.answers.answer`, or what it answered before."""
    return kept(question, lambda: answer(question, source))


def kept(question: Any, compute: Callable[[], Any]) -> Any:
    """What is computed for a question, as JSON, in a memory that outlives the run and is shared by
    all processes: one computes, and the others that want the same wait for it.

    The name it is kept under covers the code: figures never outlive what they came out of.
    """
    ANSWERS.mkdir(parents=True, exist_ok=True)
    place = ANSWERS / f"{reports.digest_of(question)}.json"
    with place.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not place.exists():
            found = json.dumps(compute())
            with NamedTemporaryFile("w", dir=ANSWERS, delete=False) as file:
                file.write(found)
            Path(file.name).replace(place)  # nothing half written, if this process is killed
    return json.loads(place.read_text())

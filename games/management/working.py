"""A worker for exact figures and reviews of rounds: claims waiting rows, has them computed and
stores the results, until nothing is waiting.

The caller decides where the computing is done; see `games.runtime.compute_process`.
"""

import logging
import os
import socket
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from threading import Event, Thread

from django.db import DatabaseError, connection
from django.utils import timezone

from games import printed_paytables
from games.engine.errors import GameError
from games.history.daily import boards
from games.history.reviews import reviews
from games.models import OddsReport
from games.odds_reports import reports
from games.proof.answers import answer
from games.runtime.compute_process import Compute

log = logging.getLogger(__name__)

FAULT = "The computation broke off; the log of the worker says where."


def own_name() -> str:
    """The name of this process on the reports it claims."""
    return f"{socket.gethostname()[:60]}/{os.getpid()}"


def work(worker: str, compute: Compute) -> int:
    """Make the waiting reviews, and answer the waiting reports one by one. Returns how many reports
    there were. Raises BrokenExecutor if the computing process has been killed: then this one ends
    too, and others claim its rows.

    Reviews come before every report: they take milliseconds.
    """
    count = 0
    while True:
        review_all(worker, compute)
        report = reports.claim(worker, timezone.now())
        if report is None:
            return count
        _answer(report, worker, compute)
        count += 1


def review_all(worker: str, compute: Compute) -> None:
    """Make reviews until none is waiting, and the sums from which a daily deal's costs are
    computed."""
    boards.price_all(compute)
    while claimed := reviews.claim(worker, timezone.now()):
        reviews.make(claimed, worker, compute)


def _answer(report: OddsReport, worker: str, compute: Compute) -> None:
    """Compute a report, and store its figures or the reason why there are none."""
    found, error = None, ""
    with _alive(report, worker):
        try:
            found = compute(answer, report.question, printed_paytables.printed)
        except GameError as refusal:
            error = str(refusal)
        except BrokenExecutor:
            raise
        except Exception:
            log.exception("odds report %s", report)
            error = FAULT
    reports.end(report, worker, timezone.now(), answer=found, error=error)


@contextmanager
def _alive(report: OddsReport, worker: str) -> Iterator[None]:
    """Keep renewing the claim on a report."""
    over = Event()

    def renew() -> None:
        try:
            while not over.wait(reports.LEASE.total_seconds() / 3):
                try:
                    reports.renew(report, worker, timezone.now())
                except DatabaseError as error:
                    log.warning("odds report %s: the claim is not renewed yet: %s", report, error)
        finally:
            connection.close()

    thread = Thread(target=renew, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()

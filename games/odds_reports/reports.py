"""Exact figures, requested by pages and computed elsewhere: `OddsReport` rows and their claims.

A question is plain JSON. Its report is found by the digest of the question and of the code that
answers it: when the code changes, every figure is requested again. Pages `ask`; a worker process
(`games.management.working`) claims waiting reports, one at a time, and ends each with an answer or
a sentence. A claim is a conditional update, so any number of workers may try; it holds for `LEASE`,
is renewed while the worker lives, and expires when it does not.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.models import F, Model, Q, QuerySet

from games.exact.terms import Terms
from games.models import OddsReport
from games.registry import KITS

Question = Mapping[str, Any]

LEASE = timedelta(seconds=30)
MOST_ATTEMPTS = 3
"""How many workers may die on a report before it counts as failed."""
MOST_WAITING = 40
"""With this many reports waiting, options that visitors choose in a form request no more."""

GIVEN_UP = f"The computation ended {MOST_ATTEMPTS} times without a result."

_SHARED = ("engine", "odds", "protection", "exact", "proof")
"""The folders of `games` that affect figures, besides the games' own."""


_KINDS = (".py", ".toml", ".npz")


def terms_question(terms: Terms, *, play: bool) -> Question:
    """A question for a worker: the odds of every bet on a felt; `play`: with best play."""
    return {"about": "felt", "play": play, **terms.as_json()}


def proof_question(terms: Terms) -> Question:
    """A question for a worker: the exact counts of every bet on a felt, for its proof pack."""
    return {"about": "proof", **terms.as_json()}


def protection_question(terms: Terms, spot: str) -> Question:
    """A question for a worker: what one bet of a felt gives away, and what the house can expect."""
    return {"about": "protection", "spot": spot, **terms.as_json()}


def nets_question(terms: Terms, spot: str) -> Question:
    """A question for a worker: the distribution of one wager of the felt's stake."""
    return {"about": "nets", "spot": spot, **terms.as_json()}


def published_question(game: str) -> Question:
    """A question for a worker: every figure that a game's maker prints, beside its exact value."""
    return {"about": "published", "game": game}


@cache
def version() -> str:
    """SHA-256 (hex) of the code and data that figures depend on, as on disk when this process first
    asks."""
    digest = hashlib.sha256()
    for path in sources():
        digest.update(f"{path.name} {path.stat().st_size}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def sources() -> Iterator[Path]:
    """The files whose contents affect figures."""
    games = Path(__file__).parents[1]
    for folder in (*(games / name for name in _SHARED), *(kit.folder for kit in KITS.values())):
        for path in sorted(folder.rglob("*")):
            if path.suffix in _KINDS:
                yield path


def digest_of(question: Question) -> str:
    """SHA-256 (hex) of a question and of the code that answers it."""
    facts = json.dumps([version(), question], sort_keys=True)
    return hashlib.sha256(facts.encode()).hexdigest()


def ask(questions: Sequence[Question], now: datetime) -> list[OddsReport]:
    """The reports that answer these questions, in their order; the new ones wait for a worker."""
    by_digest = {digest_of(question): question for question in questions}
    known = OddsReport.objects.in_bulk(list(by_digest), field_name="digest")
    missing = [
        OddsReport(digest=digest, version=version(), question=question, asked=now)
        for digest, question in by_digest.items()
        if digest not in known
    ]
    if missing:
        # Another request may ask the same at this moment.
        OddsReport.objects.bulk_create(missing, ignore_conflicts=True)
        known = OddsReport.objects.in_bulk(list(by_digest), field_name="digest")
    return [known[digest_of(question)] for question in questions]


def stored(questions: Sequence[Question]) -> list[Mapping[str, Any] | None]:
    """The stored answers to these questions, in their order. Requests nothing."""
    digests = [digest_of(question) for question in questions]
    known = OddsReport.objects.in_bulk(digests, field_name="digest")
    return [known[digest].answer if digest in known else None for digest in digests]


def on_file(model: type[Model]) -> bool:
    """Whether the database has a model's table: commands also run without one."""
    return model._meta.db_table in connection.introspection.table_names()


def has_room(questions: Sequence[Question]) -> bool:
    """Whether these questions may be asked: all were asked before, or few reports are waiting.
    Figures for options that visitors make up must not keep the worker from those that pages
    show."""
    digests = {digest_of(question) for question in questions}
    if OddsReport.objects.filter(digest__in=digests).count() == len(digests):
        return True
    waits = OddsReport.objects.filter(version=version(), status=OddsReport.Status.WAITING)
    return waits.count() < MOST_WAITING


def waiting(now: datetime) -> bool:
    """Whether a report is waiting for a worker."""
    return _free(now).exists()


def claim(worker: str, now: datetime) -> OddsReport | None:
    """Claim the report that has waited longest for a worker; None if there are none."""
    while True:
        report = _free(now).order_by("asked", "pk").first()
        if report is None:
            return None
        if report.attempts >= MOST_ATTEMPTS:
            _free(now).filter(pk=report.pk).update(
                status=OddsReport.Status.FAILED, error=GIVEN_UP, ended=now
            )
            continue
        won = (
            _free(now)
            .filter(pk=report.pk)
            .update(worker=worker, claimed_until=now + LEASE, attempts=F("attempts") + 1)
        )
        if won:
            return report


def waiting_since() -> datetime | None:
    """Since when the longest-waiting unclaimed report has waited; None: none is waiting."""
    waiting = OddsReport.objects.filter(status=OddsReport.Status.WAITING, version=version())
    free = waiting.filter(claimed_until__isnull=True).order_by("asked").first()
    return free.asked if free else None


def _free(now: datetime) -> QuerySet[OddsReport]:
    """The reports that this code can answer and no living worker has claimed."""
    return OddsReport.objects.filter(
        Q(claimed_until__isnull=True) | Q(claimed_until__lt=now),
        version=version(),
        status=OddsReport.Status.WAITING,
    )


def renew(report: OddsReport, worker: str, now: datetime) -> None:
    """Extend a live worker's claim by another `LEASE`."""
    _held(report, worker).update(claimed_until=now + LEASE)


def end(
    report: OddsReport, worker: str, now: datetime, *, answer: Any = None, error: str = ""
) -> bool:
    """Store the result: an answer, or a sentence that says why there is none.

    Returns whether the worker still had the report; one that another worker has taken over is left
    alone.
    """
    status = OddsReport.Status.FAILED if error else OddsReport.Status.DONE
    ended = _held(report, worker).update(
        status=status, answer=answer, error=error, ended=now, claimed_until=None
    )
    return bool(ended)


def _held(report: OddsReport, worker: str) -> QuerySet[OddsReport]:
    return OddsReport.objects.filter(pk=report.pk, worker=worker, status=OddsReport.Status.WAITING)


def withdraw(digest: str) -> None:
    """Withdraw a report that is no longer needed, unless a worker has started on it."""
    OddsReport.objects.filter(digest=digest, status=OddsReport.Status.WAITING, attempts=0).delete()


def retry_failed() -> int:
    """Let workers retry failed reports. Returns how many."""
    return OddsReport.objects.filter(status=OddsReport.Status.FAILED).update(
        status=OddsReport.Status.WAITING, error="", attempts=0, claimed_until=None, ended=None
    )


def forget_others() -> int:
    """Delete the reports of other versions of the code. Returns how many."""
    return OddsReport.objects.exclude(version=version()).delete()[0]

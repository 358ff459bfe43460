"""Reviews of finished rounds: requested by pages, made by a worker process, stored as rows.

`ask` and `ask_all` make rows that wait; a worker (`games.management.working`) claims some of them
at a time and writes what `games.coach` finds. No request computes them. A review is kept for good,
with the version of the code that made it: later code does not change what a round cost.
"""

import logging
from collections.abc import Iterable, Sequence
from concurrent.futures import BrokenExecutor
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from accounts.models import User
from games.coach.as_json import Summary, summary
from games.coach.review import review
from games.engine.record import Record
from games.models import Review, Round, RoundAction, RoundSeat
from games.odds_reports import reports
from games.registry import KITS
from games.runtime.compute_process import Compute
from games.tables.locked_table import record_of

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=60)
AT_ONCE = 20
"""How many reviews a worker claims together."""
MOST_ASKED = 500
"""How many of a player's rounds a page asks for at a time, the newest first."""

WAITING, DONE, NOTHING = Review.Status.WAITING, Review.Status.DONE, Review.Status.NOTHING


def ask(parts: Iterable[RoundSeat]) -> None:
    """Make sure that these finished parts have reviews or are waiting for one."""
    missing = [
        Review(
            round_seat=part,
            user_id=part.user_id,
            game=part.game,
            ended=part.ended,
            staked=part.staked,
            net=part.net,
        )
        for part in parts
        if part.ended is not None
    ]
    # Another request may ask for the same at this moment.
    Review.objects.bulk_create(missing, ignore_conflicts=True)


def ask_all(user: User) -> int:
    """Ask for reviews of a player's rounds that have none; returns how many are not reviewed
    yet."""
    finished = RoundSeat.objects.filter(user=user, ended__isnull=False)
    waiting = Review.objects.filter(user=user, status=WAITING).count()
    unasked = finished.count() - Review.objects.filter(user=user).count()
    if unasked:
        newest = finished.filter(review=None).order_by("-ended", "-pk")
        ask(newest[:MOST_ASKED])
    return waiting + unasked


def of_part(part: RoundSeat) -> Review:
    """The review of a finished part, which may still be waiting. Raises ValueError while it is in
    play."""
    if part.ended is None:
        raise ValueError(f"{part} is not over; there is nothing to review yet.")
    found = Review.objects.filter(round_seat=part).first()
    if found is None:
        ask([part])
        found = Review.objects.get(round_seat=part)
    return found


def waiting(now: datetime) -> bool:
    """Whether there is a review for a worker to make."""
    return _free(now).exists()


def _free(now: datetime) -> QuerySet[Review]:
    """Reviews not claimed by a living worker."""
    return Review.objects.filter(Q(claimed_until=None) | Q(claimed_until__lt=now), status=WAITING)


def claim(worker: str, now: datetime) -> list[Review]:
    """Give a worker some reviews to make; the newest first, since somebody is looking at them."""
    wanted = list(_free(now).order_by("-pk").values_list("pk", flat=True)[:AT_ONCE])
    _free(now).filter(pk__in=wanted).update(worker=worker, claimed_until=now + LEASE)
    held = Review.objects.filter(pk__in=wanted, worker=worker, status=WAITING)
    return list(held.select_related("round_seat__round").order_by("-pk"))


def make(claimed: Sequence[Review], worker: str, compute: Compute) -> None:
    """Make reviews and store them, except those that another worker has taken over.

    Raises BrokenExecutor if the process that computes has been killed.
    """
    for row in claimed:
        _look_back(row, compute)
        fields = ("status", "version", "expected", "luck", "cost", "largest", "decisions")
        Review.objects.filter(pk=row.pk, worker=worker, status=WAITING).update(
            **{name: getattr(row, name) for name in fields}, claimed_until=None
        )


def _look_back(row: Review, compute: Compute) -> None:
    round = row.round_seat.round
    row.status, row.version = NOTHING, reports.version()
    if round.status != Round.Status.SETTLED:
        return
    parts = list(round.seats.order_by("seat"))
    try:
        actions = list(round.actions.order_by("ordinal"))
        record = record_of(round, parts, actions)
        found = compute(_found, record, row.round_seat.seat, _by_clock(round, actions))
    except BrokenExecutor:
        raise
    except Exception:  # one round that cannot be reviewed must not stop the ones behind it
        log.exception("round %s cannot be reviewed", round.pk)
        return
    row.status = DONE
    row.expected, row.luck, row.cost = found.expected, found.luck, found.cost
    row.largest, row.decisions = found.largest, found.decisions


def _by_clock(round: Round, actions: Sequence[RoundAction]) -> frozenset[int]:
    """Which actions the clock made. In a daily deal they count as everybody's do: its board would
    otherwise rank a decision that was left to the clock before one that was made."""
    if round.table.follows_id is not None:
        return frozenset()
    return frozenset(place for place, action in enumerate(actions) if action.by_clock)


def _found(record: Record, seat: int, by_clock: frozenset[int]) -> Summary:
    return summary(review(KITS[record.game.slug], record, seat, by_clock))

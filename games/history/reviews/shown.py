"""Reviews as pages show them: cents, words and decisions, read from the rows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from games.coach.as_json import MICRO, ShownDecision, shown_decision
from games.history.reviews import reviews
from games.models import Review, RoundSeat
from games.registry import KITS
from games.runtime.worker import ensure_worker
from games.tables.finished_round import own_seat
from games.tables.worths import Worth, worth_of


@dataclass(frozen=True)
class Reviewed:
    """A review for a page, in cents: the expectation is rounded, and luck is the rest of the net.
    `waiting`: it is not made yet; `nothing`: the round has nothing to review."""

    waiting: bool
    nothing: bool
    expected: int
    luck: int
    cost: int
    decisions: Sequence[ShownDecision]


def of_review(row: Review) -> Reviewed:
    """A row as a page shows it."""
    expected, cost = round(row.expected / MICRO), round(row.cost / MICRO)
    return Reviewed(
        waiting=row.status == Review.Status.WAITING,
        nothing=row.status == Review.Status.NOTHING,
        expected=expected,
        luck=row.net - expected + cost,
        cost=cost,
        decisions=[shown_decision(KITS[row.game], raw) for raw in row.decisions],
    )


def worths_of(parts: Sequence[RoundSeat]) -> list[Worth]:
    """The cost of the decisions of finished parts, in their order. Asks for missing reviews."""
    found = _reviews(parts)
    if missing := [part for part in parts if part.pk not in found]:
        reviews.ask(missing)
        found |= _reviews(missing)
    worths = [worth_of(part, found[part.pk]) for part in parts]
    if any(worth.waiting for worth in worths):
        ensure_worker()
    return worths


def waiting_of(worths: Iterable[Worth]) -> str:
    """The rows of those that are waiting, for an address that asks for them again: ``"17,18"``."""
    return ",".join(str(worth.part) for worth in worths if worth.waiting)


def _reviews(parts: Sequence[RoundSeat]) -> dict[int, Review]:
    return {row.round_seat_id: row for row in Review.objects.filter(round_seat__in=parts)}


def asked_for(part: RoundSeat) -> Review:
    """The review of a finished part. Starts a worker if it is waiting."""
    row = reviews.of_part(part)
    if row.status == Review.Status.WAITING:
        ensure_worker()
    return row


@dataclass(frozen=True)
class Coached:
    """What is shown about one action; `decision` is None while the round is not reviewed
    (`waiting`), or has nothing to review."""

    waiting: bool
    decision: ShownDecision | None


def coached_action(
    user_id: int | None, round_id: UUID, ordinal: int, seat: int | None
) -> Coached | None:
    """What is shown about an action (1 is a round's first) of a player's own seat in a finished
    round; None for anyone else's."""
    try:
        part, _ = own_seat(user_id, round_id, seat)
    except RoundSeat.DoesNotExist:
        return None
    found = of_review(asked_for(part))
    decisions = {one.after + 1: one for one in found.decisions}
    return Coached(found.waiting, decisions.get(ordinal))

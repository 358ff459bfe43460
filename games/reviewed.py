"""Reviews as what pages tell of them: cents, words and decisions, read from the rows."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.advising import UNITS
from games.coach.telling import MICRO, Told, told
from games.models import Review, RoundSeat


@dataclass(frozen=True)
class Reviewed:
    """A review for a page; all amounts in cents. `waiting`: it is not made yet; `nothing`: the
    round has nothing to review."""

    waiting: bool
    nothing: bool
    expected: float
    luck: float
    cost: float
    decisions: Sequence[Told]


def of_review(row: Review) -> Reviewed:
    """A row as a page tells it."""
    unit = UNITS.get(row.game, "bets")
    return Reviewed(
        waiting=row.status == Review.Status.WAITING,
        nothing=row.status == Review.Status.NOTHING,
        expected=row.expected / MICRO,
        luck=row.luck / MICRO,
        cost=row.cost / MICRO,
        decisions=[told(raw, unit) for raw in row.decisions],
    )


def decisions_of(part: RoundSeat) -> dict[int, Told]:
    """The decisions of a finished part by how many actions of the round came before each; {} while
    it is not reviewed yet."""
    row = Review.objects.filter(round_seat=part).first()
    return {one.after: one for one in of_review(row).decisions} if row else {}

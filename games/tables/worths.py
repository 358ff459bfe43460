"""What the decisions of finished rounds cost, for lists of rounds: read from reviews.

A worker makes the reviews; see `games.history.reviews`. Nothing is computed here.
"""

from dataclasses import dataclass

from games.coach.as_json import MICRO, cost_of, is_by_clock, shown_decision
from games.models import Review, RoundSeat
from games.registry import KITS


@dataclass(frozen=True)
class Worth:
    """What a round's decisions cost, for a list: cents, and base wagers in their `unit`.

    waiting: the review is not made yet. decided: whether there was anything to decide. by_clock:
    whether the clock decided all of it. better: the better action, in words, if exactly one
    decision cost something.
    """

    part: int
    waiting: bool
    decided: bool = False
    by_clock: bool = False
    cost: float = 0
    units: float = 0
    unit: str = ""
    better: str = ""


def worth_of(part: RoundSeat, row: Review | None) -> Worth:
    """What a part's decisions cost. row: its review, None if nobody has asked for one."""
    kit = KITS[part.game]
    if kit.decisions is None:
        return Worth(part=part.pk, waiting=False)
    if row is None or row.status == Review.Status.WAITING:
        return Worth(part=part.pk, waiting=True)
    base = part.wagers.get(kit.decisions.base, 0)
    dear = [decision for decision in row.decisions if cost_of(decision) > 0]
    return Worth(
        part=part.pk,
        waiting=False,
        decided=bool(row.decisions),
        by_clock=all(map(is_by_clock, row.decisions)),
        cost=row.cost / MICRO,
        units=row.cost / MICRO / base if base else 0,
        unit=kit.unit,
        better=shown_decision(kit, dear[0]).best.words if len(dear) == 1 else "",
    )

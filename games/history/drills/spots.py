"""A player's weak spots: the situations of a game by what they have cost, in rounds and in
drills."""

from collections.abc import Iterator
from dataclasses import dataclass

from accounts.models import User
from games.coach.as_json import MICRO, cost_of, is_by_clock
from games.coach.words import EQUAL_UP_TO
from games.history.drills.hands import asked_then
from games.kit import DrillKind, Kit
from games.models import DrillAnswer, Review, Round

ROUNDS = 240
"""How many of the last reviewed rounds count."""
ANSWERS = 400
"""How many of the last answers in drills count."""


@dataclass(frozen=True)
class Spot:
    """A situation: how often it came up, how often it was played right, and its total cost in base
    wagers."""

    kind: DrillKind
    situation: str
    tries: int
    right: int
    cost: float

    @property
    def each(self) -> float:
        """Its average cost, in base wagers."""
        return self.cost / self.tries


def spots_of(user: User, kit: Kit) -> list[Spot]:
    """The situations that a player has met, the costliest first."""
    met: dict[tuple[str, str], list[float]] = {}
    for kind, situation, cost in (*_played(user, kit), *_drilled(user, kit)):
        met.setdefault((kind, situation), []).append(cost)
    kinds = {kind.key: kind for kind in kit.drills}
    spots = [
        Spot(
            kind=kinds[key],
            situation=situation,
            tries=len(costs),
            right=sum(cost <= EQUAL_UP_TO for cost in costs),
            cost=sum(costs),
        )
        for (key, situation), costs in met.items()
        if key in kinds
    ]
    return sorted(spots, key=lambda spot: (-spot.cost, spot.situation))


Met = Iterator[tuple[str, str, float]]
"""Kind, situation and cost in base wagers."""


def _played(user: User, kit: Kit) -> Met:
    rows = Review.objects.filter(user=user, game=kit.slug, status=Review.Status.DONE)
    for row in rows.select_related("round_seat__round").order_by("-ended")[:ROUNDS]:
        kinds = [kind for kind in kit.drills if _applies(kind, row.round_seat.round)]
        for decision in row.decisions:
            if is_by_clock(decision):
                continue
            asked = asked_then(decision)
            named = ((kind.key, kind.situation(asked)) for kind in kinds)
            first = next(((key, situation) for key, situation in named if situation), None)
            if first is not None:
                yield *first, cost_of(decision) / MICRO / decision["base"]


def _applies(kind: DrillKind, round: Round) -> bool:
    """Whether a round was played under the options of a kind."""
    options = round.house_options
    return all(getattr(options, name, None) == value for name, value in kind.options.items())


def _drilled(user: User, kit: Kit) -> Met:
    answers = DrillAnswer.objects.filter(user=user, game=kit.slug).order_by("-at")[:ANSWERS]
    for answer in answers:
        yield answer.kind, answer.situation, answer.cost / MICRO

"""The state of the house: who is here, whether cards come as often as they should, whether all is
well.

Holds are in `games.backoffice.hold_report`.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import erfc, sqrt

from games.backoffice import holds
from games.engine.cards import DECK
from games.models import CardTally, Chair, Phase, Round, Table

COUNTED_AT_ONCE = 10
"""How many rounds the page counts before it opens."""
FEWEST = 5
"""How often a card must be expected for the chi-square test to mean anything."""


@dataclass(frozen=True)
class Cards:
    """The chi-square test of first cards: how many, the statistic and the probability of getting
    that much by chance; None if there are too few."""

    rounds: int
    needed: int
    statistic: float | None = None
    chance: float | None = None


def cards_dealt() -> Cards:
    """Whether every card is equally often the first of a fresh deck or shoe."""
    times = list(CardTally.objects.values_list("times", flat=True))
    rounds, needed = sum(times), FEWEST * len(DECK)
    if rounds < needed:
        return Cards(rounds, needed)
    each = rounds / len(DECK)
    missing = len(DECK) - len(times)
    statistic = sum((count - each) ** 2 / each for count in times) + missing * each
    return Cards(rounds, needed, statistic, chance_above(statistic, len(DECK) - 1))


def chance_above(statistic: float, degrees: int) -> float:
    """The probability that chi-square is above a value, by the cube root of Wilson and Hilferty
    (Proceedings of the National Academy of Sciences 17, 1931, 684-688)."""
    part = 2 / (9 * degrees)
    deviation = ((statistic / degrees) ** (1 / 3) - (1 - part)) / sqrt(part)
    return erfc(deviation / sqrt(2)) / 2


@dataclass(frozen=True)
class Standing:
    """The house now. `rounds`: settled in the last hour; `uncounted`: not yet in the sums."""

    tables: int
    paused: int
    playing: int
    people: int
    rounds: int
    uncounted: int


def standing(now: datetime) -> Standing:
    """How many tables, people and rounds there are."""
    tables = Table.objects.filter(closed=False)
    people = Chair.objects.filter(user__isnull=False, user__is_bot=False)
    hour = Round.objects.filter(opened__gte=now - timedelta(hours=1))
    return Standing(
        tables=tables.count(),
        paused=tables.filter(paused=True).count(),
        playing=tables.exclude(phase=Phase.WAITING).count(),
        people=people.values("user").distinct().count(),
        rounds=hour.filter(status=Round.Status.SETTLED).count(),
        uncounted=holds.waiting(),
    )

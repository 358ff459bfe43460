"""A dealer's progress at a game: learner, ready for a live table, examined."""

from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from accounts.models import User
from games.kit import Kit
from games.models import SchoolRun

LEARNER, READY = 20, 50
"""Rounds that make a learner, with the steps shown, and somebody who is ready, in any way."""
LAST, FEW = 10, 3
"""To be ready, make fewer than this many faults in this many of the last rounds."""


@dataclass(frozen=True)
class Rung:
    """A step of the ladder. reached: whether it is; so_far: the progress, in words."""

    name: str
    words: str
    reached: bool
    so_far: str


def ladder(user: User | None, kit: Kit) -> list[Rung]:
    """The three rungs with a user's progress; a visitor has none."""
    runs = list(SchoolRun.objects.filter(user=user, game=kit.slug).order_by("started", "pk"))
    shown = sum(len(run.rounds) for run in runs if run.kind == SchoolRun.Kind.SHOWN)
    rounds = list(chain.from_iterable(run.rounds for run in runs))
    faults = sum(one["faults"] for one in rounds[-LAST:])
    tests = [run.ended for run in runs if run.passed]
    return [
        Rung("Learner", f"{LEARNER} rounds with the steps shown", shown >= LEARNER,
             f"{min(shown, LEARNER)} of {LEARNER}"),
        Rung("Ready for a live table",
             f"{READY} rounds, fewer than three errors in the last {LAST}",
             len(rounds) >= READY and faults < FEW,
             f"{min(len(rounds), READY)} of {READY} rounds, {faults} in the last "
             f"{min(len(rounds), LAST)}"),
        Rung("Examined", "20 rounds from a random seed, without help", bool(tests),
             _day(tests[-1]) if tests else "not yet"),
    ]  # fmt: skip


def _day(moment: datetime | None) -> str:
    return f"{moment:%-d %B %Y}" if moment else ""

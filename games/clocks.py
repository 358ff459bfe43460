"""How long things take at a table. Deadlines are data; nothing here waits."""

from datetime import datetime, timedelta

from games.models import Pace, Phase, Table

BETTING = timedelta(seconds=20)
ALL_READY = timedelta(seconds=1.5)
CHOOSING = timedelta(seconds=12)
LOOKING = timedelta(seconds=8)
RESULTS = timedelta(seconds=6)
ABSENT = timedelta(minutes=3)
"""How long a seat is kept for somebody who is not to be seen."""

_LEARNER_FACTOR = 3


def deadline(table: Table, window: timedelta, now: datetime) -> datetime | None:
    """When a decision that is asked for now must be made; None at a table without a clock."""
    if table.solo or table.pace == Pace.UNTIMED:
        return None
    return now + window * (_LEARNER_FACTOR if table.pace == Pace.LEARNER else 1)


def showing_until(table: Table, window: timedelta, now: datetime) -> datetime | None:
    """Until when hands or results lie open: the same at every table, but for ever at a solo one."""
    return None if table.solo else now + window


def decision(table: Table) -> timedelta:
    """What one decision of the table's game gets."""
    return timedelta(seconds=table.rules.decision_seconds)


def of_phase(table: Table) -> timedelta:
    """The whole window of the phase a table is in, as at a normal pace."""
    return {
        Phase.CHOOSING: CHOOSING,
        Phase.BETTING: BETTING,
        Phase.SHOWING: RESULTS,
    }.get(Phase(table.phase), decision(table))

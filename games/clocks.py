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
    return None if clockless(table) else now + _paced(table, window)


def clockless(table: Table) -> bool:
    """Whether nobody is hurried at a table."""
    return table.solo or table.pace == Pace.UNTIMED


def showing_until(table: Table, window: timedelta, now: datetime) -> datetime | None:
    """Until when hands or results lie open: the same at every table, but for ever at a solo one."""
    return None if table.solo else now + window


def decision(table: Table) -> timedelta:
    """What one decision of the table's game gets."""
    return timedelta(seconds=table.rules.decision_seconds)


def window(table: Table, *, looking: bool) -> timedelta:
    """The whole window that the clock of a table runs down. looking: the cards that are out ask
    for no decision."""
    match Phase(table.phase):
        case Phase.SHOWING:
            return RESULTS
        case Phase.PLAYING if looking:
            return LOOKING
        case Phase.CHOOSING:
            return _paced(table, CHOOSING)
        case Phase.BETTING:
            return _paced(table, BETTING)
        case _:
            return _paced(table, decision(table))


def _paced(table: Table, window: timedelta) -> timedelta:
    return window * (_LEARNER_FACTOR if table.pace == Pace.LEARNER else 1)

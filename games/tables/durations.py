"""How long things take at a table. Deadlines are data; nothing here waits."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from games.engine.view import Event
from games.models import Chair, Pace, Phase, Table

BETTING = timedelta(seconds=20)
ALL_READY = timedelta(seconds=1.5)
CHOOSING = timedelta(seconds=12)
LOOKING = timedelta(seconds=8)
RESULTS = timedelta(seconds=6)
STRICT = timedelta(seconds=5)
"""From deal to deal at least, at a table with strict pacing."""
ABSENT = timedelta(minutes=3)
"""How long a seat is kept for a player who is away."""

SHOW_SECONDS = {
    "turn": 0.35,
    "deal": 0.6,
    "draw": 0.6,
    "discard": 0.3,
    "take": 0.3,
    "pay": 0.65,
    "push": 0.4,
}
"""The most seconds that pages take to show an event at normal speed; tests/js/pace.test.js compares
them with what static/js/pace.js has."""

EXTRA = timedelta(seconds=30)
"""What a decision gets extra, once a round, when the connection is lost."""
EXTRAS_AN_HOUR = 4
BANK_GROWTH, BANK_ROUNDS, BANK_MOST = 5, 10, 60
"""A time bank grows by this many seconds every so many rounds, up to a maximum."""
MISSES = 2
"""After this many decisions in a row played by the clock, a player sits out."""

_LEARNER_FACTOR = 3


def deadline(table: Table, window: timedelta, now: datetime) -> datetime | None:
    """When a decision asked for now must be made; None at a table without a clock."""
    return None if clockless(table) else now + _paced(table, window)


def time_to_show(events: Iterable[Event]) -> timedelta:
    """How long a page may take to show these events one after the other."""
    return timedelta(seconds=sum(SHOW_SECONDS.get(event.kind, 0.1) for event in events))


def close_bets(table: Table, at: datetime | None) -> None:
    """Set when betting closes; it may close earlier if everyone is ready."""
    table.deadline = table.bets_until = at


def clockless(table: Table) -> bool:
    """Whether a table has no clock."""
    return table.solo or table.pace == Pace.UNTIMED


def unhurried(table: Table) -> bool:
    """Whether a table is shared and has no clock: it shows none, even while results stay for a
    fixed time."""
    return not table.solo and table.pace == Pace.UNTIMED


def waits_for_nobody(table: Table, chairs: Iterable[Chair]) -> bool:
    """Whether a person plays alone at a table without a clock and may go on when they like."""
    people = [c for c in chairs if c.user_id and not c.is_bot and not c.leaving]
    return unhurried(table) and len(people) == 1


def has_company(table: Table, now: datetime) -> bool:
    """Whether bots keep a table without people going because somebody watches."""
    return table.company_until is not None and table.company_until >= now


def showing_until(table: Table, window: timedelta, now: datetime) -> datetime | None:
    """Until when hands or results stay on the felt: the same at every table, but for ever at a solo
    one."""
    return None if table.solo else now + window


def decision(table: Table) -> timedelta:
    """How long one decision of the table's game takes at most."""
    return timedelta(seconds=table.rules.decision_seconds)


def window(table: Table, *, looking: bool) -> timedelta:
    """The whole window that the clock of a table runs down. looking: cards are out and nothing is
    to be decided."""
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


def own_window(chair: Chair) -> timedelta:
    """The full length of the seat's own time that is running."""
    bank = chair.own_time == Chair.OwnTime.BANK
    return timedelta(seconds=chair.time_bank) if bank else EXTRA


def _paced(table: Table, window: timedelta) -> timedelta:
    return window * (_LEARNER_FACTOR if table.pace == Pace.LEARNER else 1)

"""A table under lock: every change of a table happens in this frame.

One transaction locks the table's row; the next one sees what the first one did.
"""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, lru_cache
from threading import Lock
from typing import Any, Self

from django.conf import settings
from django.db import connection, transaction
from django.dispatch import Signal

from accounts.prepared import Prepared, PreparedUpdate
from games.engine.game import Setup, Spot, read_action
from games.engine.paytable import Paytable
from games.engine.record import Record, Replay, replay
from games.models import Chair, PaytableVersion, Phase, Round, RoundAction, RoundSeat, Table
from games.runtime.announcements import announce, announce_outline
from games.tables.bot_policy import pause
from games.tables.refusals import Refused
from games.tables.shoes import deck_of
from games.tables.summary import outline_of

_CHAIR_FIELDS = [
    field.attname
    for field in Chair._meta.concrete_fields
    if not field.primary_key and field.attname != "linked_until"
]
"""What a desk writes of a chair: presence is written outside the lock and must not be undone."""

_TABLE_FIELDS = (
    "phase", "version", "deadline", "bets_until", "bots_at", "talk", "news", "notice", "paused",
    "closing", "closed", "pending", "revision", "button", "round_number", "round", "watching",
    "host", "barred", "host_paused",
)  # fmt: skip
"""What a desk writes of its table."""

_WRITE_TABLE = PreparedUpdate(Table, _TABLE_FIELDS)
_WRITE_CHAIRS = PreparedUpdate(Chair, _CHAIR_FIELDS)

MOST_NEWS = 24
"""How many of the last events other than cards a table keeps."""

EVEN = 0.12
"""Seconds after which others hear of a secret decision, however long it took: booking a raise takes
longer than recording a fold."""

committed = Signal()
"""Sent with ``desk`` once a change is committed, before anyone is notified."""


@dataclass
class Desk:
    """A table with its chairs and its current round, as of `now`. `secret`: others must not see yet
    what is decided at it."""

    table: Table
    now: datetime
    chairs: list[Chair]
    changed: bool = False
    moved_chips: bool = False
    secret: bool = False
    began: float = field(default_factory=time.monotonic)
    touched: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._outline = outline_of(self.table, self.chairs)

    @property
    def round(self) -> Round:
        """The current round. Raises Refused if there is none."""
        if self.table.round is None:
            raise Refused("No round is open at this table.")
        return self.table.round

    @property
    def seated(self) -> list[Chair]:
        """The chairs whose players are not leaving."""
        return [chair for chair in self.chairs if chair.user_id and not chair.leaving]

    @property
    def active(self) -> list[Chair]:
        """The chairs whose players neither leave nor sit out."""
        return [chair for chair in self.seated if not chair.sits_out]

    def chair_of(self, user_id: int | None, seat: int | None = None) -> Chair | None:
        """A user's chair: at `seat`, or the first one if no seat is named."""
        return chair_among(self.chairs, user_id, seat)

    def in_round(self, chair: Chair) -> bool:
        """Whether the chair has a part in a round whose cards are on the table."""
        if self.table.phase not in (Phase.PLAYING, Phase.SHOWING):
            return False
        return any(part.seat == chair.seat for part in self.parts)

    def step(self, chair: Chair) -> str:
        """What the next request of a chair must name; see `step_of`."""
        return step_of(self.table, chair)

    @cached_property
    def parts(self) -> list[RoundSeat]:
        """The parts in the round, once it is dealt."""
        return parts_of(self.round)

    @cached_property
    def actions(self) -> list[RoundAction]:
        """What has been decided so far."""
        return actions_of(self.round)

    @cached_property
    def paytables(self) -> dict[str, Paytable]:
        """The round's paytables, once its betting is open."""
        # This desk's deal may still be rolled back, and other paytables put on the felt.
        stands = self.round.dealt is not None and self.round.dealt < self.now
        return dealt_under(self.round) if stands else paytables_of(self.round)

    def forget_round(self) -> None:
        """A new round is on the table: forget what was cached about the last one."""
        for name in ("parts", "actions", "paytables"):
            self.__dict__.pop(name, None)

    def replayed(self) -> Replay:
        """The current state of the round."""
        return replay(record_of(self.round, self.parts, self.actions, self.paytables))

    def change(self, *chairs: Chair) -> None:
        """Note that the table, and these chairs, differ from their rows."""
        self.changed = True
        self.touched.update(chair.pk for chair in chairs)

    def add_news(self, words: str, chair: Chair | None = None) -> None:
        """Add to the table's log for everyone: a sentence, or what follows the name of a chair. It
        must name no card."""
        news = {
            "round": self.table.round_number,
            "ms": ms(self.now),
            "words": words if chair is None else f"{_named(chair)} {words}",
        }
        self.table.news = [*self.table.news[1 - MOST_NEWS :], news]
        self.change()

    def due(self) -> bool:
        """Whether the deadline has passed."""
        return self.table.deadline is not None and self.table.deadline <= self.now

    def save(self) -> None:
        """Write the changes, increase the version and announce it after the commit."""
        if not self.changed:
            return
        table = self.table
        table.version += 1
        if table.bots:
            soon = self.now + pause(table.pk, table.version, settings.SECRET_KEY)
            table.bots_at = min(table.bots_at or soon, soon)
        _WRITE_TABLE.write([table])
        _WRITE_CHAIRS.write(chair for chair in self.chairs if chair.pk in self.touched)
        transaction.on_commit(self._announce)

    def _announce(self) -> None:
        committed.send_robust(Desk, desk=self)
        moment = self.began + EVEN if self.secret else 0.0
        announce(self.table.pk, self.table.version, self.table.round_id, moment)
        if outline_of(self.table, self.chairs) != self._outline:
            announce_outline(self.table.pk)


def ms(moment: datetime) -> int:
    """A time in epoch milliseconds."""
    return int(moment.timestamp() * 1000)


def _named(chair: Chair) -> str:
    name = chair.user.display_name if chair.user else "nobody"
    return f"Seat {chair.seat} ({name}{', a bot' if chair.is_bot else ''})"


def chair_among(
    chairs: Iterable[Chair], user_id: int | None, seat: int | None = None
) -> Chair | None:
    """A user's chair: at `seat`, or the first one if no seat is named."""
    return next(
        (
            chair
            for chair in chairs
            if user_id and chair.user_id == user_id and seat in (None, chair.seat)
        ),
        None,
    )


def step_of(table: Table, chair: Chair) -> str:
    """The step of a chair: round, phase and how many moves the chair has made in it.

    Other seats' actions do not change it, so simultaneous decisions never make each other stale.
    """
    return f"{table.round_number}.{table.phase}.{chair.moves}"


_TABLE = Prepared(Table.objects.select_for_update(), "pk")
_ROUND = Prepared(Round.objects.all(), "pk")
_CHAIRS = Prepared(Chair.objects.select_related("user__account", "user__play_limits"), "table")
_PARTS = Prepared(RoundSeat.objects.order_by("seat"), "round")
_ACTIONS = Prepared(RoundAction.objects.order_by("ordinal"), "round")


def chairs_of(table: Table) -> list[Chair]:
    """The chairs of a table with their players, accounts and limits."""
    chairs = _CHAIRS.all(table.pk)
    for chair in chairs:
        chair.table = table
    return chairs


def parts_of(round: Round, query: Prepared[RoundSeat] = _PARTS) -> list[RoundSeat]:
    """The parts in a round, by seat, with what the query selects beside them."""
    parts = query.all(round.pk)
    for part in parts:
        part.round = round
    return parts


def actions_of(round: Round) -> list[RoundAction]:
    """The decisions of a round, in order."""
    return _ACTIONS.all(round.pk)


_WRITING = Lock()


class _Turn:
    """SQLite allows one writer at a time; the others sleep and try again, longer each time. The
    threads of a process wait for each other instead. A thread already in a transaction has its
    turn."""

    def __enter__(self) -> Self:
        self._mine = connection.vendor == "sqlite" and not connection.in_atomic_block
        if self._mine:
            _WRITING.acquire()
        return self

    def end(self) -> None:
        """Let the next thread write."""
        if self._mine:
            self._mine = False
            _WRITING.release()

    def __exit__(self, *_: object) -> None:
        self.end()


@contextmanager
def locked(table_id: int, now: datetime) -> Iterator[Desk]:
    """Lock a table, and write what was changed at its desk at the end. Raises
    Table.DoesNotExist."""
    began = time.monotonic()
    with _Turn() as turn, transaction.atomic():
        transaction.on_commit(turn.end)  # must run before anything else that follows the commit
        # The round is read once we hold the lock: a joined row would be as old as the moment we
        # began to wait.
        table = _TABLE.get(table_id)
        if table.round_id is not None:
            table.round = _ROUND.get(table.round_id)
        desk = Desk(table, now, chairs_of(table), began=began)
        yield desk
        desk.save()


def record_of(
    round: Round,
    parts: list[RoundSeat],
    actions: list[RoundAction],
    paytables: dict[str, Paytable] | None = None,
) -> Record:
    """The round as the engine's record. paytables: those of the round, if they are at hand."""
    setup = Setup[Any](
        options=round.house_options,
        paytables=paytables_of(round) if paytables is None else paytables,
        wagers={part.seat: part.wagers for part in parts},
        deck=deck_of(round, parts),
        button=round.button,
        unit=round.unit,
    )
    played = tuple((action.seat, read_action(action.action)) for action in actions)
    return Record(round.rules, setup, played, round.void_reason or None)


def paytables_of(round: Round) -> dict[str, Paytable]:
    """The paytables a round is dealt under, by spot in the order of the felt."""
    versions = {version.spot: version.value for version in round.paytables.all()}
    return {
        spot.key: versions[spot.key]
        for spot in round.rules.spots(round.house_options)
        if spot.lines and spot.key in versions
    }


@lru_cache(maxsize=512)
def dealt_under(round: Round) -> dict[str, Paytable]:
    """The paytables of a dealt round, which no longer change. While it is played they are looked up
    again and again; code that proves a round afterwards reads the rows."""
    return paytables_of(round)


def fitting(spot: Spot, versions: Iterable[PaytableVersion]) -> PaytableVersion | None:
    """The first of the versions that has a spot's lines, None if there is none."""
    return next(
        (v for v in versions if v.spot == spot.key and set(v.value.lines) == set(spot.lines)),
        None,
    )

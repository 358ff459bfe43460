"""Runs of a day: begun, dealt, played."""

from collections.abc import Callable
from datetime import UTC, datetime

from accounts.models import User
from games.engine.cards import codes_of
from games.engine.record import replay
from games.history.daily import days
from games.models import (
    Phase,
    Round,
)
from games.registry import GAMES, KITS
from games.tables.locked_table import record_of
from tests.tables.room import Room

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
BIG_50 = {"range": 1000}


def seated(game: str, user: User, now: datetime = NOON) -> Room:
    """A player at the table of their rounds of the day."""
    run = days.start(GAMES[game], user, now)
    return Room(run.table_id, now, {1: user})


def deal(room: Room, wagers: dict[str, int] | None = None) -> None:
    """The round on the table is dealt."""
    (user,) = room.users.values()
    if room.table.total is not None:
        room.bet(user, wagers or BIG_50)
    room.act(user, "ready")


def finish(room: Room, wrong: Callable[[int], bool] = lambda number: False) -> None:
    """The round is dealt and played: in the best way, or by the clock's plays where it is wrong."""
    (user,) = room.users.values()
    deal(room)
    while room.table.phase == Phase.PLAYING:
        round = room.round
        parts = list(round.seats.all())
        state = replay(record_of(round, parts, list(round.actions.all())))
        if not state.waiting_on:
            room.act(user, "reveal")
            continue
        game = GAMES[round.game]
        if wrong(round.number):
            action = game.timeout_action(state.state, parts[0].seat)
        else:
            action = KITS[round.game].play.best_action(state.state, parts[0].seat)
        raw = action.as_json()
        room.act(user, raw.pop("action"), **raw)


def play_all(room: Room, wrong: Callable[[int], bool] = lambda number: False) -> None:
    """All rounds that are left."""
    (user,) = room.users.values()
    while True:
        finish(room, wrong)
        if room.table.dealt_out:
            return
        room.act(user, "next")


def decks(room: Room) -> list[str]:
    """The decks of the rounds that have been dealt, in order."""
    found = []
    for round in Round.objects.filter(table_id=room.table_id, dealt__isnull=False).order_by(
        "number"
    ):
        record = record_of(round, list(round.seats.all()), [])
        found.append(" ".join(codes_of(record.setup.deck)))
    return found

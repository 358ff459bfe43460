"""The decisions of a round that is dealt, by its players and by the clock, up to its end.

As in `games.tables.rounds`, every function changes the desk it is given. Raises become stakes in
the same transaction (`games.tables.stakes`).
"""

from collections.abc import Callable
from typing import Any

from accounts.prepared import PreparedInsert
from games.engine.errors import DeckTooShort, GameError
from games.engine.game import Action
from games.engine.record import Replay
from games.models import Chair, Phase, RoundAction
from games.tables import durations, stakes, time_bank
from games.tables.chairs import nobody_waits_for
from games.tables.locked_table import Desk
from games.tables.refusals import Refused
from games.tables.settlement import settle, void

_NEW_ACTIONS = PreparedInsert(RoundAction)


def play(desk: Desk, seat: int, action: Action) -> None:
    """Play one decision of a seat. Raises IllegalAction, or Refused if a raise is not covered.

    A round that cannot be replayed, or whose deck runs out, becomes void.
    """
    try:
        before = desk.replayed()
    except GameError as error:
        void(desk, str(error))
        return
    try:
        _decide(desk, before, seat, action)
    except DeckTooShort as error:
        void(desk, str(error))
    play_for(desk, nobody_waits_for)


def _decide(
    desk: Desk, before: Replay, seat: int, action: Action, *, by_clock: bool = False
) -> None:
    """Record one decision, take what it adds to the stake, and ask the next seats."""
    game = desk.table.rules
    state = game.act(before.state, seat, action)
    part = next(part for part in desk.parts if part.seat == seat)
    ordinal = len(desk.actions) + 1
    raised = game.committed(state)[seat] - part.staked
    if raised:
        stakes.add(desk, part, raised, ordinal)
    decided = RoundAction(
        round=desk.round,
        ordinal=ordinal,
        seat=seat,
        action=action.as_json(),
        by_clock=by_clock,
        at=desk.now,
    )
    desk.actions += _NEW_ACTIONS.write([decided])
    _count_move(desk, seat, by_clock)
    desk.secret = part.may_hide and bool(game.waiting_on(state))
    ask(desk, state, before=frozenset(before.waiting_on) - {seat})


def _count_move(desk: Desk, seat: int, by_clock: bool) -> None:
    chair = next(chair for chair in desk.chairs if chair.seat == seat)
    chair.moves += 1
    time_bank.decided(desk, chair, by_clock=by_clock)


def ask(desk: Desk, state: Any, before: frozenset[int]) -> None:
    """Set the clock for the seats asked next; settle if there are none.

    `before` are the seats that were being asked already: their clock runs on.
    """
    table = desk.table
    desk.change()
    waiting = table.rules.waiting_on(state)
    if waiting:
        if not waiting <= before:
            time_bank.stop_all(desk)
            table.deadline = durations.deadline(table, durations.decision(table), desk.now)
    elif table.rules.looks:
        table.deadline = durations.showing_until(table, durations.LOOKING, desk.now)
    else:
        settle(desk, table.rules.settle(state))


def time_out(desk: Desk) -> None:
    """The clock plays for every seat whose turn it is and that has no time of its own; if there are
    none, the dealer settles."""
    waiting = desk.replayed().waiting_on
    going_on = time_bank.granted(desk, waiting)
    for seat in waiting:
        if seat in going_on:
            continue
        _play_by_clock(desk, seat)
    if not waiting:
        settle(desk, desk.replayed().results)


def _play_by_clock(desk: Desk, seat: int) -> None:
    before = desk.replayed()
    action = desk.table.rules.timeout_action(before.state, seat)
    _decide(desk, before, seat, action, by_clock=True)


def play_for(desk: Desk, gone: Callable[[Desk, Chair], bool]) -> bool:
    """The clock plays for chairs whose players are gone, as often as it is their turn.

    gone: as in `games.tables.chairs`. Returns whether it played at all. Nobody waits for a player
    who has left, least of all without a clock.
    """
    seats = {chair.seat for chair in desk.chairs if gone(desk, chair)}
    if not seats or desk.table.phase != Phase.PLAYING:
        return False
    before = len(desk.actions)
    or_void(desk, lambda: _play_on(desk, seats))
    return len(desk.actions) > before


def _play_on(desk: Desk, seats: set[int]) -> None:
    while desk.table.phase == Phase.PLAYING:
        asked = seats.intersection(desk.replayed().waiting_on)
        if not asked:
            return
        _play_by_clock(desk, min(asked))


def play_out(desk: Desk) -> None:
    """Finish a round with the clock's plays alone."""
    play_for(desk, lambda *_: True)
    if desk.table.phase == Phase.PLAYING:
        or_void(desk, lambda: settle(desk, desk.replayed().results))


def or_void(desk: Desk, deed: Callable[[], None]) -> None:
    """Do something for which no player is there to be refused; a round that cannot go on becomes
    void."""
    try:
        deed()
    except (GameError, Refused) as error:
        void(desk, str(error))

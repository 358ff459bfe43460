"""How a round ends: every wager is paid, or every stake is returned, once.

Results, history rows and chips are written in the desk's one transaction.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from accounts.prepared import PreparedUpdate
from games.engine.errors import GameError
from games.engine.game import SpotResult
from games.engine.view import Event
from games.models import Phase, Round, RoundSeat
from games.tables import durations, stakes, time_bank
from games.tables.locked_table import Desk
from games.tables.refusals import Refused

_WRITE_ROUND = PreparedUpdate(Round, ("status", "ended", "void_reason", "used"))
_WRITE_PARTS = PreparedUpdate(RoundSeat, ("results", "returned", "ended", "outcome"))


def settle(desk: Desk, settled: Iterable[SpotResult]) -> None:
    """Pay every wager by its result (cents). Raises Refused if the round is already over."""
    _check_open(desk)
    results: dict[int, list[dict[str, Any]]] = {part.seat: [] for part in desk.parts}
    returned = dict.fromkeys(results, 0)
    for result in settled:
        results[result.seat].append(result.as_json())
        returned[result.seat] += result.returned
    for part in desk.parts:
        part.results, part.returned = results[part.seat], returned[part.seat]
    stakes.pay(desk, "Payout")
    _end(desk, Round.Status.SETTLED)


def void(desk: Desk, reason: str) -> None:
    """Return every stake of an open round, for `reason`. Raises Refused if it is already over."""
    _check_open(desk)
    desk.round.void_reason = reason[:200]
    for part in desk.parts:
        part.returned = part.staked
        part.results = []
    if desk.parts:
        stakes.pay(desk, "Round void: stakes returned")
    _end(desk, Round.Status.VOID)


def _check_open(desk: Desk) -> None:
    if desk.round.over:
        raise Refused(f"Round {desk.round.number} is {desk.round.status} already.")


def _end(desk: Desk, status: Round.Status) -> None:
    round, table = desk.round, desk.table
    round.status, round.ended, round.used = status, desk.now, _cards_used(desk)
    _WRITE_ROUND.write([round])
    for part in desk.parts:
        part.end(desk.now, void=status == Round.Status.VOID)
    _WRITE_PARTS.write(desk.parts)
    time_bank.stop_all(desk)
    table.phase = Phase.SHOWING
    window = durations.RESULTS + durations.time_to_show(_still_to_be_seen(desk))
    table.deadline = durations.showing_until(table, window, desk.now)
    desk.change()


def _still_to_be_seen(desk: Desk) -> Sequence[Event]:
    """How long pages take to show what a settled round brings, before anyone can read the result.
    Nothing at a table where the next round waits for its player."""
    round, table = desk.round, desk.table
    if table.solo or round.status != Round.Status.SETTLED:
        return ()
    game, state = table.rules, desk.replayed().state
    seen = game.view(state, None, reconciled=False).events
    return game.view(state, None).events[len(seen) :]


def _cards_used(desk: Desk) -> int:
    """How many cards a round took from a shoe that later rounds are dealt from.

    All of them if that can no longer be known: the next round then has a fresh shoe.
    """
    cut_card = desk.table.rules.cut_card(desk.round.house_options)
    shared = cut_card is not None or desk.round.shoe is not None
    if not shared or not desk.parts:
        return 0
    try:
        return desk.table.rules.dealt(desk.replayed().state)
    except GameError:
        return cut_card or 0

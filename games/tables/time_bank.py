"""What a single seat gets beyond the common clock, and what happens if it lets that run out.

When the deadline passes, a seat whose turn it is goes on with its own time, if it has any: its time
bank while its player is connected, extra time if the connection is lost. The table's deadline is
then the first end of these, and the clock plays for seats that have none.
"""

from collections.abc import Iterable
from math import ceil

from games.models import Chair, Phase
from games.tables import durations
from games.tables.locked_table import Desk

HOUR = 3600


def connected(desk: Desk, chair: Chair) -> bool:
    """Whether a page of the chair's player is connected."""
    return chair.linked_until is not None and chair.linked_until > desk.now


def lost(desk: Desk, chair: Chair) -> bool:
    """Whether the player's page was connected and no longer is."""
    return chair.linked_until is not None and chair.linked_until <= desk.now


def granted(desk: Desk, waiting: Iterable[int]) -> frozenset[int]:
    """The seats, of those that still have to decide, whose own time is running; the deadline is its
    first end."""
    asked = set(waiting)
    going = [chair for chair in desk.active if chair.seat in asked and _goes_on(desk, chair)]
    ends = [chair.own_until for chair in going if chair.own_until]
    if ends:
        desk.table.deadline = min(ends)
        desk.change()
    return frozenset(chair.seat for chair in going)


def _goes_on(desk: Desk, chair: Chair) -> bool:
    if chair.own_until is not None and chair.own_until > desk.now:
        return True
    stop(desk, chair)
    if connected(desk, chair) and chair.time_bank:
        chair.own_time = Chair.OwnTime.BANK
        chair.own_until = desk.now + durations.own_window(chair)
        desk.add_news("is using the time bank.", chair)
    elif lost(desk, chair) and _may_have_extra(desk, chair):
        chair.own_time = Chair.OwnTime.EXTRA
        chair.own_until = desk.now + durations.EXTRA
        chair.extras = [*chair.extras, int(desk.now.timestamp())]
        desk.add_news(f"has {durations.EXTRA.seconds} seconds more for a lost connection.", chair)
    else:
        return False
    desk.change(chair)
    return True


def _may_have_extra(desk: Desk, chair: Chair) -> bool:
    """Once a round and four times an hour, so that nobody stops a clock by pulling the plug."""
    now, dealt = desk.now.timestamp(), desk.round.dealt
    chair.extras = [at for at in chair.extras if at > now - HOUR]
    this_round = [at for at in chair.extras if dealt and at >= int(dealt.timestamp())]
    return not this_round and len(chair.extras) < durations.EXTRAS_AN_HOUR


def stop(desk: Desk, chair: Chair) -> None:
    """Stop the seat's own time: what is left of a time bank stays in it."""
    if chair.own_until is None:
        return
    if chair.own_time == Chair.OwnTime.BANK:
        left = (chair.own_until - desk.now).total_seconds()
        chair.time_bank = min(chair.time_bank, max(0, ceil(left)))
    chair.own_time, chair.own_until = Chair.OwnTime.NONE, None
    desk.change(chair)


def stop_all(desk: Desk) -> None:
    """Everyone has the full clock again."""
    for chair in desk.chairs:
        stop(desk, chair)


def give_back(desk: Desk) -> None:
    """The clock was not kept, through no fault of the players: it gets its full window again, and
    nobody's own time is used."""
    table, until = (
        desk.table,
        desk.now + durations.window(desk.table, looking=desk.table.rules.looks),
    )
    if table.phase == Phase.BETTING:
        durations.close_bets(table, until)
    table.deadline = until
    desk.change()
    for chair in desk.chairs:
        if chair.own_until is not None:
            chair.own_time, chair.own_until = Chair.OwnTime.NONE, None
            desk.change(chair)


def grow(desk: Desk) -> None:
    """A round is dealt: time banks grow with the rounds their seats have played."""
    playing = {part.seat for part in desk.parts}
    for chair in desk.chairs:
        if chair.seat in playing:
            chair.rounds_here += 1
            if chair.rounds_here % durations.BANK_ROUNDS == 0:
                chair.time_bank = min(durations.BANK_MOST, chair.time_bank + durations.BANK_GROWTH)
            desk.change(chair)


def decided(desk: Desk, chair: Chair, *, by_clock: bool) -> bool:
    """Record who made a seat's decision. True if this makes the player sit out."""
    stop(desk, chair)
    desk.change(chair)
    if not by_clock:
        chair.misses = 0
        return False
    chair.misses += 1
    if chair.misses < durations.MISSES or chair.sits_out:
        return False
    sit_out(desk, chair, "the clock has played for the seat twice in a row")
    return True


def sit_out(desk: Desk, chair: Chair, why: str = "") -> None:
    """Nobody waits for the chair's player any more, until they do something."""
    chair.out_since, chair.out_next = desk.now, False
    desk.add_news(f"sits out{why and ': '}{why}.", chair)
    desk.change(chair)


def come_back(desk: Desk, chair: Chair) -> None:
    """The player has done something: the others wait for them again."""
    if chair.sits_out:
        chair.out_since, chair.misses = None, 0
        desk.add_news("plays again.", chair)

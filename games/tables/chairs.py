"""Who has a chair at a table, and whom the others no longer wait for."""

from games.models import TIME_BANK, Chair
from games.tables import durations
from games.tables.locked_table import Desk


def has_left(desk: Desk, chair: Chair) -> bool:
    """Whether the chair's player has given it up, and only the round still holds it."""
    return chair.leaving


def nobody_waits_for(desk: Desk, chair: Chair) -> bool:
    """Whether the clock plays for a chair at once, because its player has left or sits out."""
    return has_left(desk, chair) or chair.sits_out


def is_absent(desk: Desk, chair: Chair) -> bool:
    """Whether the chair's player has been away, or has sat out, long enough to lose the seat."""
    if not chair.user_id or chair.is_bot:
        return False
    return any(
        since is None or since + durations.ABSENT < desk.now
        for since in (chair.seen_at, chair.out_since or desk.now)
    )


def empty(desk: Desk, chair: Chair) -> None:
    """Free a chair."""
    chair.user = None
    chair.position = 1
    chair.seen_at = None
    chair.wagers, chair.last_wagers, chair.untaken = {}, {}, {}
    chair.ready = chair.leaving = chair.away = False
    chair.misses = chair.rounds_here = 0
    chair.out_since, chair.out_next = None, False
    chair.time_bank, chair.extras = TIME_BANK, []
    chair.own_time, chair.own_until = Chair.OwnTime.NONE, None
    chair.linked_until = None
    Chair.objects.filter(pk=chair.pk).update(linked_until=None)  # desks don't write this column
    desk.change(chair)

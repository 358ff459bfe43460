"""Chores that no player triggers: the site's processes take turns doing them, the sweep command
does them at once."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone
from redis.exceptions import RedisError

from games.backoffice import hold_alarms, holds
from games.backoffice.paytables import plans, workflow
from games.history.daily import days
from games.runtime import sweep_turns
from games.tables.bots import attend_all
from games.tables.deadlines import sweep
from games.tables.private_tables import sweep_empty

BATCHES = 20
"""How many batches of rounds a sweep counts: after an upgrade that recounts them all, clocks must
not wait."""

log = logging.getLogger(__name__)

ASKS_EVERY = sweep_turns.EVERY.total_seconds() / 3
"""Seconds after which a process asks for its turn again."""


def sweep_all(now: datetime) -> int:
    """Activate the paytables that are planned for now, let the clock play at tables that nobody
    watches, free abandoned seats, close players' tables that stay empty, end the daily deals of
    past days, update the dashboard's sums, and look for alarms. Returns how many tables moved
    on."""
    plans.activate_due(now)
    workflow.adopt(now)
    count = sweep(now) + sweep_empty(now)
    days.end_days(now)
    attend_all(now)
    for _ in range(BATCHES):
        if holds.count_settled() < holds.AT_ONCE:
            break
    hold_alarms.look_now_and_then(now)
    return count


async def keep_sweeping() -> None:
    """Sweep whenever it is this process's turn, for ever; never if SWEEPS is off."""
    if not settings.SWEEPS:
        return
    turn = database_sync_to_async(
        _turn, thread_sensitive=False, executor=ThreadPoolExecutor(1, "sweep")
    )
    while True:
        await asyncio.sleep(ASKS_EVERY)
        await turn()


def _turn() -> None:
    try:
        now = timezone.now()
        if sweep_turns.take_turn(now):
            sweep_all(now)
    except (DatabaseError, RedisError) as error:  # the next turn tries again
        log.warning("the tables could not be swept: %r", error)
    except Exception:
        log.exception("the tables could not be swept")

"""Telling everybody that a table has changed: which one, its version and its round's name.

Nothing else travels, but for the question whether a user whose link was lost has another page.
"""

import logging
from typing import Any
from uuid import UUID

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

log = logging.getLogger(__name__)


def group_of(table_id: int) -> str:
    """The channel group of those who look at a table."""
    return f"table.{table_id}"


def lost_message(table_id: int, user_id: int) -> dict[str, Any]:
    """Asks the other pages of a user at a table to say that they are still there."""
    return {"type": "link.lost", "table": table_id, "user": user_id}


def changed_message(table_id: int, version: int, round_id: UUID | None) -> dict[str, Any]:
    """Tells the viewers of a table that it is at another version."""
    return {
        "type": "table.changed",
        "table": table_id,
        "version": version,
        "round": str(round_id) if round_id else None,
    }


def announce(table_id: int, version: int, round_id: UUID | None) -> None:
    """Tell the viewers of a table to look again.

    What happened is committed: whatever the layer says, nothing can go wrong with it any more.
    Whoever misses the message sees the next one, or looks again after a while.
    """
    layer = get_channel_layer()
    assert layer is not None, "settings.CHANNEL_LAYERS has a default layer"
    message = changed_message(table_id, version, round_id)
    try:
        async_to_sync(layer.group_send)(group_of(table_id), message)
    except Exception as error:
        log.warning("table %s: nobody could be told of version %s: %s", table_id, version, error)

"""Announces that a table has changed: to its viewers which one, its version and its round's id; to
the lobbies which one has a new outline.

The only other messages ask whether a user who lost a connection has another page open, and say that
a session is over.
"""

import hashlib
import logging
from functools import partial
from typing import Any
from uuid import UUID

from channels.layers import get_channel_layer
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import transaction
from django.db.models.signals import post_delete
from django.dispatch import receiver

from games.runtime.threads import send_off, unsent

log = logging.getLogger(__name__)

MOST_UNSENT = 200
"""More announcements than this wait only if Redis does not answer. Sockets that miss some read the
table by themselves after a while."""

_full = False
"""Whether that many are waiting, which has been logged."""


LOBBY = "lobby"
"""The channel group of the lobby boards, one per process."""


def group_of(table_id: int) -> str:
    """The channel group of a table's viewers."""
    return f"table.{table_id}"


def session_group(session_key: str) -> str:
    """The channel group of the sockets of one session; its name does not reveal the key."""
    return f"session.{hashlib.sha256(session_key.encode()).hexdigest()[:32]}"


def lost_message(table_id: int, user_id: int) -> dict[str, Any]:
    """Asks the other pages of a user at a table to say that they are still there."""
    return {"type": "link.lost", "table": table_id, "user": user_id}


def changed_message(table_id: int, version: int, round_id: UUID | None) -> dict[str, Any]:
    """Announces a table's new version to its viewers."""
    return {
        "type": "table.changed",
        "table": table_id,
        "version": version,
        "round": str(round_id) if round_id else None,
    }


def announce(table_id: int, version: int, round_id: UUID | None, moment: float = 0.0) -> None:
    """Have the viewers of a table read it again. moment: as for `threads.send_off`.

    The change is committed: an error of the layer cannot harm it. A viewer who misses the message
    sees the next one, or reads again after a while.
    """
    message = changed_message(table_id, version, round_id)
    _send(group_of(table_id), message, f"version {version} of table {table_id}", moment)


def announce_outline(table_id: int) -> None:
    """Have the lobbies read a table: it has opened or closed, or its outline has changed. A lobby
    that misses this reads all tables after a while."""
    message = {"type": "lobby.changed", "table": table_id}
    _send(LOBBY, message, f"table {table_id} in the lobby")


@receiver(post_delete, sender="sessions.Session", dispatch_uid="live")
def session_deleted(instance: AbstractBaseSession, **_: Any) -> None:
    """A session is gone, by signing out, by signing in again or because it was ended from another
    device: its sockets close, in every process."""
    transaction.on_commit(partial(_end_sockets, session_group(instance.session_key)))


def _end_sockets(group: str) -> None:
    # A viewer who misses it notices at the next refresh of presence, within a minute.
    _send(group, {"type": "session.ended"}, "the end of a session")


def _send(group: str, message: dict[str, Any], what: str, moment: float = 0.0) -> None:
    """Send to a group, without waiting until it has arrived."""
    layer = get_channel_layer()
    assert layer is not None, "settings.CHANNEL_LAYERS has a default layer"
    if _has_piled_up():
        return

    async def announce() -> None:
        try:
            await layer.group_send(group, message)
        except Exception as error:
            log.warning("could not announce %s: %s", what, error)

    try:
        send_off(announce, moment)
    except RuntimeError as error:  # the loop has just ended
        log.warning("could not announce %s: %s", what, error)


def _has_piled_up() -> bool:
    """Whether too much is waiting to be sent. This is logged once when it begins."""
    global _full
    was, _full = _full, unsent() > MOST_UNSENT
    if _full and not was:
        log.warning("more than %d news wait to be sent: what comes on top is left out", MOST_UNSENT)
    return _full

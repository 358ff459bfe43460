"""Table talk: a few phrases that players say with one press, and nothing else.

No phrase is about cards: the rules of a game may forbid players to discuss their hands. The latest
phrases are kept with the table, and also serve to limit each player to a few a minute.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from accounts.models import User
from games.engine.errors import echoed
from games.models import Table
from games.tables.locked_table import locked, ms
from games.tables.refusals import Refused

PHRASES: Mapping[str, str] = {
    "hello": "Hello!",
    "luck": "Good luck!",
    "thanks": "Thank you!",
    "time": "Take your time.",
    "moment": "One moment, please.",
    "sorry": "Sorry!",
    "congratulations": "Congratulations!",
    "fun": "That was fun.",
    "bye": "Goodbye!",
}

PAUSE = timedelta(seconds=4)
"""Between two phrases of one player."""
MOST, WITHIN = 5, timedelta(minutes=1)
"""At most this many phrases of one player in this time."""
SHOWN = 6
"""How many of the last phrases a table shows."""


def say(table_id: int, user: User, phrase: str, now: datetime) -> None:
    """Say a phrase, named by its key, to everyone at the table.

    Raises Refused for an unknown phrase, without a seat, and for too many too fast.
    """
    if phrase not in PHRASES:
        raise Refused(f"There is no phrase {echoed(phrase)}; the phrases are {', '.join(PHRASES)}.")
    with locked(table_id, now) as desk:
        chair = desk.chair_of(user.pk)
        if chair is None:
            raise Refused("Take a seat first: only players talk.")
        table = desk.table
        recent = [said for said in table.talk if _at(said) > now - WITHIN]
        _check_pace([_at(said) for said in recent if said["user"] == user.pk], now)
        new = {
            "id": table.version + 1,
            "seat": chair.seat,
            "user": user.pk,
            "name": user.display_name,
            "phrase": phrase,
            "ms": ms(now),
        }
        table.talk = [*(recent if len(recent) >= SHOWN else table.talk[1 - SHOWN :]), new]
        desk.change()


def _at(said: Mapping[str, Any]) -> datetime:
    return datetime.fromtimestamp(said["ms"] / 1000, UTC)


def _check_pace(own: list[datetime], now: datetime) -> None:
    if own and own[-1] > now - PAUSE:
        raise Refused(f"One phrase every {PAUSE.seconds} seconds, please.")
    if len(own) >= MOST:
        raise Refused(f"At most {MOST} phrases a minute, please.")


@dataclass(frozen=True)
class Said:
    """A phrase, with the name and seat of its player; said_ms: when, in milliseconds."""

    id: int
    seat: int
    name: str
    words: str
    said_ms: int


def heard(table: Table) -> tuple[Said, ...]:
    """The last phrases said at a table, as everyone may read them."""
    return tuple(
        Said(said["id"], said["seat"], said["name"], PHRASES.get(said["phrase"], ""), said["ms"])
        for said in table.talk[-SHOWN:]
    )

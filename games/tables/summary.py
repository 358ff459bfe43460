"""A shared table as the lobby shows it."""

from collections.abc import Sequence
from typing import NamedTuple

from games.models import Chair, Table


class Outline(NamedTuple):
    """A table seen from outside. Limits in cents; `chairs` counts the seats, `taken` those that are
    not free, `people` those with a person."""

    id: int
    name: str
    game: str
    minimum: int
    maximum: int
    phase: str
    paused: bool
    chairs: int
    taken: int
    people: int


def outline_of(table: Table, chairs: Sequence[Chair]) -> Outline | None:
    """The outline of a table with these chairs, None if the lobby does not list it.

    For many tables, from their rows: `games.tables.selectors.outlines`.
    """
    if table.solo or table.closed or not table.listed:
        return None
    taken = [chair for chair in chairs if chair.user_id]
    return Outline(
        id=table.pk,
        name=table.name,
        game=table.game,
        minimum=table.minimum,
        maximum=table.maximum,
        phase=table.phase,
        paused=table.paused,
        chairs=len(chairs),
        taken=len(taken),
        people=sum(not chair.is_bot for chair in taken),
    )

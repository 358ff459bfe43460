"""A round that is over, read whole: its rows, its record, its final state, and who saw what."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from games.engine.errors import GameError
from games.engine.record import Record, Replay, replay
from games.engine.view import View
from games.models import Round, RoundAction, RoundSeat
from games.tables.locked_table import record_of


@dataclass(frozen=True)
class Played:
    """A finished round.

    `replay` is None if its record can no longer be replayed, so that the round counts as void;
    `record` is None if its rows do not even make a record, which can only mean that somebody
    altered them.
    """

    round: Round
    parts: Sequence[RoundSeat]
    actions: Sequence[RoundAction]
    record: Record | None
    replay: Replay | None

    def view(self, seat: int | None) -> View:
        """The round as a seat, or None for a spectator, saw it at the end."""
        if self.replay is None:
            return View(self.round.game, seat, "void")
        view: View = self.round.rules.view(self.replay.state, seat)
        return view


def played(round: Round) -> Played:
    """Read a round that is over. Raises ValueError while it is in play."""
    if not round.over:
        raise ValueError(f"Round {round.pk} is not over; it is not public yet.")
    # Sorted here and not by the database, so that prefetched rows are used.
    parts = sorted(round.seats.all(), key=lambda part: part.seat)
    actions = sorted(round.actions.all(), key=lambda action: action.ordinal)
    try:
        record = record_of(round, parts, actions)
    except ValueError:
        return Played(round, parts, actions, None, None)
    return Played(round, parts, actions, record, replayed(record))


def replayed(record: Record) -> Replay | None:
    """The final state of a round; None for one that can no longer be replayed, and so counts as
    void."""
    try:
        return replay(record)
    except GameError:
        return None


def spot_names(round: Round) -> dict[str, str]:
    """The names of a round's spots on its felt, by their keys."""
    return {spot.key: spot.name for spot in round.rules.spots(round.house_options)}


def own_seat(
    user_id: int | None, round_id: UUID, seat: int | None
) -> tuple[RoundSeat, list[RoundSeat]]:
    """A player's part in a finished round, and all the parts that they had in it, by seat.

    seat: which one is meant; None: the first. Raises RoundSeat.DoesNotExist.
    """
    if user_id is None:
        raise RoundSeat.DoesNotExist
    parts = list(
        RoundSeat.objects.filter(round_id=round_id, user_id=user_id, ended__isnull=False)
        .select_related("round__table", "round__shoe")
        .order_by("seat")
    )
    for part in parts:
        if seat in (None, part.seat):
            return part, parts
    raise RoundSeat.DoesNotExist


AHEAD = ("seats", "actions", "paytables", "shoe__seats")
"""What to pass to `prefetch_related` so that `played` makes no further queries per round."""

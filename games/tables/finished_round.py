"""A round that is over, read whole: its rows, its record, where that led, and who saw what."""

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

    `replay` is None when its record cannot be replayed any more, for which it is void; `record` is
    None when its rows do not even make a record, which only somebody's altering them explains.
    """

    round: Round
    parts: Sequence[RoundSeat]
    actions: Sequence[RoundAction]
    record: Record | None
    replay: Replay | None

    def view(self, seat: int | None) -> View:
        """The round as a seat, or None for a spectator, saw it in the end."""
        if self.replay is None:
            return View(self.round.game, seat, "void")
        view: View = self.round.rules.view(self.replay.state, seat)
        return view


def played(round: Round) -> Played:
    """Read a round that is over. Raises ValueError while it runs."""
    if not round.over:
        raise ValueError(f"Round {round.pk} is not over; it is not public yet.")
    # Sorted here and not by the database, so that rows which were fetched ahead are used.
    parts = sorted(round.seats.all(), key=lambda part: part.seat)
    actions = sorted(round.actions.all(), key=lambda action: action.ordinal)
    try:
        record = record_of(round, parts, actions)
    except ValueError:
        return Played(round, parts, actions, None, None)
    return Played(round, parts, actions, record, replayed(record))


def replayed(record: Record) -> Replay | None:
    """Where a round stands; None for one that cannot be replayed any more, and is void for it."""
    try:
        return replay(record)
    except GameError:
        return None


def spot_names(round: Round) -> dict[str, str]:
    """What the spots of a round are called on its felt, by their keys."""
    return {spot.key: spot.name for spot in round.rules.spots(round.house_options)}


def own_seat(
    user_id: int | None, round_id: UUID, seat: int | None
) -> tuple[RoundSeat, list[RoundSeat]]:
    """A player's part in a finished round, and all that they had in it, by seat.

    seat: which of them is meant; None: the first. Raises RoundSeat.DoesNotExist.
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
"""What `prefetch_related` takes so that `played` asks for nothing more, round by round."""

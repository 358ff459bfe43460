"""What a host does with the table: pause it, remove a player, change the stakes, hand it on.

Every service works under the table's lock and raises Refused, with a sentence, to anyone but the
host, and for what cannot be done now.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.engine.limits import money
from games.models import Chair, Phase, Table
from games.tables import rounds, services, setup
from games.tables.locked_table import Desk, locked
from games.tables.private_tables import check_room
from games.tables.refusals import Refused


@contextmanager
def _hosted(table_id: int, host: User, now: datetime) -> Iterator[Desk]:
    """The locked desk of a table that the user hosts for others. Raises Refused."""
    with locked(table_id, now) as desk:
        if desk.table.host_id != host.pk or desk.table.solo:
            raise Refused("Only the host can do that.")
        if desk.table.closed or desk.table.closing:
            raise Refused("This table is closed.")
        yield desk


def pause(table_id: int, host: User, now: datetime) -> None:
    """No further round opens after the current one; the players keep their seats."""
    with _hosted(table_id, host, now) as desk:
        if not desk.table.paused:
            desk.table.host_paused = True
            rounds.pause(desk)
            desk.add_news("The host pauses the table.")


def resume(table_id: int, host: User, now: datetime) -> None:
    """Rounds open again. Raises Refused if it was the house that paused the table."""
    with _hosted(table_id, host, now) as desk:
        if desk.table.paused and not desk.table.host_paused:
            raise Refused("The house has paused this table, and opens it again.")
        if desk.table.paused:
            rounds.resume(desk)
            desk.add_news("The host opens the table again.")


def remove(table_id: int, host: User, seat: int, now: datetime) -> None:
    """Free every seat of the player at `seat`, who may watch but not sit here again. Their wagers
    on the felt are still theirs: nothing is staked before the deal.

    Raises Refused while cards are out: they may finish their hand.
    """
    with transaction.atomic():  # so that no deal comes between the two
        with _hosted(table_id, host, now) as desk:
            user = _player_at(desk, host, seat).user
            own = [chair for chair in desk.chairs if user and chair.user_id == user.pk]
            if desk.table.phase == Phase.PLAYING and any(map(desk.in_round, own)):
                raise Refused("A round is being played. Remove a player when it is over.")
            assert user is not None
            desk.table.barred = [*desk.table.barred, user.pk]
            desk.add_news("is removed by the host.", own[0])
        services.leave(table_id, user, now)


def hand_on(table_id: int, host: User, seat: int, now: datetime) -> None:
    """Make the player at `seat` the host. Raises Refused if they have enough tables."""
    with _hosted(table_id, host, now) as desk:
        chair = _player_at(desk, host, seat)
        assert chair.user is not None
        try:
            check_room(chair.user)
        except Refused:
            raise Refused(f"{chair.user.display_name} hosts enough tables already.") from None
        desk.table.host = chair.user
        desk.add_news("is the host now.", chair)


def _player_at(desk: Desk, host: User, seat: int) -> Chair:
    """The chair of a person other than the host. Raises Refused if there is none."""
    chair = next((chair for chair in desk.seated if chair.seat == seat), None)
    if chair is None or chair.is_bot or chair.user_id == host.pk:
        raise Refused(f"No other player sits at seat {seat} any more.")
    return chair


def change_stakes(table_id: int, host: User, minimum: int, maximum: int, now: datetime) -> None:
    """Let a spot take from `minimum` to `maximum` cents from the next round on. Raises BadLimits
    for limits that no table of the game may have."""
    with _hosted(table_id, host, now) as desk:
        table = desk.table
        pending = table.pending or {
            "columns": {},
            "paytables": list(table.paytables.values_list("pk", flat=True)),
        }
        columns = pending["columns"] | {"minimum": minimum, "maximum": maximum}
        facts = {name: getattr(table, name) for name in _CHECKED} | columns
        setup.paying(Table(**facts), list(table.paytables.all()))
        words = f"The host has changed the stakes: {money(minimum)} to {money(maximum)} per spot."
        table.pending = {**pending, "columns": columns, "words": words}
        desk.add_news(words)
        rounds.announce_pending(desk)


_CHECKED = (
    "game", "solo", "options", "minimum", "maximum", "unit", "spot_limits", "profile_id",
    "aggregate_payout", "positions",
)  # fmt: skip
"""What determines whether a table can have certain limits."""

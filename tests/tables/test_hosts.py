"""What the host of a table may do with it, and nobody else."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

import pytest

from accounts import ledger
from accounts.models import User
from games.engine.errors import BadLimits
from games.models import Chair, Phase, Table
from games.registry import GAMES
from games.tables import hosting, private_tables, services
from games.tables.refusals import Refused
from tests.tables.room import OPENING, Room, player, stock

pytestmark = pytest.mark.django_db


class Hosted(Room):
    """A table with its host at seat 1."""

    host: User

    @classmethod
    def of(cls, game: str, **wish: Any) -> "Hosted":
        """Somebody opens one, and sits down."""
        stock()
        host = player()
        table = private_tables.open_hosted(host, GAMES[game], options=GAMES[game].options(), **wish)
        room = cls(table.pk)
        room.host = host
        room.join(host, 1)
        return room

    def join(self, user: User, seat: int) -> User:
        """A user takes a seat."""
        services.sit(self.table_id, user, seat, self.now)
        self.users[seat] = user
        return user

    def order(self, deed: Callable[..., None], *facts: Any) -> None:
        """The host does something."""
        deed(self.table_id, self.host, *facts, self.now)


def test_the_host_pauses_the_table_after_the_round_and_opens_it_again() -> None:
    room = Hosted.of("big-raise")
    room.deal(room.host)
    room.order(hosting.pause)
    assert room.table.phase == Phase.PLAYING
    assert "The host pauses the table after this round." in room.scene(room.host)["heading"]["note"]
    room.act(room.host, "fold")
    room.time_out()
    assert room.table.phase == Phase.WAITING
    assert room.scene(room.host)["heading"]["title"] == "Paused by the host"
    assert room.chair(room.host).seat == 1
    room.order(hosting.resume)
    assert room.table.phase == Phase.BETTING


def test_what_the_house_has_paused_the_host_does_not_open() -> None:
    room = Hosted.of("big-50")
    Table.objects.filter(pk=room.table_id).update(paused=True)
    with pytest.raises(Refused, match="The house has paused this table"):
        room.order(hosting.resume)
    assert room.table.paused


def test_a_removed_player_keeps_the_chips_may_watch_and_not_sit() -> None:
    room = Hosted.of("big-50")
    other = room.join(player(), 3)
    room.bet(other)
    before = ledger.balance_of(other)
    room.order(hosting.remove, 3)
    assert not Chair.objects.filter(user=other).exists()
    assert ledger.balance_of(other) == before == 1_000_00
    with pytest.raises(Refused, match="The host has removed you from this table"):
        services.sit(room.table_id, other, 3, room.now)
    assert room.shown(other).you.seat is None
    assert ledger.audit() == []


def test_nobody_is_removed_with_cards_on_the_table() -> None:
    room = Hosted.of("big-raise")
    other = room.join(player(), 2)
    room.deal(room.host, other)
    with pytest.raises(Refused, match="Remove a player when it is over"):
        room.order(hosting.remove, 2)
    assert room.chair(other).seat == 2
    assert room.table.barred == []


def test_after_the_results_a_player_is_removed_and_paid() -> None:
    room = Hosted.of("big-raise")
    other = room.join(player(), 2)
    room.deal(room.host, other)
    for user in (room.host, other):
        room.act(user, "fold")
    assert room.table.phase == Phase.SHOWING
    room.order(hosting.remove, 2)
    room.time_out()
    assert not Chair.objects.filter(user=other).exists()
    assert ledger.audit() == []


def test_stakes_change_with_the_next_round_and_the_bets_on_the_felt_stand() -> None:
    room = Hosted.of("big-raise")
    room.deal(room.host)
    room.order(hosting.change_stakes, 10_00, 50_00)
    assert (room.table.minimum, room.table.maximum) == (1_00, 100_00)
    words = "The host has changed the stakes: 10 to 50 per spot."
    assert f"From the next round: {words}" in room.scene(room.host)["heading"]["note"]
    room.act(room.host, "fold")
    room.time_out()
    assert (room.table.minimum, room.table.maximum) == (10_00, 50_00)


def test_stakes_that_no_table_may_have_are_refused() -> None:
    room = Hosted.of("big-50")
    with pytest.raises(BadLimits):
        room.order(hosting.change_stakes, 50_00, 10_00)
    assert room.table.pending == {}


def test_the_table_is_handed_on_to_another_player() -> None:
    room = Hosted.of("big-50")
    heir = room.join(player(), 4)
    room.order(hosting.hand_on, 4)
    assert room.table.host_id == heir.pk
    with pytest.raises(Refused, match="Only the host"):
        room.order(hosting.pause)
    hosting.pause(room.table_id, heir, room.now)
    assert room.table.paused


def test_the_table_is_not_handed_to_somebody_who_hosts_enough() -> None:
    room = Hosted.of("big-50")
    heir = room.join(player(), 4)
    for _ in range(private_tables.MOST_OPEN):
        private_tables.open_hosted(heir, GAMES["big-50"], options=GAMES["big-50"].options())
    with pytest.raises(Refused, match="hosts enough tables already"):
        room.order(hosting.hand_on, 4)
    assert room.table.host_id == room.host.pk


def deeds(seat: int) -> list[Callable[[int, User, datetime], None]]:
    """Everything that hosts do, at a seat where one must be named."""
    return [
        hosting.pause,
        hosting.resume,
        lambda table, user, now: hosting.remove(table, user, seat, now),
        lambda table, user, now: hosting.hand_on(table, user, seat, now),
        lambda table, user, now: hosting.change_stakes(table, user, 2_00, 50_00, now),
        private_tables.close,
    ]


def test_nobody_but_the_host_does_any_of_it() -> None:
    room = Hosted.of("big-50")
    other = room.join(player(), 2)
    for deed in deeds(1):
        with pytest.raises(Refused, match="Only the"):
            deed(room.table_id, other, OPENING)


@pytest.mark.parametrize("seat", [1, 3, 99])
def test_only_another_player_is_removed_or_made_the_host(seat: int) -> None:
    room = Hosted.of("big-50")
    for deed in (hosting.remove, hosting.hand_on):
        with pytest.raises(Refused, match="No other player sits at seat"):
            partial(room.order, deed)(seat)

"""Going away, with and without a wager in play."""

from collections.abc import Callable

import pytest

from accounts import ledger
from games.models import Chair, Phase, Table
from games.tables import services
from games.tables.locked_table import step_of
from games.tables.refusals import Refused, Stale
from tests.tables.room import WAGERS, Room, escrowed, player

pytestmark = pytest.mark.django_db

STIFF = "5c 6c 7h 9d 9h Td"
"""Blackjack for two seats: 14 and 15 against a seven, and no ace anywhere near."""


def stakes(game: str) -> int:
    return sum(WAGERS[game].values())


def dealt(game: str, *seats: int, **fields: object) -> Room:
    room = Room.open(game, **fields)
    users = room.sit(*seats)
    if room.table.phase == Phase.CHOOSING:
        room.act(users[0], "choose", value="five-card-draw")
    room.deal(*users)
    assert room.table.phase == Phase.PLAYING
    return room


def paid(room: Room, seat: int) -> bool:
    """Whether the balance is what it was, less the stake, plus what came back."""
    part = room.table.rounds.get(number=1).seats.get(seat=seat)
    assert part.returned is not None
    return ledger.balance_of(part.user) == 1_000_00 - part.staked + part.returned


def test_leaving_before_the_deal_costs_nothing() -> None:
    room = Room.open("big-50")
    user, other = room.sit(1, 2)
    room.bet(user)
    room.leave(user)
    assert not Chair.objects.filter(user=user).exists()
    assert room.seconds_left() is None
    room.bet(other, ready=True)
    assert room.table.phase == Phase.PLAYING
    assert ledger.balance_of(user) == 1_000_00


def test_who_stays_and_is_ready_does_not_wait_for_who_has_left() -> None:
    room = Room.open("big-50")
    slow, ready, other = room.sit(1, 2, 3)
    room.bet(ready, ready=True)
    room.bet(other, ready=True)
    room.leave(slow)
    assert room.seconds_left() == 1.5


def test_the_last_to_leave_closes_the_table() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    room.bet(user)
    room.leave(user)
    assert room.table.phase == Phase.WAITING
    assert room.seconds_left() is None
    room.leave(user)  # again: no error, no change
    assert room.table.phase == Phase.WAITING


def test_leaving_with_two_positions_before_the_deal_costs_nothing() -> None:
    """Giving up the one must not close the betting on the other."""
    room = Room.open("big-50", positions=2)
    (user,) = room.sit(1)
    services.sit(room.table_id, user, 2, room.now)
    second = Chair.objects.get(user=user, seat=2)
    step = step_of(room.table, second)
    services.place(room.table_id, user, step, {"range": 500}, ready=True, now=room.now, seat=2)
    room.leave(user)
    assert room.table.phase == Phase.WAITING
    assert room.table.rounds.get(number=1).dealt is None
    assert ledger.balance_of(user) == 1_000_00


@pytest.mark.parametrize("game", WAGERS)
@pytest.mark.parametrize("solo", [True, False])
def test_leaving_with_a_live_wager_is_paid_without_waiting_for_a_clock(
    game: str, solo: bool, stack: Callable[[str], None]
) -> None:
    if game == "blackjack":
        stack(STIFF)
    room = dealt(game, 1, solo=solo)
    user = room.users[1]
    room.leave(user)
    assert paid(room, 1)
    assert escrowed() == 0
    assert room.table.phase == Phase.WAITING
    assert not Chair.objects.filter(user=user).exists()
    assert ledger.audit() == []


@pytest.mark.parametrize("game", WAGERS)
def test_one_leaves_and_the_other_plays_on(game: str, stack: Callable[[str], None]) -> None:
    if game == "blackjack":
        stack(STIFF)
    room = dealt(game, 1, 2)
    leaver, stays = room.users[1], room.users[2]
    room.leave(leaver)
    assert room.table.phase == Phase.PLAYING
    with pytest.raises(Refused, match="Take a seat first"):
        room.act(leaver, "fold")
    while room.table.phase == Phase.PLAYING:
        room.time_out()
    assert paid(room, 1)
    assert paid(room, 2)
    assert room.chair(leaver).leaving
    room.time_out()
    assert not Chair.objects.filter(user=leaver).exists()
    assert room.chair(stays).seat == 2
    assert ledger.audit() == []


def test_at_a_table_without_a_clock_nobody_waits_for_who_has_left(
    stack: Callable[[str], None],
) -> None:
    """Blackjack: the seats act in turn, and the first one has gone."""
    stack(STIFF)
    room = dealt("blackjack", 1, 2, pace="untimed")
    room.leave(room.users[1])
    assert [one.action["action"] for one in room.round.actions.all()] == ["stand"]
    room.act(room.users[2], "stand")
    assert room.table.phase == Phase.SHOWING


def test_who_has_left_before_his_turn_is_stood_for_when_it_comes(
    stack: Callable[[str], None],
) -> None:
    stack(STIFF)
    room = dealt("blackjack", 1, 2, pace="untimed")
    room.leave(room.users[2])
    assert room.round.actions.count() == 0
    room.act(room.users[1], "stand")
    assert [(one.seat, one.by_clock) for one in room.round.actions.all()] == [
        (1, False),
        (2, True),
    ]
    assert room.table.phase == Phase.SHOWING
    assert paid(room, 2)


def test_the_others_do_not_wait_for_his_look_at_the_cards() -> None:
    room = dealt("big-50", 1, 2)
    room.act(room.users[1], "reveal")
    room.leave(room.users[2])
    assert room.table.phase == Phase.SHOWING


def test_coming_back_before_the_next_round_finds_the_seat_kept() -> None:
    room = dealt("big-raise", 1, 2)
    room.leave(room.users[1])
    with pytest.raises(Refused, match="taken seat 1"):
        services.sit(room.table_id, player(), 1, room.now)
    services.sit(room.table_id, room.users[1], 1, room.now)
    assert room.chair(room.users[1]).leaving is False
    room.act(room.users[2], "fold")
    room.time_out()
    assert room.chair(room.users[1]).seat == 1


def test_leaving_twice_is_one_leaving() -> None:
    room = dealt("big-raise", 1, 2)
    room.leave(room.users[1])
    version = room.table.version
    room.leave(room.users[1])
    assert room.table.version == version
    assert room.round.actions.count() == 1


def test_nobody_takes_a_seat_whose_cards_still_lie_open() -> None:
    """A player who sat there would be shown another's cards as their own."""
    room = dealt("big-draw", 1, 2)
    room.time_out()
    assert room.table.phase == Phase.SHOWING
    room.leave(room.users[1])
    with pytest.raises(Refused, match="taken seat 1"):
        services.sit(room.table_id, player(), 1, room.now)
    assert room.scene()["seats"][0]["name"] == room.users[1].display_name
    room.time_out()
    services.sit(room.table_id, newcomer := player(), 1, room.now)
    assert room.chair(newcomer).seat == 1


def test_an_absent_players_cards_are_not_shown_to_who_takes_the_seat() -> None:
    room = dealt("big-draw", 1, 2)
    room.time_out()
    Table.objects.update(deadline=None)
    room.later(181)
    with pytest.raises(Refused, match="taken seat 1"):
        services.sit(room.table_id, player(), 1, room.now)


def test_all_leaving_after_the_results_frees_the_table_at_once() -> None:
    room = dealt("big-50", 1, 2)
    room.time_out()
    for user in room.users.values():
        room.leave(user)
    assert room.table.phase == Phase.WAITING
    assert not Chair.objects.filter(user__isnull=False).exists()


def test_a_solo_player_may_leave_at_the_results_and_another_come() -> None:
    room = dealt("big-50", 1, solo=True)
    room.act(room.users[1], "reveal")
    room.leave(room.users[1])
    assert room.table.phase == Phase.WAITING
    services.sit(room.table_id, player(), 1, room.now)
    assert room.table.phase == Phase.BETTING


@pytest.mark.parametrize("again", [1, 4])
def test_a_step_from_before_leaving_is_stale_after_sitting_down_again(again: int) -> None:
    """A request that was on its way when its player left must not bet for them later."""
    room = Room.open("big-50")
    user, _ = room.sit(1, 2)
    on_its_way = room.step(user)
    room.leave(user)
    services.sit(room.table_id, user, again, room.now)
    with pytest.raises(Stale):
        room.bet(user, step=on_its_way)
    assert room.chair(user).wagers == {}


def test_a_step_from_before_everybody_left_is_stale_when_one_comes_back() -> None:
    """The round nobody bet on is still the same one."""
    room = Room.open("big-50")
    (user,) = room.sit(1)
    steps = [room.step(user)]
    room.bet(user)
    steps.append(room.step(user))
    room.leave(user)
    services.sit(room.table_id, user, 1, room.now)
    assert room.table.round_number == 1
    for step in steps:
        with pytest.raises(Stale):
            room.bet(user, step=step)


def test_a_deck_sealed_for_a_table_that_emptied_is_dealt_to_the_next_who_come() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    commitment = room.round.commitment
    room.leave(user)
    (other,) = room.sit(2)
    assert room.scene(other)["round"]["commitment"] == commitment
    assert room.table.round_number == 1

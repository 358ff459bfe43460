"""Time of a seat's own, extra time for a lost connection, and sitting out."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from games.engine.errors import IllegalAction
from games.models import Chair, Phase
from games.registry import GAMES
from games.tables import deadlines, presence, services
from games.tables.refusals import Stale
from tests.tables.room import Room, player

pytestmark = pytest.mark.django_db

STIFF = "5c 6c 7h 9d 9h Td 4c 4d 5s"
"""Two seats and the dealer: nobody has a blackjack, and no ace is up."""


def link(room: Room, *users: User) -> None:
    for user in users:
        presence.linked(room.table_id, user.pk, room.now)


def cut(room: Room, *users: User) -> None:
    for user in users:
        presence.unlinked(room.table_id, user.pk, room.now)


def dealt(game: str = "big-raise") -> tuple[Room, User, User]:
    """Two players who are asked; both are connected."""
    room = Room.open(game)
    one, other = room.sit(1, 2)
    link(room, one, other)
    room.deal(one, other)
    link(room, one, other)
    assert room.table.phase == Phase.PLAYING
    return room, one, other


def miss(room: Room, user: User, other: User) -> None:
    """A round of Big Raise in which the clock plays for `user` alone."""
    room.deal(user, other)
    room.act(other, "fold")
    room.time_out()
    assert room.table.phase == Phase.SHOWING
    room.time_out()


def seat(room: Room, number: int) -> dict[str, object]:
    return dict(room.scene()["seats"][number - 1])


def test_the_time_bank_of_a_connected_player_runs_when_the_clock_is_over() -> None:
    room, one, other = dealt()
    room.act(other, "fold")
    room.time_out()
    assert room.table.phase == Phase.PLAYING
    assert room.seconds_left() == 30
    room.later(12).act(one, "play", amount=1000)
    assert room.chair(one).time_bank == 18
    assert room.chair(other).time_bank == 30


def test_a_time_bank_that_has_run_out_is_empty_and_the_clock_plays() -> None:
    room, one, other = dealt()
    room.act(other, "fold")
    room.time_out()
    room.time_out()
    assert room.table.phase == Phase.SHOWING
    assert room.round.actions.get(seat=1).by_clock
    assert room.chair(one).time_bank == 0


def test_who_was_never_connected_has_no_time_bank_to_draw_on() -> None:
    room = Room.open("big-raise")
    room.deal(*room.sit(1, 2))
    room.time_out()
    assert room.table.phase == Phase.SHOWING


def test_the_shorter_of_two_time_banks_ends_first_and_the_other_goes_on() -> None:
    room, one, other = dealt()
    Chair.objects.filter(user=one).update(time_bank=10)
    room.time_out()
    assert room.seconds_left() == 10
    room.time_out()
    assert [action.seat for action in room.round.actions.all()] == [1]
    assert room.table.phase == Phase.PLAYING
    assert room.seconds_left() == 20
    room.later(5).act(other, "fold")
    assert room.chair(other).time_bank == 15


def test_a_time_bank_grows_by_five_seconds_every_ten_rounds_up_to_sixty() -> None:
    room = Room.open("big-50")
    one, other = room.sit(1, 2)
    Chair.objects.filter(user=other).update(time_bank=58)
    for _ in range(10):
        assert room.chair(one).time_bank == 30
        room.deal(one, other, wagers={"range": 100})
        room.time_out()
        room.time_out()
    assert room.chair(one).time_bank == 35
    assert room.chair(other).time_bank == 60


def test_the_scene_says_whose_time_bank_runs_and_everybody_counts_down_to_the_same_moment() -> None:
    room, one, other = dealt()
    room.act(other, "fold")
    room.time_out()
    assert (seat(room, 1)["own_time"], seat(room, 2)["own_time"]) == ("bank", "")
    scenes = [room.scene(viewer) for viewer in (one, other, None)]
    assert {scene["window_ms"] for scene in scenes} == {30_000}
    assert len({scene["deadline_ms"] for scene in scenes}) == 1
    assert scenes[0]["heading"]["title"] == "Your time bank is running"
    assert scenes[1]["heading"]["note"] == f"{one.display_name} is using the time bank."


def test_a_lost_connection_gives_thirty_seconds_more_once_a_round(
    stack: Callable[[str], None],
) -> None:
    stack(STIFF)
    room, one, _ = dealt("blackjack")
    cut(room, one)
    room.time_out()
    assert room.seconds_left() == 30
    assert seat(room, 1)["own_time"] == "extra"
    room.act(one, "hit")
    assert room.seconds_left() == GAMES["blackjack"].decision_seconds
    room.time_out()
    assert [(a.seat, a.by_clock) for a in room.round.actions.all()] == [(1, False), (1, True)]
    assert room.chair(one).time_bank == 30
    assert seat(room, 2)["waiting"]


def test_extra_time_is_given_four_times_an_hour() -> None:
    room = Room.open("big-raise")
    one, other = room.sit(1, 2)
    extended = []
    for _ in range(6):
        link(room, one, other)
        room.deal(one, other)
        room.act(other, "fold")
        cut(room, one)
        room.time_out()
        extended.append(room.table.phase == Phase.PLAYING)
        if extended[-1]:
            room.act(one, "fold")
        room.time_out()
    assert extended == [True, True, True, True, False, False]
    room.later(3600)
    link(room, one, other)
    room.deal(one, other)
    room.act(other, "fold")
    cut(room, one)
    room.time_out()
    assert room.table.phase == Phase.PLAYING


def test_losing_and_finding_the_connection_again_and_again_stops_no_clock() -> None:
    room, one, other = dealt()
    room.act(other, "fold")
    ends = []
    while room.table.phase == Phase.PLAYING:
        cut(room, one)
        room.time_out()
        link(room, one)
        ends.append(room.now)
    assert ends[-1] - ends[0] == timedelta(seconds=30)


@pytest.mark.parametrize(
    "illegal", [{"action": "play", "amount": 7}, {"action": "dance"}, {"action": "reveal"}]
)
def test_an_illegal_message_gives_no_time_takes_none_and_changes_nothing(
    illegal: dict[str, Any],
) -> None:
    room, one, other = dealt()
    room.act(other, "fold")
    room.time_out()
    before = (room.table.version, room.seconds_left(), room.chair(one).time_bank, room.step(one))
    with pytest.raises(IllegalAction):
        services.act(room.table_id, one, room.step(one), illegal, room.now)
    after = (room.table.version, room.seconds_left(), room.chair(one).time_bank, room.step(one))
    assert after == before
    room.later(3)
    with pytest.raises(Stale):
        room.act(one, "fold", step="1.playing.0")
    assert room.seconds_left() == 27
    assert not room.round.actions.filter(seat=1).exists()


def test_a_decision_after_the_time_bank_is_stale_and_the_clocks_play_stands() -> None:
    room, one, other = dealt()
    room.act(other, "fold")
    room.time_out()
    step = room.step(one)
    room.later(30)
    with pytest.raises(Stale):
        room.act(one, "play", amount=1000, step=step)
    assert room.round.actions.get(seat=1).by_clock


def test_a_restart_takes_nothing_out_of_a_time_bank() -> None:
    room, one, other = dealt()
    room.act(other, "fold")
    room.time_out()
    deadlines.renew_passed(room.later(600).now)
    assert room.seconds_left() == GAMES["big-raise"].decision_seconds
    assert room.chair(one).time_bank == 30


def test_two_timeouts_in_a_row_sit_a_player_out() -> None:
    room = Room.open("big-raise")
    one, other = room.sit(1, 2)
    miss(room, one, other)
    assert not seat(room, 1)["out"]
    miss(room, one, other)
    assert seat(room, 1)["out"]
    assert room.scene(one)["you"]["out"]
    assert not seat(room, 2)["out"]


def test_a_decision_between_two_timeouts_keeps_a_player_in() -> None:
    room = Room.open("big-raise")
    one, other = room.sit(1, 2)
    miss(room, one, other)
    room.deal(one, other)
    room.act(one, "fold")
    room.act(other, "fold")
    room.time_out()
    miss(room, one, other)
    assert not seat(room, 1)["out"]


def sat_out() -> tuple[Room, User, User]:
    room = Room.open("big-raise")
    one, other = room.sit(1, 2)
    for _ in range(2):
        miss(room, one, other)
    assert room.table.phase == Phase.BETTING
    return room, one, other


def test_the_others_do_not_wait_until_who_sits_out_is_ready() -> None:
    room, _, other = sat_out()
    room.bet(other, ready=True)
    assert room.table.phase == Phase.PLAYING


def test_one_press_comes_back_and_is_waited_for_again() -> None:
    room, one, other = sat_out()
    step = room.step(one)
    room.act(one, "back")
    assert not seat(room, 1)["out"]
    assert room.step(one) == step
    room.bet(other, ready=True)
    assert room.table.phase == Phase.BETTING
    miss(room, one, other)
    assert not seat(room, 1)["out"]


def test_who_bets_is_back() -> None:
    room, one, _ = sat_out()
    room.bet(one)
    assert not seat(room, 1)["out"]


def test_a_late_press_to_come_back_is_stale() -> None:
    room, one, other = sat_out()
    step = room.step(one)
    room.bet(other, ready=True)
    with pytest.raises(Stale):
        room.act(one, "back", step=step)
    assert seat(room, 1)["out"]


@pytest.mark.parametrize(("away", "kept"), [(150, True), (181, False)])
def test_a_seat_is_kept_three_minutes_for_who_sits_out_although_connected(
    away: int, kept: bool
) -> None:
    room, one, other = sat_out()
    out_since = room.chair(one).out_since
    assert out_since is not None
    room.now = out_since + timedelta(seconds=away)
    link(room, one, other)
    room.deal(other)
    room.act(other, "fold")
    room.time_out()
    assert Chair.objects.filter(user=one).exists() is kept
    if not kept:
        newcomer = player()
        services.sit(room.table_id, newcomer, 1, room.now)
        assert not seat(room, 1)["out"]


def test_in_the_round_itself_nobody_waits_for_who_sits_out(stack: Callable[[str], None]) -> None:
    """Two timeouts in one round: the button's choice and the draw."""
    room = Room.open("big-draw")
    one, other = room.sit(1, 2)
    room.time_out()
    room.act(other, "pass")
    room.deal(one, other)
    room.act(other, "draw", discard=[])
    room.time_out()
    assert seat(room, 1)["out"]
    room.time_out()
    assert room.table.phase == Phase.CHOOSING
    assert room.table.button == 2


def test_a_button_that_is_never_used_goes_round_until_the_default_is_played() -> None:
    room = Room.open("big-draw")
    room.sit(1, 2, 3)
    Chair.objects.filter(user__isnull=False).update(misses=1)
    for _ in range(6):
        if room.table.phase == Phase.CHOOSING:
            room.time_out()
    assert room.table.phase == Phase.BETTING
    assert all(place["out"] for place in room.scene()["seats"][:3])

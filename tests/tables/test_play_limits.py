"""Players who have set limits are held to them where a wager is placed."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import ledger, limits
from accounts.models import User
from games.models import Chair, Round, RoundSeat
from games.registry import GAMES
from games.tables import play_limits, rounds, seating, services
from games.tables.locked_table import locked, step_of
from games.tables.play_limits import Stretch
from games.tables.refusals import Refused
from tests.tables.room import OPENING, Room

pytestmark = pytest.mark.django_db

RANGE = {"range": 10_00}


def limit(
    user: User, loss: int | None = None, minutes: int | None = None, now: datetime = OPENING
) -> None:
    limits.change(user, loss=loss, minutes=minutes, remind=30, now=now)


def part(begin: float, end: float | None, net: int = 0, staked: int = 10_00) -> Stretch:
    """A part in a round that was dealt and ended so many minutes after the opening."""
    dealt = OPENING + timedelta(minutes=begin)
    return Stretch(dealt, None if end is None else OPENING + timedelta(minutes=end), staked, net)


def minutes(number: float) -> datetime:
    return OPENING + timedelta(minutes=number)


def lose(room: Room, user: User, cents: int) -> None:
    """Notes a round that has ended with a loss."""
    round, table = room.round, room.table
    RoundSeat.objects.create(
        round=round,
        seat=room.chair(user).seat,
        user=user,
        game=table.game,
        table=table,
        wagers={},
        staked=cents,
        returned=0,
        ended=room.now,
    )
    round.status, round.dealt, round.ended = Round.Status.SETTLED, room.now, room.now
    round.save()
    with locked(room.table_id, room.now) as desk:
        rounds.next_round(desk)


# How long, and how well


def test_time_counts_from_the_deal_to_the_end_and_short_pauses_too() -> None:
    parts = [part(0, 2), part(12, 13), part(23.5, 25)]
    # 0-2, a pause of ten that counts, 12-13, a pause of ten and a half that does not, 23.5-25.
    assert play_limits.time_played(parts, OPENING, minutes(60)) == timedelta(minutes=14.5)


def test_rounds_at_two_tables_at_once_take_their_time_once() -> None:
    parts = [part(0, 5), part(1, 3), part(4, 6)]
    assert play_limits.time_played(parts, OPENING, minutes(60)) == timedelta(minutes=6)


def test_a_round_over_midnight_counts_for_each_day_its_own_part() -> None:
    parts = [part(-5, 3)]
    assert play_limits.time_played(parts, OPENING, minutes(60)) == timedelta(minutes=3)


def test_a_round_that_is_played_counts_until_now() -> None:
    assert play_limits.time_played([part(0, None)], OPENING, minutes(4)) == timedelta(minutes=4)


def test_a_session_begins_with_the_log_in_and_sums_its_rounds() -> None:
    parts = [part(10, 11, net=5_00), part(20, 21, net=-8_00), part(30, None, net=-9_00)]
    found = play_limits.session(parts, OPENING, minutes(31))
    assert (found.began, found.rounds, found.staked, found.net) == (OPENING, 2, 20_00, -3_00)


def test_after_six_hours_without_a_round_the_next_one_begins_a_session() -> None:
    parts = [part(0, 1, net=5_00), part(362, 363, net=-1_00)]
    found = play_limits.session(parts, OPENING, minutes(365))
    assert (found.began, found.rounds, found.net) == (minutes(362), 1, -1_00)


def test_within_six_hours_it_is_still_the_same_session() -> None:
    parts = [part(0, 1, net=5_00), part(360, 363, net=-1_00)]
    found = play_limits.session(parts, OPENING, minutes(365))
    assert (found.began, found.rounds, found.net) == (OPENING, 2, 4_00)


def test_a_session_that_nobody_plays_in_is_over_and_the_next_has_not_begun() -> None:
    found = play_limits.session([part(0, 1, net=5_00)], OPENING, minutes(362))
    assert (found.began, found.rounds, found.net) == (minutes(362), 0, 0)


# The loss limit


def test_a_wager_that_could_lose_more_than_the_limit_is_refused_with_what_would_fit() -> None:
    room = Room.open("big-50", solo=True)
    (user,) = room.sit(1)
    limit(user, loss=9_99)
    with pytest.raises(Refused) as refused:
        room.bet(user, RANGE)
    assert str(refused.value) == (
        "This bet could lose 10, and your loss limit of 9.99 a day leaves you 9.99. Bet less, or "
        "wait until 2 March 2026, 00:00 UTC."
    )
    assert room.chair(user).wagers == {}
    limit(user, loss=9_00)
    room.bet(user, {"range": 9_00})
    assert room.chair(user).wagers == {"range": 9_00}


def test_what_was_lost_today_counts_and_what_was_lost_yesterday_does_not() -> None:
    room = Room.open("big-50", solo=True)
    (user,) = room.sit(1)
    limit(user, loss=25_00)
    lose(room, user, 20_00)
    with pytest.raises(Refused, match="leaves you 5"):
        room.bet(user, RANGE)
    room.now = datetime(2026, 3, 2, tzinfo=UTC)
    room.bet(user, RANGE)


def test_with_the_limit_used_up_no_wager_fits_and_taking_one_back_does() -> None:
    room = Room.open("big-50", solo=True)
    (user,) = room.sit(1)
    lose(room, user, 20_00)
    limit(user, loss=20_00)
    with pytest.raises(Refused, match="You have reached your loss limit of"):
        room.bet(user, {"range": 1_00})
    room.bet(user, {})


def test_what_a_raise_would_need_is_counted_with_the_wager() -> None:
    room = Room.open("big-raise", solo=True)
    (user,) = room.sit(1)
    limit(user, loss=29_99)
    with pytest.raises(Refused, match="could lose 30,"):
        room.bet(user, {"ante": 10_00})  # and the least play is twice the ante
    limit(user, loss=29_99)
    room.bet(user, {"ante": 9_00})


def test_a_raise_in_a_running_round_is_always_allowed() -> None:
    room = Room.open("big-raise", solo=True)
    (user,) = room.sit(1)
    room.deal(user, wagers={"ante": 10_00})
    limit(user, loss=1_00)
    room.act(user, "play", amount=30_00)
    assert room.part(user).staked == 40_00


def limited_at(one: Room, other: Room) -> User:
    """Somebody who sits at two tables, and may lose 55 a day: with an ante of 10 on the one, which
    a pair may raise by 40, 5 are left for the other."""
    (user,) = one.sit(1)
    services.sit(other.table_id, user, 1, OPENING)
    limit(user, loss=55_00)
    return user


def test_chips_in_play_at_another_table_count_as_lost() -> None:
    one, other = Room.open("big-raise", solo=True), Room.open("big-50", solo=True)
    user = limited_at(one, other)
    one.deal(user, wagers={"ante": 10_00})
    with pytest.raises(Refused, match=r"leaves you 5\."):
        other.bet(user, RANGE)


def test_of_wagers_at_two_tables_that_do_not_fit_together_the_later_deal_gives_its_back() -> None:
    one, other = Room.open("big-raise", solo=True), Room.open("big-50", solo=True)
    user = limited_at(one, other)
    other.bet(user, RANGE)
    one.bet(user, {"ante": 10_00}, ready=True)
    other.act(user, "ready")
    assert not other.round.seats.exists()
    assert ledger.balance_of(user) == 990_00
    note = other.scene(user)["heading"]["note"]
    assert note.startswith(
        "Your bets of 10 were not taken. This bet could lose 10, and your loss limit of 55 a day "
        "leaves you 5. Bet less, or wait until 2 March 2026, 00:00 "
        "UTC."
    )
    other.bet(user, {"range": 5_00})
    assert "not taken" not in other.scene(user)["heading"]["note"]


def test_why_wagers_were_not_taken_is_told_to_their_player_alone_until_the_next_round() -> None:
    one, other = Room.open("big-50"), Room.open("big-raise", solo=True)
    user, neighbour = one.sit(1, 2)
    services.sit(other.table_id, user, 1, OPENING)
    limit(user, loss=35_00)
    one.bet(user, RANGE)
    one.bet(neighbour, RANGE)
    other.bet(user, {"ante": 10_00}, ready=True)
    while one.table.phase == "betting":
        one.time_out()
    assert [part.user for part in one.round.seats.all()] == [neighbour]
    for viewer in (neighbour, None):
        assert "not taken" not in str(one.scene(viewer))
        assert "limit of 35" not in str(one.scene(viewer))
    while one.table.phase in ("playing", "showing"):
        assert "Your bets of 10 were not taken." in one.scene(user)["heading"]["note"]
        one.time_out()
    assert "not taken" not in one.scene(user)["heading"]["note"]


def test_whoever_takes_a_seat_reads_nothing_of_who_had_it_before() -> None:
    one, other = Room.open("big-50", solo=True), Room.open("big-raise", solo=True)
    user = limited_at(one, other)
    one.bet(user, RANGE)
    other.bet(user, {"ante": 10_00}, ready=True)
    one.act(user, "ready")
    assert "not taken" in one.scene(user)["heading"]["note"]
    one.leave(user)
    (next_one,) = one.sit(1)
    assert "not taken" not in str(one.scene(next_one))


def test_two_seats_of_one_player_are_within_the_limit_together() -> None:
    room = Room.open("blackjack", positions=2)
    (user,) = room.sit(1)
    services.sit(room.table_id, user, 2, OPENING)
    limit(user, loss=15_00)

    def bet(seat: int) -> None:
        step = step_of(room.table, Chair.objects.get(table_id=room.table_id, seat=seat))
        layout = {"main": 10_00}
        services.place(room.table_id, user, step, layout, ready=False, now=OPENING, seat=seat)

    bet(1)
    with pytest.raises(Refused, match="could lose 20,"):
        bet(2)


# The time limit


def test_when_the_time_is_used_up_there_is_no_new_wager_until_midnight() -> None:
    room = Room.open("big-50", solo=True)
    (user,) = room.sit(1)
    limit(user, minutes=10)
    room.deal(user, wagers=RANGE)
    room.later(9 * 60 + 59)
    room.act(user, "reveal")
    room.bet(user, RANGE, ready=True)
    room.later(1)
    room.act(user, "reveal")  # a round that is dealt is played to its end
    with pytest.raises(Refused) as refused:
        room.bet(user, RANGE)
    assert str(refused.value) == (
        "You have reached your time limit of 10 minutes a day. You can bet again from "
        "2 March 2026, 00:00 UTC."
    )
    room.now = datetime(2026, 3, 2, tzinfo=UTC)
    room.bet(user, RANGE)


# Breaks


def test_a_break_finishes_the_hand_and_gives_up_every_seat() -> None:
    room, other = Room.open("big-raise"), Room.open("big-50")
    user, neighbour = room.sit(1, 2)
    services.sit(other.table_id, user, 3, OPENING)
    room.deal(user, neighbour, wagers={"ante": 10_00})
    limits.take_break(user, limits.BREAKS["day"], OPENING)
    assert not Chair.objects.filter(user=user, leaving=False).exists()
    room.act(neighbour, "fold")
    assert room.part(user).returned is not None
    assert ledger.audit() == []


def test_during_a_break_sitting_down_is_refused_until_it_ends() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    limits.take_break(user, limits.BREAKS["day"], OPENING)
    sentence = (
        "You are taking a break until 2 March 2026, 12:00 UTC. Until then you can watch, and "
        "read the rules and your history."
    )
    deeds: list[Callable[[datetime], object]] = [
        lambda now: services.sit(room.table_id, user, 1, now),
        lambda now: seating.find_seat(GAMES["big-50"], user, now),
        lambda now: seating.find_solo(GAMES["big-50"], user, now),
    ]
    for deed in deeds:
        with pytest.raises(Refused) as refused:
            deed(OPENING + timedelta(hours=23))
        assert str(refused.value) == sentence
    services.sit(room.table_id, user, 1, OPENING + timedelta(hours=24))


# What it costs


def test_the_check_costs_one_query_with_limits_and_none_without() -> None:
    room = Room.open("big-50", solo=True)
    (user,) = room.sit(1)

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            room.bet(user, RANGE)
        return len(captured)

    without = queries()
    limit(user, loss=500_00, minutes=600)
    assert queries() == without + 1


@pytest.mark.parametrize("cents", [100_00, 5_00])
def test_a_limit_that_was_set_after_the_wager_is_asked_again_at_the_deal(cents: int) -> None:
    room = Room.open("big-50", solo=True)
    (user,) = room.sit(1)
    room.bet(user, RANGE)
    limit(user, loss=cents)
    room.act(user, "ready")
    assert room.round.seats.exists() == (cents >= 10_00)

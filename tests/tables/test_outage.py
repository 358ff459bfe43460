"""What falls due while nobody can keep the clock gets its whole window again."""

from datetime import UTC, datetime, timedelta

import pytest

from games.models import Phase
from games.runtime.downtime import Keeper, keeper
from tests.tables.room import OPENING, Room

START = datetime(2026, 3, 1, 12, tzinfo=UTC)


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def looked(*moments: float) -> Keeper:
    """Who has begun at 0 and heard from the database at these seconds."""
    found = Keeper()
    found.begin(START)
    for moment in moments:
        found.answered(at(moment))
    return found


@pytest.mark.parametrize(
    ("deadline", "missed"), [(3.9, False), (4.1, True), (14.4, True), (14.6, False)]
)
def test_a_deadline_is_missed_in_the_ten_seconds_without_an_answer(
    deadline: float, missed: bool
) -> None:
    assert looked(1, 2, 3, 4).missed(at(deadline), at(14.5)) is missed


def test_who_hears_of_it_first_need_not_be_who_looks() -> None:
    keeping = looked(1, 2)
    assert keeping.missed(at(8), at(12))
    keeping.answered(at(12.1))
    assert keeping.missed(at(8), at(13))


def test_a_busy_second_is_no_outage() -> None:
    assert not looked(1, 2, 4.5, 5).missed(at(4), at(5.5))


def test_what_passed_before_the_process_was_there_is_missed() -> None:
    assert looked(1).missed(at(-3600), at(1.5))
    assert not looked(1).missed(at(0.5), at(1.5))


def test_who_keeps_no_clock_misses_nothing() -> None:
    idle = Keeper()
    idle.answered(START)
    assert not idle.missed(at(0), at(3600))
    assert not looked(1).missed(None, at(2))


@pytest.mark.django_db
def test_a_betting_that_ran_out_in_an_outage_has_its_time_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = Room.open("big-50")
    (user, _) = room.sit(1, 2)
    room.bet(user)
    passed = room.table.deadline
    assert passed is not None
    monkeypatch.setattr(keeper, "away", (passed - timedelta(seconds=9), passed))
    room.later(30)
    assert room.look()
    assert (room.table.phase, room.seconds_left()) == (Phase.BETTING, 20)
    assert not room.look()
    room.time_out()
    assert room.table.phase == Phase.PLAYING


@pytest.mark.django_db
def test_nobody_is_played_for_in_an_outage(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room.open("big-raise")
    one, two = room.sit(1, 2)
    room.deal(one, two)
    passed = room.table.deadline
    assert passed is not None
    monkeypatch.setattr(keeper, "away", (OPENING, passed))
    room.later(40)
    room.act(one, "fold")
    assert room.chair(one).misses == room.chair(two).misses == 0
    assert room.table.phase == Phase.PLAYING
    assert room.seconds_left() == 25

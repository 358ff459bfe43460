"""Tables are swept by turns, and nobody is played for in a time in which no site was there."""

import io
from datetime import datetime, timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone
from redis.exceptions import RedisError

from games import sweeping
from games.models import Keeping, Phase
from games.runtime.downtime import keeper
from games.runtime.sweep_turns import kept, take_turn
from tests.tables.room import OPENING, Room

pytestmark = pytest.mark.django_db


def turns(*seconds: float) -> list[bool]:
    """Whether it was time to sweep, asked at these seconds."""
    return [take_turn(OPENING + timedelta(seconds=second)) for second in seconds]


def test_one_process_sweeps_every_fifteen_seconds_once_pages_had_time_to_come_back() -> None:
    assert turns(0, 5, 15, 16, 30, 31, 44, 45) == [
        False, False, False, False, True, False, False, True,
    ]  # fmt: skip


def test_after_a_gap_nobody_is_swept_away_at_once() -> None:
    assert turns(0, 15, 30, 75) == [False, False, True, True]
    assert turns(121, 136, 151) == [False, False, True]


def test_the_clocks_are_kept_as_long_as_somebody_signs() -> None:
    now = OPENING + timedelta(seconds=60)
    assert kept(now) is None
    turns(0, 15)
    assert kept(now) is None  # only just begun
    turns(30)
    keeping = kept(now)
    assert keeping is not None
    assert (keeping.since, keeping.until) == (OPENING, OPENING + timedelta(seconds=30))
    assert kept(now + timedelta(seconds=15)) is not None
    assert kept(now + timedelta(seconds=16)) is None


def swept() -> str:
    """What the command says."""
    out = io.StringIO()
    call_command("sweep_tables", stdout=out)
    return out.getvalue()


@pytest.fixture
def playing() -> Room:
    """A hand that two must decide within 25 seconds, out 30 seconds ago."""
    room = Room.open("big-raise")
    room.now = timezone.now() - timedelta(seconds=30)
    room.deal(*room.sit(1, 2))
    return room


def sign(since: float, until: float) -> None:
    """The clocks were kept from so many seconds ago until so many."""
    now = timezone.now()
    signed = {"since": now - timedelta(seconds=since), "until": now - timedelta(seconds=until)}
    Keeping.objects.update_or_create(pk=1, defaults=signed)


def test_the_command_plays_for_nobody_while_the_site_is_down(playing: Room) -> None:
    assert swept() == "The site is not running, or has only just started: nothing is due.\n"
    sign(since=3600, until=50)
    assert "not running" in swept()
    assert playing.table.phase == Phase.PLAYING


def test_the_command_leaves_what_fell_due_after_the_last_sign(playing: Room) -> None:
    sign(since=3600, until=10)
    assert swept() == "0 tables moved on.\n"
    assert playing.table.phase == Phase.PLAYING


def test_the_command_gives_back_what_fell_due_in_a_gap(playing: Room) -> None:
    playing.table.chairs.update(seen_at=timezone.now())
    deadline = timezone.now() - timedelta(seconds=40)
    type(playing.table).objects.filter(pk=playing.table_id).update(deadline=deadline)
    sign(since=35, until=0)
    assert swept() == "1 tables moved on.\n"
    assert playing.table.phase == Phase.PLAYING
    assert not playing.round.actions.exists()
    left = playing.table.deadline
    assert left is not None
    assert left > timezone.now() + timedelta(seconds=20)
    assert keeper.away is None  # what others missed is nothing to this process


def test_the_command_lets_the_clock_play_what_fell_due_while_it_was_kept(playing: Room) -> None:
    sign(since=3600, until=0)
    assert swept() == "1 tables moved on.\n"
    assert playing.table.phase == Phase.SHOWING
    assert {action.by_clock for action in playing.round.actions.all()} == {True}


def test_a_sweep_that_meets_no_redis_is_one_line_of_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def cut(_: datetime) -> int:
        raise RedisError("refused")

    monkeypatch.setattr(sweeping, "sweep_all", cut)
    monkeypatch.setattr("games.runtime.sweep_turns.take_turn", lambda now: True)
    sweeping._turn()
    (record,) = caplog.records
    assert (record.levelname, record.exc_info) == ("WARNING", None)

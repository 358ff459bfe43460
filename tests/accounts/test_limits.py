"""Limits get tighter at once and looser tomorrow; a break is never made shorter."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from accounts import limits
from accounts.models import PlayLimits, User
from tests.tables.room import OPENING, player

pytestmark = pytest.mark.django_db

MIDNIGHT = datetime(2026, 3, 2, tzinfo=UTC)


def set_limits(
    user: User,
    loss: int | None = None,
    minutes: int | None = None,
    remind: int = 30,
    now: datetime = OPENING,
) -> None:
    limits.change(user, loss=loss, minutes=minutes, remind=remind, now=now)


def held(user: User, now: datetime) -> tuple[int | None, int | None]:
    """What the rows say of the limits on the day of `now`."""
    row = PlayLimits.objects.get(user=user)
    return row.loss_at(now), row.minutes_at(now)


def test_nobody_has_limits_to_begin_with_and_everybody_half_hour_reminders() -> None:
    own = limits.of(player())
    assert (own.loss_at(OPENING), own.minutes_at(OPENING), own.break_at(OPENING)) == (None,) * 3
    assert own.remind == 30
    assert not PlayLimits.objects.exists()


def test_a_first_limit_and_a_lower_one_hold_at_once() -> None:
    user = player()
    set_limits(user, loss=100_00, minutes=60)
    assert held(user, OPENING) == (100_00, 60)
    set_limits(user, loss=50_00, minutes=30)
    assert held(user, OPENING) == (50_00, 30)


@pytest.mark.parametrize(("loss", "minutes"), [(200_00, 120), (None, None)])
def test_a_higher_limit_and_none_at_all_hold_from_midnight(
    loss: int | None, minutes: int | None
) -> None:
    user = player()
    set_limits(user, loss=100_00, minutes=60)
    set_limits(user, loss=loss, minutes=minutes)
    assert held(user, MIDNIGHT - timedelta(seconds=1)) == (100_00, 60)
    assert held(user, MIDNIGHT) == (loss, minutes)


def test_asking_twice_for_more_brings_it_no_sooner() -> None:
    user = player()
    set_limits(user, loss=100_00)
    for hours in range(3):
        set_limits(user, loss=200_00, now=OPENING + timedelta(hours=hours))
    assert held(user, MIDNIGHT - timedelta(seconds=1)) == (100_00, None)


def test_a_lower_limit_takes_back_a_higher_one_that_was_asked_for() -> None:
    user = player()
    set_limits(user, loss=100_00)
    set_limits(user, loss=500_00)
    set_limits(user, loss=40_00)
    assert held(user, MIDNIGHT + timedelta(days=1)) == (40_00, None)


def test_once_a_higher_limit_holds_it_is_the_one_that_is_compared() -> None:
    user = player()
    set_limits(user, loss=100_00)
    set_limits(user, loss=200_00)
    set_limits(user, loss=150_00, now=MIDNIGHT)
    assert held(user, MIDNIGHT) == (150_00, None)


def test_the_next_day_is_one_of_the_sites_time_zone() -> None:
    with timezone.override("America/Los_Angeles"):
        # Noon in UTC is four in the morning there, in winter; the day ends at eight in UTC.
        assert limits.tomorrow(OPENING) == datetime(2026, 3, 2, 8, tzinfo=UTC)
        assert limits.today(OPENING) == datetime(2026, 3, 1, 8, tzinfo=UTC)
        # The clocks go forward on 8 March: that day has 23 hours.
        spring = datetime(2026, 3, 8, 12, tzinfo=UTC)
        assert limits.tomorrow(spring) - limits.today(spring) == timedelta(hours=23)


@pytest.mark.parametrize(
    ("loss", "minutes", "remind"),
    [(0, None, 30), (None, 9, 30), (None, 1441, 30), (None, None, 20)],
)
def test_a_limit_that_can_be_none_is_refused(
    loss: int | None, minutes: int | None, remind: int
) -> None:
    with pytest.raises(ValueError, match="made of"):
        set_limits(player(), loss, minutes, remind)


def test_a_break_ends_after_its_time_and_is_never_made_shorter() -> None:
    user = player()
    limits.take_break(user, limits.BREAKS["week"], OPENING)
    limits.take_break(user, limits.BREAKS["day"], OPENING + timedelta(days=1))
    own = PlayLimits.objects.get(user=user)
    assert own.break_at(OPENING + timedelta(days=7, seconds=-1)) == OPENING + timedelta(days=7)
    assert own.break_at(OPENING + timedelta(days=7)) is None


def test_a_break_may_be_made_longer() -> None:
    user = player()
    limits.take_break(user, limits.BREAKS["day"], OPENING)
    limits.take_break(user, limits.BREAKS["week"], OPENING + timedelta(hours=1))
    own = PlayLimits.objects.get(user=user)
    assert own.break_until == OPENING + timedelta(days=7, hours=1)

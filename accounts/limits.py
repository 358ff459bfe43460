"""What players allow themselves: limits tighten at once and loosen on the next day, and breaks are
never shortened. They are enforced when wagers are placed.

A day is one of the site's time zone.
"""

from datetime import UTC, datetime, time, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import PlayLimits, User
from accounts.signals import leaving

REMINDERS = (15, 30, 60, 0)
"""Minutes between reminders; 0 is never."""
LEAST_MINUTES, MOST_MINUTES = 10, 24 * 60
BREAKS = {"day": timedelta(hours=24), "week": timedelta(days=7)}
"""How long a break may be."""


def of(user: User) -> PlayLimits:
    """A user's limits; a user who never set any has no limits and the usual reminders."""
    try:
        return user.play_limits
    except PlayLimits.DoesNotExist:
        return PlayLimits(user=user)


def today(now: datetime) -> datetime:
    """When the day of `now` began."""
    return _midnight(now, 0)


def tomorrow(now: datetime) -> datetime:
    """When the next day begins."""
    return _midnight(now, 1)


def _midnight(now: datetime, days: int) -> datetime:
    date = timezone.localdate(now) + timedelta(days=days)
    zone = timezone.get_current_timezone()
    return datetime.combine(date, time.min, tzinfo=zone).astimezone(UTC)


def when(moment: datetime) -> str:
    """A time as in sentences: ``2 March 2026, 00:00 UTC``."""
    return f"{timezone.localtime(moment):%-d %B %Y, %H:%M %Z}"


def change(
    user: User, *, loss: int | None, minutes: int | None, remind: int, now: datetime
) -> PlayLimits:
    """Set the limits as requested; looser ones take effect tomorrow.

    loss: cents per day; minutes: per day; None for either: no limit. remind: one of `REMINDERS`.
    Raises ValueError for an impossible value.
    """
    if remind not in REMINDERS or (loss is not None and loss <= 0):
        raise ValueError(f"No limits are made of {loss} cents and reminders every {remind}.")
    if minutes is not None and not LEAST_MINUTES <= minutes <= MOST_MINUTES:
        raise ValueError(f"No time limit is made of {minutes} minutes.")
    with transaction.atomic():
        row = _locked(user)
        row.loss, row.loss_later, row.loss_later_from = _set(row.loss_at(now), loss, now)
        row.minutes, row.minutes_later, row.minutes_later_from = _set(
            row.minutes_at(now), minutes, now
        )
        row.remind = remind
        row.save()
    return row


def _set(
    current: int | None, wanted: int | None, now: datetime
) -> tuple[int | None, int | None, datetime | None]:
    """The limit in force, the later one, and when that takes effect."""
    looser = current is not None and (wanted is None or wanted > current)
    return (current, wanted, tomorrow(now)) if looser else (wanted, None, None)


def take_break(user: User, length: timedelta, now: datetime) -> datetime:
    """Begin a break, or extend the current one; never shorten it. Every seat is given up. Returns
    when the break ends."""
    with transaction.atomic():
        row = _locked(user)
        until = max(now + length, row.break_until or now)
        row.break_until = until
        row.save(update_fields=["break_until"])
    leaving.send(sender=User, user=user, now=now, for_good=False)
    return until


def exclude(user: User, until: datetime | None, reason: str) -> None:
    """Stop a player from betting, until a certain time or for good (None). Called by
    `exclusions`."""
    with transaction.atomic():
        row = _locked(user)
        row.excluded, row.excluded_until, row.excluded_for = True, until, reason
        row.save(update_fields=["excluded", "excluded_until", "excluded_for"])


def readmit(user: User) -> None:
    """End an exclusion. Called by `exclusions`."""
    with transaction.atomic():
        row = _locked(user)
        row.excluded, row.excluded_until, row.excluded_for = False, None, ""
        row.save(update_fields=["excluded", "excluded_until", "excluded_for"])


def exclusion(own: PlayLimits, now: datetime) -> str:
    """What an excluded player reads, "" for everyone else."""
    if not own.excluded_at(now):
        return ""
    until = "for good" if own.excluded_until is None else f"until {when(own.excluded_until)}"
    return (
        f"You are excluded from play {until}. The reason: {own.excluded_for} Your chips stay in "
        "your account, and you can still read your history and the rules."
    )


def answer_reminder(user: User, now: datetime) -> None:
    """The player has read how long they have played and what they have won or lost."""
    with transaction.atomic():
        row = _locked(user)
        row.reminded_at = now
        row.save(update_fields=["reminded_at"])


def _locked(user: User) -> PlayLimits:
    PlayLimits.objects.get_or_create(user=user)
    row = PlayLimits.objects.select_for_update().get(user=user)
    user.play_limits = row  # code that has this user in memory must see the new values
    return row

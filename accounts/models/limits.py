"""What players allow themselves."""

from datetime import datetime

from django.conf import settings
from django.db import models


class PlayLimits(models.Model):
    """The limits a player has set, the reminders and the break. Only `accounts.limits` writes it.

    `loss` (cents) and `minutes` are per day; None is no limit. A later limit is stored beside it:
    `loss_later` from `loss_later_from` on. `remind` is in minutes, 0 for never; `reminded_at` is
    when a reminder was last answered. `excluded` is the house's doing: until `excluded_until`, or
    for good, and `excluded_for` says why.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="play_limits"
    )
    loss = models.PositiveBigIntegerField(null=True, blank=True, help_text="Cents a day.")
    loss_later = models.PositiveBigIntegerField(null=True, blank=True, help_text="Cents a day.")
    loss_later_from = models.DateTimeField(null=True, blank=True)
    minutes = models.PositiveSmallIntegerField(null=True, blank=True, help_text="A day.")
    minutes_later = models.PositiveSmallIntegerField(null=True, blank=True, help_text="A day.")
    minutes_later_from = models.DateTimeField(null=True, blank=True)
    remind = models.PositiveSmallIntegerField(default=30, help_text="Minutes; 0: never.")
    reminded_at = models.DateTimeField(null=True, blank=True)
    break_until = models.DateTimeField(null=True, blank=True)

    excluded = models.BooleanField(default=False, help_text="By the house: see exclusions.")
    excluded_until = models.DateTimeField(null=True, blank=True, help_text="Empty: for good.")
    excluded_for = models.CharField(max_length=200, blank=True, help_text="Read by the player.")

    class Meta:
        verbose_name_plural = "play limits"

    def __str__(self) -> str:
        return f"play limits of user {self.user_id}"

    def loss_at(self, now: datetime) -> int | None:
        """Cents that may be lost on the day of `now`; None: no limit."""
        return _in_force(self.loss, self.loss_later, self.loss_later_from, now)

    def minutes_at(self, now: datetime) -> int | None:
        """Minutes that may be played on the day of `now`; None: no limit."""
        return _in_force(self.minutes, self.minutes_later, self.minutes_later_from, now)

    def break_at(self, now: datetime) -> datetime | None:
        """When the break in force at `now` ends; None without one."""
        return self.break_until if self.break_until and self.break_until > now else None

    def excluded_at(self, now: datetime) -> bool:
        """Whether the house excludes the player at `now`."""
        return self.excluded and (self.excluded_until is None or self.excluded_until > now)


def _in_force(
    value: int | None, later: int | None, since: datetime | None, now: datetime
) -> int | None:
    return later if since is not None and since <= now else value

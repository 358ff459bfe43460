"""The daily deal: the same rounds for everyone, and who plays them."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.tables import Table


class DailyDeal(models.Model):
    """One day's rounds of one game.

    `table` is closed and without seats: its rounds have the seeds and house options, and it has the
    paytables, limits and wagers that every player's own table copies. `ended`: nobody can begin any
    more. `revealed`: every table is closed, and the seeds are public. `best` is the expected result
    of the best layout in a round, in millionths of a cent, for a game whose only decisions are the
    bets; a worker fills it in.
    """

    date = models.DateField()
    game = models.CharField(max_length=40)
    table = models.OneToOneField(Table, models.PROTECT, related_name="daily_deal")
    ended = models.DateTimeField(null=True)
    revealed = models.DateTimeField(null=True)
    best = models.BigIntegerField(null=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-date", "pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["date", "game"], name="one_deal_a_day_and_game")
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["date"], condition=models.Q(revealed=None), name="sealed_daily_deals"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game} of {self.date}"


class DailyRun(models.Model):
    """One player's way through a day's rounds, at a table of their own.

    `member`: whether they had an account when they began; members and guests are ranked apart.
    `cost` is what the decisions of all rounds gave away, in thousandths of the base wager, and
    `net` their result in cents: both once every round is over and reviewed.
    """

    deal = models.ForeignKey(DailyDeal, models.PROTECT, related_name="runs")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="daily_runs")
    table = models.OneToOneField(Table, models.PROTECT, related_name="daily_run")
    started = models.DateTimeField()
    member = models.BooleanField(default=False)
    cost = models.PositiveBigIntegerField(null=True)
    net = models.BigIntegerField(null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["deal", "user"], name="one_run_per_deal_and_user")
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["deal", "member", "cost"], name="daily_boards")
        ]

    def __str__(self) -> str:
        return f"{self.deal} by {self.user}"

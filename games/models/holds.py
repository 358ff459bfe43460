"""What the house has held, bet by bet: stored sums over settled rounds."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.paytables import PaytableVersion
from games.models.tables import Table


class PlayedFelt(models.Model):
    """A felt on which rounds were played, as a question for exact figures, by its digest."""

    digest = models.CharField(primary_key=True, max_length=64)
    game = models.CharField(max_length=40, db_index=True)
    question = models.JSONField()

    def __str__(self) -> str:
        return f"{self.game} {self.digest[:8]}"


class HoldTally(models.Model):
    """One bet on one felt, of one stake, at one table on one day (UTC), over its settled rounds.
    Cents; only `games.backoffice.holds` writes it.

    `spot` is the opening spot; raises in the round belong to it; `stake` is what was on it before
    the cards. `fresh`: dealt from a full deck or shoe, which the exact figures assume. `together`:
    how many of the `wagers` shared their round's cards with others on the spot. With h what a wager
    held, `own_squares` is the sum of h * h, `with_spot` of h times what all wagers on the spot in
    its round held, and `with_round` of h times what the whole round held: they measure how much
    more the wagers of one round swing than separate ones. 0 for rounds counted by earlier versions.
    """

    felt = models.ForeignKey(PlayedFelt, models.PROTECT, related_name="+")
    spot = models.CharField(max_length=40)
    version = models.ForeignKey(
        PaytableVersion, models.PROTECT, null=True, blank=True, related_name="+"
    )
    table = models.ForeignKey(Table, models.PROTECT, related_name="+", db_index=False)
    day = models.DateField()
    stake = models.PositiveBigIntegerField()
    fresh = models.BooleanField(default=True)
    wagers = models.BigIntegerField(default=0)
    together = models.BigIntegerField(default=0)
    staked = models.BigIntegerField(default=0)
    returned = models.BigIntegerField(default=0)
    own_squares = models.FloatField(default=0)
    with_spot = models.FloatField(default=0)
    with_round = models.FloatField(default=0)

    class Meta:
        verbose_name_plural = "dashboard"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["day", "table", "felt", "spot", "stake", "fresh"],
                name="one_tally_per_day_table_felt_spot_and_stake",
            )
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.table_id} {self.spot}"


class HoldAlarm(models.Model):
    """A bet whose hold could not be explained by chance, as found; it waits until somebody answers.
    Cents; only `games.backoffice.hold_alarms` writes it. `expected`: by the exact figure."""

    game = models.CharField(max_length=40)
    spot = models.CharField(max_length=40)
    version = models.ForeignKey(
        PaytableVersion, models.PROTECT, null=True, blank=True, related_name="+"
    )
    bet = models.CharField(max_length=120)
    raised = models.DateTimeField()
    first = models.DateField()
    last = models.DateField()
    wagers = models.BigIntegerField()
    base = models.BigIntegerField()
    held = models.BigIntegerField()
    expected = models.FloatField()
    answered = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    answer = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["bet"],
                condition=models.Q(answered=None),
                name="one_open_alarm_per_bet",
            )
        ]

    def __str__(self) -> str:
        return f"Alarm {self.bet} {self.raised:%Y-%m-%d}"

    @property
    def percent(self) -> float:
        """The hold in percent of the opening stakes."""
        return 100 * self.held / self.base

    @property
    def due_percent(self) -> float:
        """The expected hold in percent."""
        return 100 * self.expected / self.base


class RoundTally(models.Model):
    """How many rounds ended at a table in an hour (UTC)."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="+")
    hour = models.DateTimeField()
    rounds = models.IntegerField(default=0)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["hour", "table"], name="one_round_tally_per_hour_and_table"
            )
        ]

    def __str__(self) -> str:
        return f"{self.hour:%Y-%m-%d %H} {self.table_id}"


class CardTally(models.Model):
    """How often a card was the first of a fresh deck or shoe."""

    card = models.CharField(primary_key=True, max_length=2)
    times = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return self.card

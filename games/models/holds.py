"""What the house has held, bet by bet: sums over settled rounds, kept beside them."""

from typing import ClassVar

from django.db import models

from games.models.paytables import PaytableVersion


class HoldTally(models.Model):
    """One bet on one felt, over all settled rounds. Cents; only `games.backoffice.holds`
    writes it.

    `question` is the felt as exact figures are asked for it, and `felt` its digest; `spot` is the
    opening spot, to which what was raised in the round belongs. `base` is the sum of the opening
    stakes and `squares` that of their squares.
    """

    game = models.CharField(max_length=40)
    felt = models.CharField(max_length=64)
    question = models.JSONField()
    spot = models.CharField(max_length=40)
    version = models.ForeignKey(
        PaytableVersion, models.PROTECT, null=True, blank=True, related_name="+"
    )
    wagers = models.BigIntegerField(default=0)
    base = models.BigIntegerField(default=0)
    squares = models.FloatField(default=0)
    staked = models.BigIntegerField(default=0)
    returned = models.BigIntegerField(default=0)

    class Meta:
        verbose_name_plural = "dashboard"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["felt", "spot"], name="one_tally_per_felt_and_spot")
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.spot}"


class CardTally(models.Model):
    """How often a card was the first of a fresh deck or shoe."""

    card = models.CharField(primary_key=True, max_length=2)
    times = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return self.card

"""Rounds that people deal from real cards."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.engine.record import AnyGame
from games.registry import GAMES


class HandDealt(models.Model):
    """A round that a player deals from a deck of real cards, as far as it has got.

    It is not one of the site's rounds: it has no chips, nothing is sealed, and it refers to no
    table, round or transfer. `setup`: options, paytables by code, seats with names and wagers,
    button. `moves`: the cards that were keyed and the decisions, in order. `record` and `ended`: of
    a finished round. `current`: the one its player is dealing, at most one.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    game = models.CharField(max_length=40)
    number = models.PositiveIntegerField(default=1)
    setup = models.JSONField()
    moves = models.JSONField(default=list)
    record = models.JSONField(null=True)
    current = models.BooleanField(default=True)
    begun = models.DateTimeField()
    ended = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["user"], condition=models.Q(current=True), name="one_hand_dealt_at_a_time"
            ),
            models.CheckConstraint(
                condition=models.Q(current=True) | models.Q(ended__isnull=False),
                name="hands_dealt_that_are_kept_are_over",
            ),
            models.CheckConstraint(
                condition=models.Q(record__isnull=False, ended__isnull=False)
                | models.Q(record__isnull=True, ended__isnull=True),
                name="hands_dealt_end_with_a_record",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["user", "-ended"], name="hands_dealt_by_a_player")
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.number}, dealt by hand"

    @property
    def rules(self) -> AnyGame:
        """The game being dealt."""
        return GAMES[self.game]

"""Decisions that players practise: the current run, and their answers."""

from typing import ClassVar

from django.conf import settings
from django.db import models


class DrillRun(models.Model):
    """A player's run of practice hands in a game, and the current one.

    `kind` is a key of `games.kit.DrillKind`; "" for all of them, weak spots first. `wanted`: the
    one situation that is practised, "" for any. `record`: the hand as a record. `action`: the
    answer, None until it is given; `graded` once its cost is known. `hands`, `right` and `cost`
    (millionths of a base wager) are of the hands of this run that have been graded. `streak` is how
    many were right in a row, across runs, and `best` the longest streak so far.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    game = models.CharField(max_length=40)
    kind = models.CharField(max_length=40, blank=True)
    wanted = models.CharField(max_length=100, blank=True)
    record = models.JSONField()
    asked_kind = models.CharField(max_length=40)
    situation = models.CharField(max_length=100)
    action = models.JSONField(null=True)
    graded = models.BooleanField(default=False)
    hands = models.PositiveIntegerField(default=0)
    right = models.PositiveIntegerField(default=0)
    cost = models.BigIntegerField(default=0)
    streak = models.PositiveIntegerField(default=0)
    best = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "game"], name="one_drill_run_per_game")
        ]

    def __str__(self) -> str:
        return f"{self.user} practises {self.game}"


class DrillAnswer(models.Model):
    """An answer in a drill: in which situation, whether it was right, and what it cost, in
    millionths of a base wager."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    game = models.CharField(max_length=40)
    kind = models.CharField(max_length=40)
    situation = models.CharField(max_length=100)
    right = models.BooleanField()
    cost = models.BigIntegerField()
    at = models.DateTimeField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["user", "game", "-at"], name="drill_answers_of_a_player")
        ]

    def __str__(self) -> str:
        return f"{self.situation}: {'right' if self.right else 'wrong'}"

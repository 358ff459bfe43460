"""What the coach found in finished rounds."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.rounds import RoundSeat


class Review(models.Model):
    """A player's part in a finished round, reviewed once by a worker process.

    `version` is that of the code that computed its figures. `user`, `game`, `ended`, `staked` and
    `net` are the round's own, so that sums over many rounds need no other row; cents. `expected`,
    `luck`, `cost` and `largest` (the costliest decision) are in millionths of a cent, and `expected
    + luck - cost` is the net. `decisions`: see `games.coach.as_json`. A void round has nothing to
    review and ends as `NOTHING`. `worker` has a review until `claimed_until`.
    """

    class Status(models.TextChoices):
        WAITING = "waiting"
        DONE = "done"
        NOTHING = "nothing"

    round_seat = models.OneToOneField(RoundSeat, models.PROTECT, related_name="review")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    game = models.CharField(max_length=40)
    ended = models.DateTimeField()
    staked = models.BigIntegerField()
    net = models.BigIntegerField()
    status = models.CharField(max_length=7, choices=Status, default=Status.WAITING)
    version = models.CharField(max_length=64, blank=True)
    expected = models.BigIntegerField(default=0)
    luck = models.BigIntegerField(default=0)
    cost = models.BigIntegerField(default=0)
    largest = models.BigIntegerField(default=0)
    decisions = models.JSONField(default=list)
    worker = models.CharField(max_length=80, blank=True)
    claimed_until = models.DateTimeField(null=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["user", "ended", "id"],
                condition=models.Q(status="done"),
                name="reviews_of_a_player",
            ),
            models.Index(
                fields=["user", "-largest"],
                condition=models.Q(largest__gt=0),
                name="dearest_decisions",
            ),
            models.Index(
                fields=["id"], condition=models.Q(status="waiting"), name="waiting_reviews"
            ),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=~models.Q(status="done")
                | models.Q(
                    expected=models.F("net") * 1_000_000 - models.F("luck") + models.F("cost")
                ),
                name="a_review_adds_up",
            )
        ]

    def __str__(self) -> str:
        return f"review of {self.round_seat}"

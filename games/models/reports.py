"""Exact figures, kept once they are computed."""

from typing import ClassVar

from django.db import models


class OddsReport(models.Model):
    """Exact figures that a worker process computes once: the question and the answer.

    `digest` is of the question and of `version`, the code that answers it. `worker` has the report
    until `claimed_until`, which it extends while it lives; after that any worker may claim it.
    """

    class Status(models.TextChoices):
        WAITING = "waiting"
        DONE = "done"
        FAILED = "failed"

    digest = models.CharField(max_length=64, unique=True)
    version = models.CharField(max_length=64)
    question = models.JSONField()
    status = models.CharField(max_length=7, choices=Status, default=Status.WAITING)
    answer = models.JSONField(null=True)
    error = models.TextField(blank=True)
    worker = models.CharField(max_length=80, blank=True)
    claimed_until = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    asked = models.DateTimeField()
    ended = models.DateTimeField(null=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["version", "status", "asked"], name="waiting_reports"),
        ]

    def __str__(self) -> str:
        return f"{self.question.get('game')} {self.digest[:12]}"

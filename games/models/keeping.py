"""The sign that somebody keeps the clocks."""

from django.db import models


class Keeping(models.Model):
    """One row, signed by whichever process of the site sweeps the tables.

    `since`: from when on without a gap; `until`: the last signature. See
    `games.runtime.sweep_turns`.
    """

    since = models.DateTimeField()
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.since} to {self.until}"

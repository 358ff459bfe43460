"""Dealer school: the runs of people who deal, and the questions that come back to them.

Nothing here knows tables, rounds or chips: what is dealt follows from a run's seed.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q


class SchoolRun(models.Model):
    """Rounds of a game that somebody deals, one after the other.

    `kind`: practice with the steps shown or hidden, or a test. `at_once`: whether a wrong move is
    named when it is made. `digest`: the version of the procedure. `number`: the round being dealt,
    from 0. `done`: the places of its moves that are done; `given`: those that were done for the
    dealer; `said`: what is shown about the last move. `faults`: of all rounds, see
    `games.school.runs`. `rounds`: the result of each finished round. `round_started`: None between
    two rounds. `ended`: None while it is running; `passed`: of a finished test.
    """

    class Kind(models.TextChoices):
        SHOWN = "shown", "Practice, steps shown"
        HIDDEN = "hidden", "Practice, steps hidden"
        TEST = "test", "Examiner’s test"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    game = models.CharField(max_length=40)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    at_once = models.BooleanField()
    seed = models.CharField(max_length=64)
    seats = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=64)
    number = models.PositiveSmallIntegerField(default=0)
    done = models.JSONField(default=list)
    given = models.JSONField(default=list)
    said = models.JSONField(default=dict)
    faults = models.JSONField(default=list)
    rounds = models.JSONField(default=list)
    started = models.DateTimeField()
    round_started = models.DateTimeField(null=True)
    ended = models.DateTimeField(null=True)
    passed = models.BooleanField(null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["user", "game"], condition=Q(ended=None), name="one_open_school_run"
            )
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["user", "game", "-started"], name="school_runs_of_a_dealer")
        ]

    def __str__(self) -> str:
        return f"{self.user} deals {self.game}"


class SchoolDrill(models.Model):
    """Questions of one kind that somebody is asked. `question`: the current one, see
    `games.school.questions`; `number`: how many have been answered, `right` of them right; `said`:
    what is shown about the last one."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    game = models.CharField(max_length=40)
    kind = models.CharField(max_length=20)
    seed = models.CharField(max_length=64)
    number = models.PositiveSmallIntegerField(default=0)
    right = models.PositiveSmallIntegerField(default=0)
    question = models.JSONField()
    said = models.JSONField(default=dict)
    started = models.DateTimeField()
    ended = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "game"], name="one_school_drill_per_game")
        ]

    def __str__(self) -> str:
        return f"{self.user} is asked about {self.game}"


class SchoolCard(models.Model):
    """A question that somebody got wrong, and when it comes back. `question`: see
    `games.school.questions`; `box`: how often in a row it was right since then, see
    `games.school.boxes`."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    game = models.CharField(max_length=40)
    kind = models.CharField(max_length=20)
    name = models.CharField(max_length=120)
    question = models.JSONField()
    box = models.PositiveSmallIntegerField(default=0)
    due = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["user", "game", "kind", "name"], name="one_school_card_of_a_name"
            )
        ]

    def __str__(self) -> str:
        return self.name

"""Paytables on their way to the tables: drafts, which may be edited, and what happens after
them."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from accounts.models import Appended
from games.models.paytables import PaytableVersion


class PaytableDraft(models.Model):
    """A paytable that is being written. Submitting it makes a `PaytableVersion`, and ends it.

    `lines` are pairs of line and payout as typed, "" if nothing has been entered. `revision` counts
    the saves: a save names the revision that its editor has seen. `makers` are all who have worked
    on it: none of them may approve it. `lines_since`: when the lines last changed.
    """

    game = models.CharField(max_length=40)
    spot = models.CharField(max_length=40)
    code = models.CharField(max_length=40)
    title = models.CharField(max_length=120, blank=True)
    source = models.TextField(blank=True)
    lines = models.JSONField(help_text="Pairs of line and payout, best first.")
    printed = models.JSONField(default=dict, blank=True)
    note = models.TextField(blank=True, help_text="Why it is a draft again.")
    revision = models.PositiveIntegerField(default=1)
    makers = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="drafts")
    edited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="edited_drafts"
    )
    edited = models.DateTimeField()
    lines_since = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["-edited"]

    def __str__(self) -> str:
        return f"{self.game} {self.spot} {self.code} draft {self.pk}"


class PaytableStep(Appended):
    """One step of a version on its way: who took it, when, and on what grounds.

    `makers` (user ids) worked on the draft; `concerns` are the sentences that required `reason`.
    `reference` and `approved_on` are those of the approval, and `digest` that of the approved
    lines: the approval covers no others. `due` is when a planned activation takes place.
    """

    class Act(models.TextChoices):
        SUBMITTED = "submitted"
        APPROVED = "approved"
        REJECTED = "rejected"
        PLANNED = "planned"
        UNPLANNED = "unplanned"
        ACTIVATED = "activated"
        RETIRED = "retired"

    version = models.ForeignKey(PaytableVersion, models.PROTECT, related_name="steps")
    act = models.CharField(max_length=9, choices=Act)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="paytable_steps")
    at = models.DateTimeField()
    reason = models.TextField(blank=True)
    concerns = models.JSONField(default=list, blank=True)
    makers = models.JSONField(default=list, blank=True)
    reference = models.CharField(max_length=120, blank=True)
    approved_on = models.DateField(null=True, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    due = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]

    def __str__(self) -> str:
        return f"{self.version} {self.act}"


class PlannedActivation(models.Model):
    """An approved version that becomes active by itself at a set time; see `plans.activate_due`.

    `failures` counts the failed tries, `tried` is when the last one failed and `reason` why;
    `given_up`: it is no longer tried, and waits for somebody.
    """

    version = models.OneToOneField(
        PaytableVersion, models.PROTECT, primary_key=True, related_name="plan"
    )
    due = models.DateTimeField(db_index=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    failures = models.PositiveSmallIntegerField(default=0)
    tried = models.DateTimeField(null=True, blank=True)
    reason = models.TextField(blank=True)
    given_up = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.version} at {self.due:%Y-%m-%d %H:%M}"


class ApprovalLetter(Appended):
    """The letter by which an authority approves a version: a PDF, kept in the database, so that no
    web server can serve it and every backup includes it. `digest` is its SHA-256 (hex), `size` in
    bytes."""

    version = models.ForeignKey(PaytableVersion, models.PROTECT, related_name="letters")
    reference = models.CharField(max_length=120)
    dated = models.DateField()
    name = models.CharField(max_length=120)
    digest = models.CharField(max_length=64)
    size = models.PositiveIntegerField()
    content = models.BinaryField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]

    def __str__(self) -> str:
        return f"{self.version} {self.name}"

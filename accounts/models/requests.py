"""Requests to give a player chips or take some: one person asks, another one decides."""

from typing import ClassVar

from django.db import models

from accounts.models.books import Account
from accounts.models.users import User


class LedgerRequest(models.Model):
    """Cents into (positive) or out of (negative) a player's account, once somebody else agrees."""

    class Kind(models.TextChoices):
        GRANT = "grant", "Grant: play money as a present"
        CORRECTION = "correction", "Correction: what a mistake gave or took"

    class Status(models.TextChoices):
        WAITING = "waiting", "Waits for a second person"
        APPROVED = "approved", "Approved and booked"
        REFUSED = "refused", "Refused"

    kind = models.CharField(max_length=10, choices=Kind)
    account = models.ForeignKey(Account, models.PROTECT, related_name="requests")
    cents = models.BigIntegerField()
    reason = models.CharField(max_length=200)
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    requested_by = models.ForeignKey(User, models.PROTECT, related_name="ledger_requests")
    requested = models.DateTimeField()
    decided_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    decided = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "chip request"
        ordering: ClassVar[list[str]] = ["-requested"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=~models.Q(status="approved")
                | ~models.Q(decided_by=models.F("requested_by")),
                name="chips_take_two_persons",
            ),
        ]
        permissions = (
            ("approve_ledgerrequest", "Can approve or refuse what somebody else asks for"),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display().partition(':')[0]} for {self.account}"

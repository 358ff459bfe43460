"""Requests to void a settled round: one person asks, another one confirms."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.rounds import Round


class VoidRequest(models.Model):
    """A request about a settled round, and another person's answer to it."""

    class Status(models.TextChoices):
        WAITING = "waiting", "Waits for a second person"
        CONFIRMED = "confirmed", "Confirmed: the round is void"
        REFUSED = "refused", "Refused: the round stands"

    round = models.ForeignKey(Round, models.PROTECT, related_name="void_requests")
    reason = models.CharField(max_length=200)
    status = models.CharField(max_length=9, choices=Status, default=Status.WAITING)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="void_requests"
    )
    requested = models.DateTimeField()
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    decided = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "void"
        ordering: ClassVar[list[str]] = ["-requested"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["round"],
                condition=models.Q(status="waiting"),
                name="one_void_request_waits_per_round",
            ),
            models.CheckConstraint(
                condition=~models.Q(status="confirmed")
                | ~models.Q(decided_by=models.F("requested_by")),
                name="a_void_takes_two_persons",
            ),
        ]
        permissions = (
            ("confirm_voidrequest", "Can confirm or refuse to void what somebody else asks to"),
        )

    def __str__(self) -> str:
        return f"void {self.round}"

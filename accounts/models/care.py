"""The staff's notes about players, and exclusions, which need two people."""

from typing import ClassVar

from django.db import models

from accounts.models.books import Appended
from accounts.models.users import User


class PlayerNote(Appended):
    """A staff member's note about a player, for staff: never changed."""

    user = models.ForeignKey(User, models.PROTECT, related_name="notes")
    text = models.CharField(max_length=500)
    by = models.ForeignKey(User, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["-pk"]

    def __str__(self) -> str:
        return f"note {self.pk} about {self.user_id}"


class ExclusionRequest(models.Model):
    """Somebody asks to exclude a player, or to end that; somebody else decides. `days`: for how
    long, None for good. The player reads the reason if it is approved."""

    class Kind(models.TextChoices):
        EXCLUDE = "exclude", "Exclude"
        LIFT = "lift", "End the exclusion"

    class Status(models.TextChoices):
        WAITING = "waiting", "Waits for a second person"
        APPROVED = "approved", "Approved"
        REFUSED = "refused", "Refused"

    kind = models.CharField(max_length=7, choices=Kind)
    user = models.ForeignKey(User, models.PROTECT, related_name="exclusion_requests")
    days = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=200)
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    requested_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    requested = models.DateTimeField()
    decided_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    decided = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-requested"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["user"],
                condition=models.Q(status="waiting"),
                name="one_exclusion_request_waits_per_player",
            ),
            models.CheckConstraint(
                condition=~models.Q(status="approved")
                | ~models.Q(decided_by=models.F("requested_by")),
                name="an_exclusion_takes_two_persons",
            ),
        ]
        permissions = (
            ("approve_exclusionrequest", "Can approve or refuse an exclusion that others ask for"),
        )

    def __str__(self) -> str:
        return f"{self.words} {self.user.display_name}"

    @property
    def words(self) -> str:
        """The request in words."""
        if self.kind == self.Kind.LIFT:
            return "end the exclusion of"
        return f"exclude {f'for {self.days} days' if self.days else 'for good'}:"

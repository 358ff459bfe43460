"""Links by which a player shows one round to people without an account."""

import secrets
from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.models.rounds import RoundSeat


def new_token() -> str:
    """192 random bits: nobody can guess a link."""
    return secrets.token_urlsafe(24)


class SharedRound(models.Model):
    """A link to a finished round as one of its seats saw it; invalid once `revoked`."""

    token = models.CharField(max_length=43, unique=True, default=new_token)
    part = models.ForeignKey(RoundSeat, models.PROTECT, related_name="shared")
    created = models.DateTimeField()
    revoked = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["part"], condition=Q(revoked=None), name="one_open_link_per_part"
            )
        ]

    def __str__(self) -> str:
        return f"link to {self.part}"

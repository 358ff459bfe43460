"""Who plays."""

import secrets
from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower


def new_client_seed() -> str:
    """A random client seed, until the player sets one."""
    return secrets.token_hex(16)


class User(AbstractUser):
    """A person, or a bot. A guest is a user without a password who may become a member later.

    Nobody is ever removed, since rounds and the ledger name their users: whose account is deleted
    has `left`, and nothing of the row says any more who it was.
    """

    is_guest = models.BooleanField(default=False)
    is_bot = models.BooleanField(
        default=False, help_text="Played by the house; see games.tables.bots."
    )
    left = models.DateTimeField(null=True, blank=True, help_text="When the account was deleted.")
    client_seed = models.CharField(
        max_length=64,
        default=new_client_seed,
        validators=[RegexValidator(r"^[\x20-\x7e]+\Z", "A client seed is 1 to 64 plain letters.")],
        help_text="Mixed into every deal of this player; see docs/fairness.md.",
    )
    preferences = models.JSONField(
        default=dict, blank=True, help_text="How the site looks and sounds; accounts.preferences."
    )

    class Meta(AbstractUser.Meta):
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(Lower("username"), name="one_user_per_name_in_any_case")
        ]

    @property
    def display_name(self) -> str:
        """What the other seats read."""
        if self.left:
            return "Gone"
        if self.is_bot:
            return self.first_name
        return f"Guest {self.pk}" if self.is_guest else self.username

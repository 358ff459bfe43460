"""Who plays."""

import secrets

from django.contrib.auth.models import AbstractUser
from django.core.validators import RegexValidator
from django.db import models


def new_client_seed() -> str:
    """A random client seed, until the player sets one."""
    return secrets.token_hex(16)


class User(AbstractUser):
    """A person, or a bot. A guest is a user without a password who may become a member later."""

    is_guest = models.BooleanField(default=False)
    is_bot = models.BooleanField(default=False, help_text="Played by the house; see games.bots.")
    client_seed = models.CharField(
        max_length=64,
        default=new_client_seed,
        validators=[RegexValidator(r"^[\x20-\x7e]+\Z", "A client seed is 1 to 64 plain letters.")],
        help_text="Mixed into every deal of this player; see docs/fairness.md.",
    )
    preferences = models.JSONField(
        default=dict, blank=True, help_text="How the site looks and sounds; accounts.preferences."
    )

    @property
    def display_name(self) -> str:
        """What the other seats read."""
        if self.is_bot:
            return self.first_name
        return f"Guest {self.pk}" if self.is_guest else self.username

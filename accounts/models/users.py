"""Who plays."""

import secrets
from typing import ClassVar
from unicodedata import normalize

from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower

from accounts.names import looks_taken


def new_client_seed() -> str:
    """A random client seed, until the player sets one."""
    return secrets.token_hex(16)


def forms_of(password: str) -> list[str]:
    """The forms in which a password may have been stored, each once."""
    forms = (normalize("NFKC", password), normalize("NFC", password), password)
    return list(dict.fromkeys(forms))


class User(AbstractUser):
    """A person, or a bot. A guest is a user without a password who may become a member later.

    Nobody is ever removed, since rounds and the ledger name their users: a user whose account is
    deleted has `left`, and the row no longer says who it was.
    """

    is_guest = models.BooleanField(default=False)
    is_bot = models.BooleanField(default=False, help_text="Played by the house.")
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

    password_set_by = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="+", editable=False,
        help_text="Who set the password, where that was not its owner.",
    )  # fmt: skip
    password_set_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta(AbstractUser.Meta):
        verbose_name = "player"
        verbose_name_plural = "players"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(Lower("username"), name="one_user_per_name_in_any_case")
        ]

    @classmethod
    def named(cls, name: str) -> "User | None":
        """The user with a name, regardless of case, by index."""
        rows = cls.objects.alias(in_small=Lower("username"))
        return rows.filter(in_small=name.strip().lower()).first()

    def clean(self) -> None:
        """Refuse a new name that looks like somebody else's. Existing names stay."""
        super().clean()
        same = User.objects.filter(pk=self.pk, username=self.username).exists()
        if not same and looks_taken(self.username, but=self.pk):
            raise ValidationError({"username": "Somebody has a name that reads like this one."})

    def set_password(self, raw_password: str | None) -> None:
        """Store a password in one form, however a keyboard composes its letters (NFKC, as Django
        does for names)."""
        super().set_password(raw_password and normalize("NFKC", raw_password))

    def check_password(self, raw_password: str | None) -> bool:
        """Whether this is the password; passwords stored as typed stay valid."""
        if raw_password is None:
            return False
        return any(super(User, self).check_password(form) for form in forms_of(raw_password))

    @property
    def display_name(self) -> str:
        """The name that others read."""
        if self.left:
            return "Gone"
        if self.is_bot:
            return self.first_name
        return f"Guest {self.pk}" if self.is_guest else self.username


class StaffRows(UserManager["StaffMember"]):
    """The users who may enter the administration."""

    def get_queryset(self) -> models.QuerySet["StaffMember"]:
        """Those who work here, or did."""
        return super().get_queryset().filter(is_staff=True)


class StaffMember(User):
    """A user who works here: the same row, with a separate administration page."""

    objects: ClassVar[StaffRows] = StaffRows()

    class Meta:
        proxy = True
        ordering: ClassVar[list[str]] = ["username"]
        verbose_name = "person"
        verbose_name_plural = "people"

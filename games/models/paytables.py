"""Paytable versions, which rounds are paid by for ever."""

from typing import Any, ClassVar, NoReturn

from django.db import models

from games.engine.payout import parse_payout
from games.engine.paytable import Paytable

_PAYTABLES: dict[int, Paytable] = {}
"""The engine's value of each version used so far."""


class VersionRows(models.QuerySet["PaytableVersion"]):
    """Versions, of which only the status ever changes."""

    def update(self, **kwargs: Any) -> int:
        """Change the status; refuse anything else."""
        if set(kwargs) != {"status"}:
            raise TypeError("A paytable version is never changed; load a new version.")
        return super().update(**kwargs)

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse."""
        raise TypeError("Paytable versions are never changed; load new versions.")

    def delete(self) -> NoReturn:
        """Refuse."""
        raise TypeError("A paytable version is never deleted; retire it.")


class PaytableVersion(models.Model):
    """A paytable as it pays, in one immutable version. A change of the lines is a new version.

    `drafted`: when its lines had last changed when it was submitted; None for a version loaded from
    its maker's printed paytable.
    """

    class Status(models.TextChoices):
        DRAFT = "draft"
        SUBMITTED = "submitted"
        APPROVED = "approved"
        ACTIVE = "active"
        RETIRED = "retired"

    game = models.CharField(max_length=40)
    spot = models.CharField(max_length=40)
    code = models.CharField(max_length=40)
    number = models.PositiveIntegerField()
    title = models.CharField(max_length=120, blank=True)
    source = models.TextField(blank=True)
    lines = models.JSONField(help_text="Pairs of line and payout, best first.")
    printed = models.JSONField(default=dict, blank=True)
    digest = models.CharField(max_length=64, db_index=True)
    status = models.CharField(max_length=9, choices=Status, default=Status.DRAFT)
    created = models.DateTimeField()
    drafted = models.DateTimeField(null=True, blank=True)

    objects = VersionRows.as_manager()

    class Meta:
        ordering: ClassVar[list[str]] = ["game", "spot", "code", "-number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["game", "spot", "code", "number"], name="one_paytable_version_per_number"
            )
        ]
        permissions = (
            ("approve_paytableversion", "Can approve or reject what somebody else has drafted"),
            ("activate_paytableversion", "Can activate and retire approved paytable versions"),
        )

    def __str__(self) -> str:
        return f"{self.game} {self.spot} {self.code} v{self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert, or change the status; nothing else of a version ever changes."""
        if not self._state.adding and set(kwargs.get("update_fields") or ["*"]) != {"status"}:
            raise TypeError("A paytable version is never changed; load a new version.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse: rounds are replayed by their versions for ever."""
        raise TypeError("A paytable version is never deleted; retire it.")

    @property
    def is_whole(self) -> bool:
        """Whether the lines are still those of the digest that was approved and that rounds name.
        The site cannot change them; somebody with access to the database can."""
        lines = {line: parse_payout(text) for line, text in self.lines}
        paytable = Paytable(game=self.game, spot=self.spot, code=self.code, lines=lines)
        return paytable.digest == self.digest

    @property
    def value(self) -> Paytable:
        """The paytable the engine pays by; versions never change, so each is made once."""
        if self.pk not in _PAYTABLES or _PAYTABLES[self.pk].digest != self.digest:
            _PAYTABLES[self.pk] = Paytable(
                game=self.game,
                spot=self.spot,
                code=self.code,
                lines={line: parse_payout(text) for line, text in self.lines},
                title=self.title,
                source=self.source,
                printed=self.printed,
            )
        return _PAYTABLES[self.pk]

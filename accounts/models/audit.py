"""Who did what to the house, and why: rows that are only added."""

from typing import Any, ClassVar

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Value
from django.db.models.functions import Concat, Lower

from accounts.models.books import Appended
from accounts.models.users import User

SEARCHED = ("actor_name", "act", "target_type", "target_id", "target_label", "reason")
"""The texts that a search of the log reads."""


def _texts() -> Lower:
    """All of them in lower case, each on its own line, so that no match spans two."""
    lines = [part for name in SEARCHED for part in (Value("\n"), models.F(name))]
    return Lower(Concat(*lines, output_field=models.TextField()))


class AuditEntry(Appended):
    """One administrative action, or one log-in. Only `accounts.audit` writes it.

    `actor_name` is the actor's name at the time, or the name given in a failed log-in. `before` and
    `after` hold the differences by field; None if there is no such side. The database makes
    `searched` from the texts: one column to search, in lower case.
    """

    at = models.DateTimeField(db_index=True)
    actor = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="administered"
    )
    actor_name = models.CharField("who", max_length=150, blank=True)
    act = models.CharField(max_length=40, db_index=True)
    target_type = models.CharField(max_length=80, blank=True)
    target_id = models.CharField(max_length=40, blank=True)
    target_label = models.CharField("what", max_length=200, blank=True)
    before: Any = models.JSONField(null=True, blank=True, encoder=DjangoJSONEncoder)
    after: Any = models.JSONField(null=True, blank=True, encoder=DjangoJSONEncoder)
    reason = models.TextField("why", blank=True)
    address = models.CharField(max_length=45, blank=True, help_text="Where the request came from.")
    searched = models.GeneratedField(
        expression=_texts(), output_field=models.TextField(), db_persist=True
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["-at", "-pk"]
        verbose_name = "audit entry"
        verbose_name_plural = "audit log"
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["target_type", "target_id"], name="audit_by_target"),
        ]

    def __str__(self) -> str:
        return " ".join(filter(None, (self.actor_name, self.act, self.target_label)))

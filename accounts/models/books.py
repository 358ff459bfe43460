"""Where every chip is. Only `accounts.ledger` writes these rows."""

from typing import Any, ClassVar, NoReturn, TypeVar

from django.db import models

from accounts.models.users import User


class Account(models.Model):
    """A place where chips are. `balance` is in cents: the sum of the account's entries. `shown` is
    the balance that others see: without transfers that are still secret."""

    class Kind(models.TextChoices):
        PLAYER = "player"
        ESCROW = "escrow", "a table's wagers in play"
        HOUSE = "house", "a table's bank"
        GRANTS = "grants", "where play money comes from"

    kind = models.CharField(max_length=6, choices=Kind)
    name = models.CharField(max_length=60, unique=True)
    user = models.OneToOneField(User, models.PROTECT, null=True, blank=True, related_name="account")
    balance = models.BigIntegerField(default=0)
    shown = models.BigIntegerField(default=0)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(balance__gte=0) | models.Q(kind__in=["house", "grants"]),
                name="players_and_escrow_never_below_zero",
            )
        ]

    def __str__(self) -> str:
        """Whose it is, in words; `name` is the site's own key."""
        if self.user is not None:
            return self.user.display_name
        kind, _, number = self.name.partition("/")
        words = {"house": "Bank of table", "escrow": "Bets in play at table"}.get(kind)
        return f"{words} {number}" if words and number else "Play money"


_Row = TypeVar("_Row", bound=models.Model)


class AppendedRows(models.QuerySet[_Row]):
    """Rows that are only added."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Refuse."""
        raise TypeError(f"A {self.model._meta.verbose_name} is never changed.")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse."""
        self.update()

    def delete(self) -> NoReturn:
        """Refuse."""
        raise TypeError(f"A {self.model._meta.verbose_name} is never deleted.")


class Appended(models.Model):
    """A row that is written once and never changed or deleted."""

    objects = AppendedRows.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert; refuse to update."""
        if not self._state.adding:
            raise TypeError(f"A {self._meta.verbose_name} is never changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse."""
        raise TypeError(f"A {self._meta.verbose_name} is never deleted.")


class Transfer(Appended):
    """One movement of chips. `key` names the fact that caused it, so it can happen only once.
    `secret`: others learn of it with the next transfer of the same `ref` that is not secret."""

    key = models.CharField(max_length=120, unique=True)
    reason = models.CharField(max_length=120)
    ref = models.CharField(max_length=40, blank=True, db_index=True)
    secret = models.BooleanField(default=False)
    created = models.DateTimeField()

    def __str__(self) -> str:
        return self.key


class Entry(Appended):
    """One side of a transfer: cents into (positive) or out of (negative) an account."""

    transfer = models.ForeignKey(Transfer, models.PROTECT, related_name="entries", db_index=False)
    account = models.ForeignKey(Account, models.PROTECT, related_name="entries", db_index=False)
    amount = models.BigIntegerField()
    balance_after = models.BigIntegerField()

    class Meta:
        verbose_name_plural = "entries"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["transfer", "account"], name="one_entry_per_account_and_transfer"
            )
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["account", "-transfer"], name="entries_of_an_account"),
            models.Index(fields=["account", "-id"], name="statement_of_an_account"),
        ]

    def __str__(self) -> str:
        return f"{self.amount} cents of {self.account_id}"

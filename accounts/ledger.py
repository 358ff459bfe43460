"""The ledger: the only place that moves chips.

A transfer happens under a key made from the fact that causes it; the same key a second time does
nothing. Its entries sum to zero. Call inside the transaction that records the fact.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import F, Sum
from django.db.models.functions import Coalesce

from accounts.models import Account, Entry, Transfer, User


class InsufficientFunds(Exception):
    """A player's balance does not cover an amount. Amounts in cents."""

    def __init__(self, needed: int, balance: int) -> None:
        super().__init__(f"{needed} cents needed, the balance is {balance} cents")
        self.needed = needed
        self.balance = balance


def player(user: User) -> Account:
    """The account of a user, made on first use."""
    return Account.objects.get_or_create(
        user=user, defaults={"kind": Account.Kind.PLAYER, "name": f"player/{user.pk}"}
    )[0]


def players(user_ids: Iterable[int]) -> dict[int, Account]:
    """The accounts of several users who have one, by user id."""
    accounts = Account.objects.filter(user_id__in=user_ids)
    return {account.user_id: account for account in accounts if account.user_id is not None}


def escrow(table_id: int) -> Account:
    """Where a table's stakes are while a round is played."""
    return _named(Account.Kind.ESCROW, f"escrow/{table_id}")


def house(table_id: int) -> Account:
    """A table's bank. Each table has its own, so that tables never wait for each other."""
    return _named(Account.Kind.HOUSE, f"house/{table_id}")


def grants() -> Account:
    """Where welcome chips and refills come from."""
    return _named(Account.Kind.GRANTS, "grants")


def _named(kind: Account.Kind, name: str) -> Account:
    return Account.objects.get_or_create(name=name, defaults={"kind": kind})[0]


def move(
    key: str, reason: str, amounts: Mapping[Account, int], *, now: datetime, ref: str = ""
) -> bool:
    """Move cents between accounts, once per key.

    amounts: cents into (positive) or out of (negative) each account; they sum to zero.
    Returns False, and changes nothing, when the key has been used. Raises InsufficientFunds when
    a player's account would go below zero, ValueError when the amounts do not sum to zero.
    """
    changes = {account.pk: cents for account, cents in amounts.items() if cents}
    if sum(changes.values()):
        raise ValueError(f"Transfer {key} does not sum to zero: {list(changes.values())}.")
    with transaction.atomic():
        try:
            with transaction.atomic():
                transfer = Transfer.objects.create(key=key, reason=reason, ref=ref, created=now)
        except IntegrityError:
            return False
        # Locked in the order of their keys, so that two transfers never wait for each other.
        locked = Account.objects.select_for_update().filter(pk__in=changes).order_by("pk")
        accounts = list(locked)
        for account in accounts:
            _apply(account, changes[account.pk])
        Account.objects.bulk_update(accounts, ["balance"])
        Entry.objects.bulk_create(
            Entry(
                transfer=transfer,
                account=account,
                amount=changes[account.pk],
                balance_after=account.balance,
            )
            for account in accounts
        )
    return True


def _apply(account: Account, cents: int) -> None:
    balance = account.balance + cents
    if balance < 0 and account.kind == Account.Kind.PLAYER:
        raise InsufficientFunds(-cents, account.balance)
    account.balance = balance


def balance_of(user: User) -> int:
    """Cents a user has; 0 without an account."""
    return Account.objects.filter(user_id=user.pk).values_list("balance", flat=True).first() or 0


def moved(ref: str) -> dict[Account, int]:
    """What every account gained or lost, in cents, over all transfers with a reference."""
    accounts = Account.objects.filter(entries__transfer__ref=ref)
    return {account: account.total for account in accounts.annotate(total=Sum("entries__amount"))}


def audit() -> list[str]:
    """Every difference in the books, as sentences; empty when all is well."""
    problems = [
        f"Transfer {key} sums to {total} cents, not zero."
        for key, total in Transfer.objects.annotate(total=Sum("entries__amount"))
        .exclude(total=0)
        .values_list("key", "total")
    ]
    booked = Account.objects.annotate(booked=Coalesce(Sum("entries__amount"), 0))
    problems += [
        f"Account {account.name} has {account.balance} cents, its entries sum to "
        f"{account.booked}: {account.balance - account.booked:+d} cents."
        for account in booked.exclude(balance=F("booked"))
    ]
    return problems

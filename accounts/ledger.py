"""The ledger: the only place that moves chips.

A transfer happens under a key made from the fact that causes it; using the same key again does
nothing. Its entries sum to zero. Call it inside the transaction that records the fact; a
transaction that makes several transfers first locks all its players (`hold`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import F, OuterRef, Q, Subquery, Sum, Window
from django.db.models.functions import Coalesce, Lag

from accounts import untold
from accounts.models import Account, Entry, Transfer, User
from accounts.prepared import Prepared, PreparedInsert, PreparedUpdate

_OF_USERS = Prepared(Account.objects.all(), "user")
_NAMED = Prepared(Account.objects.all(), "name")
_HELD = Prepared(Account.objects.select_for_update().order_by("pk"), "user")
_LOCKED = Prepared(Account.objects.select_for_update().order_by("pk"), "pk")
_UNDER = Prepared(Transfer.objects.all(), "ref")
_OF_TRANSFERS = Prepared(Entry.objects.all(), "transfer")
_WRITE_BALANCES = PreparedUpdate(Account, ("balance", "shown"))
_NEW_TRANSFERS = PreparedInsert(Transfer)
_NEW_ENTRIES = PreparedInsert(Entry)


class InsufficientFunds(Exception):
    """A player's balance does not cover an amount. Amounts in cents."""

    def __init__(self, needed: int, balance: int) -> None:
        super().__init__(f"{needed} cents needed, the balance is {balance} cents")
        self.needed = needed
        self.balance = balance


def player(user: User) -> Account:
    """The account of a user, made (empty) on first use."""
    return Account.objects.get_or_create(
        user=user, defaults={"kind": Account.Kind.PLAYER, "name": f"player/{user.pk}"}
    )[0]


def players(user_ids: Iterable[int]) -> dict[int, Account]:
    """The accounts of several users who have one, by user id."""
    accounts = _OF_USERS.among(set(user_ids))
    return {account.user_id: account for account in accounts if account.user_id is not None}


def hold(user_ids: Iterable[int]) -> dict[int, Account]:
    """The same, locked until the transaction ends.

    In the order of their keys: otherwise two tables with the same players in different seats could
    deadlock.
    """
    locked = _HELD.among(set(user_ids))
    return {account.user_id: account for account in locked if account.user_id is not None}


def escrow(table_id: int) -> Account:
    """Where a table's stakes are during a round; made on first use."""
    return _named(Account.Kind.ESCROW, f"escrow/{table_id}")


def house(table_id: int) -> Account:
    """A table's bank. Each table has its own, so that tables never wait for each other."""
    return _named(Account.Kind.HOUSE, f"house/{table_id}")


def grants() -> Account:
    """Where welcome chips and refills come from."""
    return _named(Account.Kind.GRANTS, "grants")


def _named(kind: Account.Kind, name: str) -> Account:
    for account in _NAMED.all(name):
        return account
    return Account.objects.get_or_create(name=name, defaults={"kind": kind})[0]


@dataclass(frozen=True)
class Move:
    """A transfer to be made: cents into (positive) or out of (negative) each account, which sum to
    zero; under a key that is used once.

    secret: the balances that others see do not change. reveals: they change by all secret transfers
    under the same reference.
    """

    key: str
    reason: str
    amounts: Mapping[Account, int]
    secret: bool = False
    reveals: bool = False

    @property
    def changes(self) -> dict[int, int]:
        """The cents by account key. Raises ValueError if they do not sum to zero or move
        nothing."""
        changes = {account.pk: cents for account, cents in self.amounts.items() if cents}
        if not changes:
            raise ValueError(f"Transfer {self.key} moves nothing.")
        if sum(changes.values()):
            raise ValueError(f"Transfer {self.key} does not sum to zero: {list(changes.values())}.")
        return changes


def move(
    key: str, reason: str, amounts: Mapping[Account, int], *, now: datetime, ref: str = ""
) -> bool:
    """Move cents between accounts, once per key; see `Move` for the arguments.

    Returns False, and changes nothing, if the key has been used. Raises InsufficientFunds if a
    player's account would go below zero, ValueError if the amounts do not sum to zero or move
    nothing.
    """
    return move_all([Move(key, reason, amounts)], now=now, ref=ref)


def move_all(moves: Sequence[Move], *, now: datetime, ref: str = "") -> bool:
    """The same for several transfers, in their order: all are made, or none. Raises as `move`."""
    changes = [each.changes for each in moves]
    with transaction.atomic():
        try:
            with transaction.atomic():
                transfers = _NEW_TRANSFERS.write(
                    Transfer(
                        key=each.key, reason=each.reason, ref=ref, secret=each.secret, created=now
                    )
                    for each in moves
                )
        except IntegrityError:
            return False
        kept = _kept_secret(ref) if any(each.reveals for each in moves) else {}
        # Locked in the order of their keys, so that two transfers never wait for each other.
        changed = {pk for cents in changes for pk in cents} | set(kept)
        accounts = _LOCKED.among(changed)
        entries = [
            _entry(transfer, account, cents[account.pk])
            for transfer, cents in zip(transfers, changes, strict=True)
            for account in accounts
            if account.pk in cents
        ]
        for account in accounts:
            account.shown += kept.get(account.pk, 0)
        _WRITE_BALANCES.write(accounts)
        _NEW_ENTRIES.write(entries)
    return True


def _entry(transfer: Transfer, account: Account, cents: int) -> Entry:
    balance = account.balance + cents
    if balance < 0 and account.kind == Account.Kind.PLAYER:
        raise InsufficientFunds(-cents, account.balance)
    account.balance = balance
    if not transfer.secret:
        account.shown += cents
    return Entry(transfer=transfer, account=account, amount=cents, balance_after=balance)


def _kept_secret(ref: str) -> dict[int, int]:
    """What the secret transfers under a reference moved, in cents, by account key."""
    secret = [transfer.pk for transfer in _UNDER.all(ref) if transfer.secret]
    kept: dict[int, int] = {}
    for entry in _OF_TRANSFERS.among(secret):
        kept[entry.account_id] = kept.get(entry.account_id, 0) + entry.amount
    return kept


def balance_of(user: User) -> int:
    """The cents a user has; 0 without an account."""
    return Account.objects.filter(user_id=user.pk).values_list("balance", flat=True).first() or 0


def moved(ref: str) -> dict[Account, int]:
    """What every account gained or lost, in cents, over all transfers with a reference."""
    accounts = Account.objects.filter(entries__transfer__ref=ref)
    return {account: account.total for account in accounts.annotate(total=Sum("entries__amount"))}


def audit() -> list[str]:
    """Every difference in the books, as sentences; empty if all is well."""
    return [
        *_unbalanced_transfers(),
        *_unbooked_balances(),
        *_unshown_balances(),
        *_broken_chains(),
    ]


def _unbalanced_transfers() -> Iterator[str]:
    """Every transfer has entries, and they sum to zero."""
    transfers = Transfer.objects.annotate(total=Sum("entries__amount")).order_by("pk")
    wrong = transfers.filter(~Q(total=0) | Q(total=None))
    for key, total in wrong.values_list("key", "total"):
        if total is None:
            yield f"Transfer {key} has no entries."
        else:
            yield f"Transfer {key} sums to {total} cents, not zero."


def _unbooked_balances() -> Iterator[str]:
    """Every balance is the sum of its entries."""
    accounts = Account.objects.annotate(booked=Coalesce(Sum("entries__amount"), 0))
    for account in accounts.exclude(balance=F("booked")).order_by("pk"):
        yield (
            f"Account {account.name} has {account.balance} cents, its entries sum to "
            f"{account.booked}: {account.balance - account.booked:+d} cents."
        )


def _unshown_balances() -> Iterator[str]:
    """Others see every balance as it would be without secret transfers."""
    secret = Entry.objects.filter(untold.secret("transfer__"), account=OuterRef("pk"))
    sums = secret.order_by().values("account").annotate(cents=Sum("amount")).values("cents")
    accounts = Account.objects.annotate(due=F("balance") - Coalesce(Subquery(sums), 0))
    for account in accounts.exclude(shown=F("due")).order_by("pk"):
        yield (
            f"Account {account.name} shows {account.shown} cents; without what is secret it has "
            f"{account.due}."
        )


def _broken_chains() -> Iterator[str]:
    """Every entry continues from the one before it, so that altering two consistently is
    noticed."""
    before = Window(Lag("balance_after", default=0), partition_by="account", order_by=F("pk").asc())
    entries = Entry.objects.annotate(before=before).select_related("account", "transfer")
    for entry in entries.exclude(balance_after=F("before") + F("amount")).order_by("pk"):
        yield (
            f"Transfer {entry.transfer.key} moved {entry.amount:+d} cents and left account "
            f"{entry.account.name} with {entry.balance_after} cents; before it had {entry.before}."
        )

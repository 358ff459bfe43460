"""What the books do not tell yet: chips that moved in a round which is still being played.

A raise whose cards lie face down is its player's secret until the round shows it, and its transfer,
or the balances after it, would give it away. The ledger and its audit know everything; pages of the
staff ask here what they may show.
"""

from collections.abc import Callable, Collection

from django.db.models import F, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from accounts.models import Account, Entry, Transfer

References = Callable[[], Collection[str]]
"""The `Transfer.ref` of everything that is not over."""

_references: References = tuple


def set_references(references: References) -> None:
    """Say who knows what is not over. Called while the site starts."""
    global _references
    _references = references


def shown(transfers: QuerySet[Transfer]) -> QuerySet[Transfer]:
    """Those of some transfers that may be shown."""
    return transfers.exclude(ref__in=_references())


def with_balances(accounts: QuerySet[Account]) -> QuerySet[Account]:
    """Accounts with `told`: the balance in cents, as it would be without what is not over."""
    sums = _moved().filter(account=OuterRef("pk")).order_by().values("account")
    moved = Subquery(sums.annotate(sum=Sum("amount")).values("sum"))
    return accounts.annotate(told=F("balance") - Coalesce(moved, 0))


def moves(account: Account) -> bool:
    """Whether chips of an account moved in something that is not over."""
    return _moved().filter(account=account).exists()


def balance(account: Account) -> int:
    """An account's balance in cents, as it would be without what is not over."""
    moved = _moved().filter(account=account).aggregate(sum=Sum("amount"))["sum"]
    return account.balance - (moved or 0)


def _moved() -> QuerySet[Entry]:
    return Entry.objects.filter(transfer__ref__in=_references())

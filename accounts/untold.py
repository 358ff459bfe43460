"""What the books do not show yet: chips that moved in secret, in a round still in play.

A raise with face-down cards is its player's secret until the round shows it. The ledger records
which transfers are secret, and the balance that others see (`Account.shown`) leaves them out; staff
pages show that balance, and only the transfers that `shown` returns.
"""

from collections.abc import Callable, Collection

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import Combinable

from accounts.models import Account, Entry, Transfer

References = Callable[[], Collection[str]]
"""The `Transfer.ref` of all rounds that are not over."""

_references: References = tuple


def set_references(references: References) -> None:
    """Register a function that says what is not over. Called while the site starts."""
    global _references
    _references = references


def secret(path: str = "") -> Combinable | Q:
    """Transfers that are still secret: none under their reference has revealed them.

    path: the lookup from a query to its transfers, as in ``"transfer__"``.
    """
    later = Transfer.objects.filter(
        ref=OuterRef(f"{path}ref"), secret=False, pk__gt=OuterRef(f"{path}pk")
    )
    return Q(**{f"{path}secret": True}) & ~Exists(later)


def shown(transfers: QuerySet[Transfer]) -> QuerySet[Transfer]:
    """The transfers that may be shown: one statement finds them, so that no secret can come between
    two."""
    return transfers.exclude(secret())


def moves(account: Account) -> bool:
    """Whether an account's chips moved in a round that is not over. Lock the account first
    (`ledger.hold`) if the answer must stay true."""
    return Entry.objects.filter(transfer__ref__in=_references(), account=account).exists()

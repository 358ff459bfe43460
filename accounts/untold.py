"""What the books do not show yet: chips that moved in secret, in a round that is still played.

A raise whose cards lie face down is its player's secret until the round shows it. The ledger notes
which transfers are secret, and moves what others see of a balance (`Account.shown`) without them;
pages of the staff show that, and the transfers that `shown` leaves.
"""

from collections.abc import Callable, Collection

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import Combinable

from accounts.models import Account, Entry, Transfer

References = Callable[[], Collection[str]]
"""The `Transfer.ref` of everything that is not over."""

_references: References = tuple


def set_references(references: References) -> None:
    """Register a function that says what is not over. Called while the site starts."""
    global _references
    _references = references


def secret(path: str = "") -> Combinable | Q:
    """Transfers that are still a secret: none under their reference has revealed them.

    path: how a query comes to its transfers, as in ``"transfer__"``.
    """
    later = Transfer.objects.filter(
        ref=OuterRef(f"{path}ref"), secret=False, pk__gt=OuterRef(f"{path}pk")
    )
    return Q(**{f"{path}secret": True}) & ~Exists(later)


def shown(transfers: QuerySet[Transfer]) -> QuerySet[Transfer]:
    """Those of some transfers that may be shown: one statement finds them, so that no secret can
    begin between two."""
    return transfers.exclude(secret())


def moves(account: Account) -> bool:
    """Whether chips of an account moved in something that is not over. For the answer to hold, the
    account is locked first (`ledger.hold`)."""
    return Entry.objects.filter(transfer__ref__in=_references(), account=account).exists()

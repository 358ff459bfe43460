"""Chips that the house gives to or takes from a player: one person asks, another one decides.

An approved request is booked at once, under a key made from it, so it happens once. The chips come
from the grants, like all play money, and go back there.
"""

from datetime import datetime

from django.db import transaction

from accounts import audit, ledger, untold
from accounts.models import Account, LedgerRequest, User
from accounts.staff import By, Declined, acting, openings, why_not_second
from accounts.templatetags.money import money, signed

ASK, DECIDE = "accounts.add_ledgerrequest", "accounts.approve_ledgerrequest"
MOST = 100_000_00
"""The most that one request moves, in cents."""

Kind, Status = LedgerRequest.Kind, LedgerRequest.Status


def ask(by: By, player: User, kind: str, cents: int, reason: str, now: datetime) -> LedgerRequest:
    """Ask to move cents into (positive) or out of (negative) a player's account.

    Raises PermissionDenied, or Declined if nobody could approve it.
    """
    user = acting(by, ASK)
    if kind not in Kind.values:
        raise Declined(f"There is no {kind!r}; accepted: {', '.join(Kind.values)}.")
    if not 0 < abs(cents) <= MOST:
        raise Declined(f"The amount is above 0 and at most {money(MOST)}, not {money(cents)}.")
    if kind == Kind.GRANT and cents < 0:
        raise Declined("A grant gives chips. To take some, ask for a correction.")
    words = reason.strip()
    if not 0 < len(words) <= 200:
        raise Declined("Give a reason of at most 200 letters: the second person reads it.")
    with transaction.atomic():
        asked = LedgerRequest.objects.create(
            kind=kind, account=ledger.player(player), cents=cents, reason=words,
            requested_by=user, requested=now,
        )  # fmt: skip
        audit.record(by, "asked for chips", asked, after={"cents": cents}, reason=words)
    return asked


def approve(by: By, request_id: int, now: datetime) -> LedgerRequest:
    """Book somebody else's request. Raises PermissionDenied, or Declined."""
    user = acting(by, DECIDE)
    with transaction.atomic():
        asked = _waiting(request_id)
        if reason := why_not_second(user, [asked.requested_by_id]):
            raise Declined(reason)
        _check_not_own(user, asked)
        # Whether it succeeds would reveal how much is left, and so what has been raised.
        if asked.cents < 0 and untold.moves(asked.account):
            raise Declined("The player is in a round. Decide about this when it is over.")
        amounts: dict[Account, int] = {asked.account: asked.cents, ledger.grants(): -asked.cents}
        words = "Granted by the house" if asked.kind == Kind.GRANT else "Corrected by the house"
        try:
            ledger.move(f"request/{asked.pk}", words, amounts, now=now)
        except ledger.InsufficientFunds as error:
            raise Declined(
                f"The player has only {money(error.balance)} now; {money(error.needed)} cannot "
                "be taken. Refuse this, and ask for less."
            ) from None
        _decide(by, asked, user, Status.APPROVED, now)
    return asked


def refuse(by: By, request_id: int, now: datetime) -> LedgerRequest:
    """Book nothing. Raises PermissionDenied, or Declined."""
    user = acting(by, DECIDE)
    with transaction.atomic():
        asked = _waiting(request_id)
        if asked.requested_by_id != user.pk:
            _check_not_own(user, asked)
        _decide(by, asked, user, Status.REFUSED, now)
    return asked


def _check_not_own(user: User, asked: LedgerRequest) -> None:
    if asked.account.user_id == user.pk:
        raise Declined("These are your own chips: somebody else must decide about them.")


def _waiting(request_id: int) -> LedgerRequest:
    """An undecided request, locked together with its account, so that no round of this player
    begins or ends in between."""
    asked = (
        LedgerRequest.objects.select_for_update(of=("self", "account"))
        .select_related("account")
        .filter(pk=request_id)
        .first()
    )
    if asked is None:
        raise Declined("There is no such request.")
    if asked.status != Status.WAITING:
        raise Declined(f"This was {asked.status} already.")
    return asked


def _decide(
    by: By, asked: LedgerRequest, user: User, status: LedgerRequest.Status, now: datetime
) -> None:
    asked.status, asked.decided_by, asked.decided = status, user, now
    asked.save(update_fields=["status", "decided_by", "decided"])
    after = {"status": str(status), "chips": signed(asked.cents)}
    after |= openings(user, [asked.requested_by_id], now)
    audit.record(by, status.value, asked, before={"status": "waiting"}, after=after,
                 reason=asked.reason)  # fmt: skip

"""Players whom the house excludes: one person asks, another one decides, the player reads why.

An exclusion is a break that its player did not choose and cannot end. A hand in play is finished
and paid; then every seat is given up and no bet is taken. The chips stay in the account.

Services take `by`: the user who acts, or their request. They raise PermissionDenied for users
without permission, and `Declined` with a sentence if something cannot be done.
"""

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction

from accounts import audit, limits
from accounts.models import ExclusionRequest, PlayerNote, PlayLimits, User
from accounts.signals import leaving
from accounts.staff import By, Declined, acting, openings, why_not_second

ASK, DECIDE = "accounts.add_exclusionrequest", "accounts.approve_exclusionrequest"
NOTE = "accounts.add_playernote"
LENGTHS = (1, 7, 30, 90, 365, None)
"""For how many days somebody may be excluded; None: for good."""

Kind, Status = ExclusionRequest.Kind, ExclusionRequest.Status


def note(by: By, player: User, text: str, now: datetime) -> PlayerNote:
    """Write a note about a player. Only staff can read it, and nobody can change it."""
    user = acting(by, NOTE)
    words = text.strip()
    if not 0 < len(words) <= 500:
        raise Declined("A note has 1 to 500 letters.")
    return PlayerNote.objects.create(user=player, text=words, by=user, at=now)


def ask(
    by: By, player: User, kind: str, days: int | None, reason: str, now: datetime
) -> ExclusionRequest:
    """Ask to exclude a player for some days (None: for good), or to end that."""
    user = acting(by, ASK)
    words = reason.strip()
    if not 0 < len(words) <= 200:
        raise Declined("Give a reason of at most 200 letters: the player reads it.")
    if kind == Kind.EXCLUDE and days not in LENGTHS:
        raise Declined("Nobody is excluded for that long; choose one of the lengths.")
    if kind == Kind.LIFT and not _excluded(player, now):
        raise Declined("This player is not excluded.")
    try:
        with transaction.atomic():
            asked = ExclusionRequest.objects.create(
                kind=kind, user=player, days=days if kind == Kind.EXCLUDE else None, reason=words,
                requested_by=user, requested=now,
            )  # fmt: skip
            audit.record(by, f"asked to {kind}", player, after={"days": days}, reason=words)
    except IntegrityError:
        raise Declined("Somebody has asked already: decide about that first.") from None
    return asked


def approve(by: By, request_id: int, now: datetime) -> ExclusionRequest:
    """Approve somebody else's request, with immediate effect."""
    user = acting(by, DECIDE)
    with transaction.atomic():
        asked = _waiting(request_id)
        if reason := why_not_second(user, [asked.requested_by_id]):
            raise Declined(reason)
        _check_not_own(user, asked)
        if asked.kind == Kind.LIFT:
            limits.readmit(asked.user)
        else:
            until = now + timedelta(days=asked.days) if asked.days else None
            limits.exclude(asked.user, until, asked.reason)
        _decide(by, asked, user, Status.APPROVED, now)
    if asked.kind == Kind.EXCLUDE:
        leaving.send(sender=User, user=asked.user, now=now, for_good=False)
    return asked


def refuse(by: By, request_id: int, now: datetime) -> ExclusionRequest:
    """Change nothing. Raises PermissionDenied, or Declined."""
    user = acting(by, DECIDE)
    with transaction.atomic():
        asked = _waiting(request_id)
        _check_not_own(user, asked)
        _decide(by, asked, user, Status.REFUSED, now)
    return asked


def _check_not_own(user: User, asked: ExclusionRequest) -> None:
    if asked.user_id == user.pk:
        raise Declined("This is about you: somebody else must decide.")


def _excluded(player: User, now: datetime) -> bool:
    row = PlayLimits.objects.filter(user=player).first()
    return row is not None and row.excluded_at(now)


def _waiting(request_id: int) -> ExclusionRequest:
    rows = ExclusionRequest.objects.select_for_update(of=("self",)).select_related("user")
    asked = rows.filter(pk=request_id).first()
    if asked is None:
        raise Declined("There is no such request.")
    if asked.status != Status.WAITING:
        raise Declined(f"This was {asked.status} already.")
    return asked


def _decide(
    by: By, asked: ExclusionRequest, user: User, status: ExclusionRequest.Status, now: datetime
) -> None:
    asked.status, asked.decided_by, asked.decided = status, user, now
    asked.save(update_fields=["status", "decided_by", "decided"])
    after = {"days": asked.days, "asked by": asked.requested_by.username}
    after |= openings(user, [asked.requested_by_id], now)
    act = f"{status.value} to {asked.kind}"
    audit.record(by, act, asked.user, after=after, reason=asked.reason)

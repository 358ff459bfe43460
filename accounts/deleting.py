"""Deleting an account: the person leaves, the rounds and the books stay whole."""

from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import transaction

from accounts import ledger
from accounts.models import PlayLimits, User
from accounts.signals import leaving


class NotYet(Exception):
    """Something must end first, as a sentence."""


def delete(user: User, now: datetime) -> None:
    """Delete an account. Its seats are given up, its chips go back where chips come from, and the
    user's row stays for rounds and ledger, without saying who it was.

    Raises NotYet, with the seats already given up, while a round is in play.
    """
    _leave(user, now)
    with transaction.atomic():
        # The chips first, as everywhere that locks both a player's row and their account.
        _return_chips(user, now)
        gone = User.objects.select_for_update().get(pk=user.pk)
        _forget(gone, now)
    # Covers a seat taken in another window in between.
    leaving.send(sender=User, user=user, now=now, for_good=True)


def _leave(user: User, now: datetime) -> None:
    answers = leaving.send(sender=User, user=user, now=now, for_good=True)
    if sentences := [str(answer) for _, answer in answers if answer]:
        raise NotYet(" ".join(sentences))


def _return_chips(user: User, now: datetime) -> None:
    account = ledger.hold([user.pk]).get(user.pk)
    if account is not None and account.balance:
        back = {account: -account.balance, ledger.grants(): account.balance}
        ledger.move(f"user/{user.pk}/gone", "Account deleted", back, now=now)


def _forget(user: User, now: datetime) -> None:
    """Remove everything personal from a user's row and related rows."""
    for session in UserSession.objects.filter(user=user):
        session.end()
    Authenticator.objects.filter(user=user).delete()
    EmailAddress.objects.filter(user=user).delete()
    PlayLimits.objects.filter(user=user).delete()
    user.groups.clear()
    user.user_permissions.clear()
    user.username = f"gone-{user.pk}"
    user.first_name = user.last_name = user.email = ""
    user.last_login = None
    user.preferences = {}
    user.is_guest = user.is_active = user.is_staff = user.is_superuser = False
    user.left = now
    user.set_unusable_password()  # which ends every session that is not in the list
    user.save()

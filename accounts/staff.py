"""Which staff member acts, whether they have permission, and whether they count as a second
person."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts import audit
from accounts.models import AuditEntry, User

By = HttpRequest | User
"""Who acts: a request, or the user."""


def acting(by: By, permission: str) -> User:
    """The user who acts. Raises PermissionDenied if they lack the permission."""
    user = by.user if isinstance(by, HttpRequest) else by
    if not isinstance(user, User) or not user.is_active or not user.has_perm(permission):
        raise PermissionDenied(f"This needs the permission {permission}.")
    return user


class Declined(Exception):
    """A staff request cannot be done; ``str(error)`` says why and what to do instead."""


HELD = timedelta(days=30)
"""For how long a decision mentions who gave access to the account it came from."""


def why_not_second(user: User, makers: Collection[int]) -> str:
    """Why somebody does not count as a second person, as a sentence; "" if they do.

    makers: the ids of those who made the request. Someone who knows an account's password and its
    owner count as one person.
    """
    if user.pk in makers:
        return "This is yours: somebody else must decide about it (four eyes)."
    if user.password_set_by_id in makers:
        assert user.password_set_by is not None
        return (
            f"{user.password_set_by.username} set your password and has a hand in this. Choose a "
            "password of your own first."
        )
    return ""


def openings(user: User, makers: Collection[int], now: datetime) -> dict[str, str]:
    """An extra note in a decision's line of the audit log if the people who made the request gave
    the decider access: invited them, or set their password, in the last 30 days."""
    opened = AuditEntry.objects.filter(
        target_type=User._meta.label_lower, target_id=str(user.pk), actor__in=makers,
        act__in=audit.OPENINGS, at__gte=now - HELD,
    )  # fmt: skip
    words = [f"{entry.actor_name}: {entry.act}, {entry.at:%Y-%m-%d} UTC" for entry in opened]
    return {"account opened by who asked": "; ".join(words)} if words else {}

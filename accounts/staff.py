"""Which of the staff acts, and whether they may."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import User

By = HttpRequest | User
"""Whoever acts: the request that it came with, or the user."""


def acting(by: By, permission: str) -> User:
    """The user who acts. Raises PermissionDenied when they may not."""
    user = by.user if isinstance(by, HttpRequest) else by
    if not isinstance(user, User) or not user.is_active or not user.has_perm(permission):
        raise PermissionDenied(f"This needs the permission {permission}.")
    return user

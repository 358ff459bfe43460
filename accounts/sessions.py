"""Ends sessions as soon as they are no longer valid.

Django would notice at such a session's next request; a socket that it has opened makes none.
"""

from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.sessions.backends.db import SessionStore
from django.db.models.signals import post_save

from accounts.models import User


def end_stale(user: User) -> None:
    """End a user's sessions that are no longer valid: after a password change, or if the user has
    been disabled."""
    for listed in UserSession.objects.filter(user=user):
        key = listed.session_key
        if listed.purge():
            SessionStore().delete(key)


def _saved(instance: User, created: bool, update_fields: Any = None, **_: object) -> None:
    if not created and (update_fields is None or {"password", "is_active"} & set(update_fields)):
        end_stale(instance)


def connect() -> None:
    """From now on, check a user's sessions whenever they may have become invalid. Called while the
    site starts."""
    post_save.connect(_saved, sender=User, dispatch_uid="accounts.sessions")

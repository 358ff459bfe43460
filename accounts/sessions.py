"""Sessions that do not hold any more, ended as soon as that is known.

Django finds out at the next request of such a session; a socket that it has opened makes none.
"""

from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.sessions.backends.db import SessionStore
from django.db.models.signals import post_save

from accounts.models import User


def end_stale(user: User) -> None:
    """End the sessions of a user that no longer prove who they are: after a password change, or
    when the user may not come in any longer."""
    for listed in UserSession.objects.filter(user=user):
        key = listed.session_key
        if listed.purge():
            SessionStore().delete(key)


def _saved(instance: User, created: bool, update_fields: Any = None, **_: object) -> None:
    if not created and (update_fields is None or {"password", "is_active"} & set(update_fields)):
        end_stale(instance)


def connect() -> None:
    """Look at a user's sessions whenever what they prove may have changed, from here on. Called
    while the site starts."""
    post_save.connect(_saved, sender=User, dispatch_uid="accounts.sessions")

"""Checks a password for a name or an address, in the same time whether the account exists or
not."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import filter_users_by_email, get_user_by_username
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest

from accounts.models import User, forms_of
from accounts.prepared import Prepared

_USER = Prepared(User.objects.all(), "pk")

CHECKS = 2
"""How many accounts a log-in by address may match. Sign-up does not reveal whether an address is
taken, so two people may enter the same one, until one of them verifies it."""


class SameTimeBackend(AuthenticationBackend):
    """Checks passwords as often for unknown logins as for known ones."""

    def get_user(self, user_id: int) -> User | None:
        """The user of a session, None if they have been disabled."""
        found = next(iter(_USER.all(user_id)), None)
        return found if found is not None and self.user_can_authenticate(found) else None

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        """The user of the credentials. A name costs one check, an address `CHECKS`."""
        login = str(credentials.get("email") or credentials.get("username") or "")
        password = credentials["password"]
        checks = CHECKS if "@" in login else 1
        people = _people(login)[:checks]
        self._did_check_password = True  # below: no checks are made up from here
        for person in people:
            found: User | None = self._check_password(person, password)
            if found is not None:
                return found
        for form in [*forms_of(password)] * (checks - len(people)):
            make_password(form)
        return None


def _people(login: str) -> list[User]:
    """The users a login may mean, by address or by name; the oldest account first."""
    if "@" in login:
        found = filter_users_by_email(login, prefer_verified=True, for_login=True)
        return sorted(set(found), key=lambda user: user.pk)
    user = get_user_by_username(login) if login else None
    return [user] if user is not None else []

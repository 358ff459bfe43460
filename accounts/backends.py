"""Whether a name or an address and a password belong together: found out in the same time whether
anybody has them or not."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import filter_users_by_email, get_user_by_username
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest

from accounts.models import User, forms_of
from accounts.prepared import Prepared

_USER = Prepared(User.objects.all(), "pk")

CHECKS = 2
"""How many accounts a log-in by address may be for. Nobody who signs up is told whether somebody
has their address, so that two may give the same one, until one of them proves it."""


class SameTimeBackend(AuthenticationBackend):
    """Checks a password as often for a login that nobody has as for one that somebody has."""

    def get_user(self, user_id: int) -> User | None:
        """The user of a session, None for one who may not come in any more."""
        found = next(iter(_USER.all(user_id)), None)
        return found if found is not None and self.user_can_authenticate(found) else None

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        """The user of the credentials. A name costs one check, an address `CHECKS`."""
        login = str(credentials.get("email") or credentials.get("username") or "")
        password = credentials["password"]
        checks = CHECKS if "@" in login else 1
        people = _people(login)[:checks]
        self._did_check_password = True  # below, whatever comes: nothing is to be made up for
        for person in people:
            found: User | None = self._check_password(person, password)
            if found is not None:
                return found
        for form in [*forms_of(password)] * (checks - len(people)):
            make_password(form)
        return None


def _people(login: str) -> list[User]:
    """Whom a login may be, by address or by name; the oldest account first."""
    if "@" in login:
        found = filter_users_by_email(login, prefer_verified=True, for_login=True)
        return sorted(set(found), key=lambda user: user.pk)
    user = get_user_by_username(login) if login else None
    return [user] if user is not None else []

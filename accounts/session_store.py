"""Where sessions are kept: Django's rows, read with a query that is composed once, since every
request and every action over a socket asks for one."""

from typing import Any

from django.contrib.sessions.backends.db import SessionStore as Rows
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.prepared import Prepared

_SESSION = Prepared(Session.objects.all(), "pk")


class SessionStore(Rows):
    """Django's sessions in the database."""

    def load(self) -> dict[str, Any]:
        """What a session holds; nothing, and a new key when it is saved, where there is none or it
        has expired."""
        found = kept(self.session_key)
        return super().load() if found is None else self.decode(found.session_data)


def kept(session_key: str | None) -> Session | None:
    """The row of a session as it is now, None where it has been ended or has expired."""
    now = timezone.now()
    rows = _SESSION.all(session_key) if session_key else []
    return next((row for row in rows if row.expire_date > now), None)

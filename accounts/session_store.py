"""The session store: Django's rows, read with a query that is composed once, since every request
and every action over a socket reads one."""

from typing import Any

from django.contrib.sessions.backends.db import SessionStore as Rows
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.prepared import Prepared

_SESSION = Prepared(Session.objects.all(), "pk")


class SessionStore(Rows):
    """Django's sessions in the database."""

    def load(self) -> dict[str, Any]:
        """A session's data; empty, with a new key when saved, if it does not exist or has
        expired."""
        found = kept(self.session_key)
        return super().load() if found is None else self.decode(found.session_data)


def kept(session_key: str | None) -> Session | None:
    """The current row of a session, None if it has ended or expired."""
    now = timezone.now()
    rows = _SESSION.all(session_key) if session_key else []
    return next((row for row in rows if row.expire_date > now), None)

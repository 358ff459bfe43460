"""The audit log: every administrative action and every staff log-in, in the action's transaction.

All code that changes the house calls `record`. `snapshot`s say what it changed; they leave out what
nobody may read: passwords, seeds, tokens.
"""

from collections.abc import Mapping
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.core.exceptions import PermissionDenied
from django.db import models
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import AuditEntry, User

Facts = Mapping[str, Any]

SECRET_WORDS = ("password", "seed", "token", "secret", "recovery")
"""A field whose name contains one of these is never recorded."""

ADDED, CHANGED, DELETED = "added", "changed", "deleted"
INVITED, DEACTIVATED, REACTIVATED = "invited", "deactivated", "reactivated"
NEW_PASSWORD = "password set by staff"  # noqa: S105 (an act, no password)
OPENINGS = (INVITED, NEW_PASSWORD)
"""Actions after which somebody else may have had access to an account."""
LOGGED_IN, LOGGED_OUT, LOG_IN_FAILED = "logged in", "logged out", "log-in failed"
LOG_IN_REFUSED = "log-in refused"


def record(
    by: HttpRequest | User | None,
    act: str,
    target: models.Model | None = None,
    *,
    before: Facts | None = None,
    after: Facts | None = None,
    reason: str = "",
    actor: User | None = None,
    name: str = "",
) -> AuditEntry:
    """Record one action.

    by: its request, or the user; None for the site itself. act: a word or two, as in "approved".
    before, after: what differs (see `changes`). actor: who it was, if the request does not say yet.
    name: the name given by somebody who is not logged in.
    """
    request = by if isinstance(by, HttpRequest) else None
    known = actor or (getattr(by, "user", None) if request is not None else by)
    actor = known if isinstance(known, User) else None
    return AuditEntry.objects.create(
        at=timezone.now(),
        actor=actor,
        actor_name=(name or (actor.get_username() if actor else ""))[:150],
        act=act,
        target_type=type_of(target) if target else "",
        target_id=str(target.pk) if target else "",
        target_label=str(target)[:200] if target else "",
        before=before,
        after=after,
        reason=reason,
        address=address_of(request),
    )


def type_of(row: models.Model | type[models.Model]) -> str:
    """The log's name for a kind of row: a staff member is a user."""
    concrete = row._meta.concrete_model
    assert concrete is not None
    return concrete._meta.label_lower


def about(row: models.Model) -> models.QuerySet[AuditEntry]:
    """Everything the log has about a row, newest first."""
    return AuditEntry.objects.filter(target_type=type_of(row), target_id=str(row.pk))


def address_of(request: HttpRequest | None) -> str:
    """Where a request came from, "" without one or if unknown.

    The adapter determines it, as for the rate limits and the list of sessions: behind a proxy it is
    what the trusted proxy has added, not the proxy itself.
    """
    if request is None:
        return ""
    try:
        return str(get_adapter(request).get_client_ip(request))
    except PermissionDenied:
        return ""


def snapshot(row: models.Model) -> dict[str, Any]:
    """A row by field, as it may be recorded: many-to-many fields as sorted names."""
    facts = {
        field.name: field.value_from_object(row)
        for field in row._meta.concrete_fields
        if not _is_secret(field.name)
    }
    for many in row._meta.many_to_many:
        facts[many.name] = sorted(map(str, many.value_from_object(row)))
    return facts


def _is_secret(name: str) -> bool:
    return any(word in name for word in SECRET_WORDS)


def changes(before: Facts, after: Facts) -> tuple[dict[str, Any], dict[str, Any]]:
    """The fields that differ between two snapshots, with their old and new values."""
    differing = [key for key in after if before.get(key) != after[key]]
    return {key: before.get(key) for key in differing}, {key: after[key] for key in differing}


def differences(entry: AuditEntry) -> list[tuple[str, str, str]]:
    """The changes in a line of the log: field, old and new value, as texts."""
    before, after = entry.before or {}, entry.after or {}
    names = dict.fromkeys([*before, *after])
    return [
        (name.replace("_", " "), _text(before.get(name)), _text(after.get(name))) for name in names
    ]


def _text(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_text(each)}" for name, each in value.items())
    if isinstance(value, list):
        return ", ".join(map(_text, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def watch_log_ins() -> None:
    """Record log-ins from now on: called once, when the app is ready."""
    user_logged_in.connect(_logged_in, dispatch_uid="audit")
    user_logged_out.connect(_logged_out, dispatch_uid="audit")
    user_login_failed.connect(_log_in_failed, dispatch_uid="audit")


def _logged_in(sender: object, request: HttpRequest, user: object, **kwargs: Any) -> None:
    """Record only users who may enter the admin; players come and go unrecorded."""
    if isinstance(user, User) and user.is_staff:
        record(request, LOGGED_IN, user, actor=user)


def _logged_out(sender: object, request: HttpRequest, user: object, **kwargs: Any) -> None:
    if isinstance(user, User) and user.is_staff:
        record(request, LOGGED_OUT, user, actor=user)


def _log_in_failed(
    sender: object, credentials: Facts, request: HttpRequest | None = None, **kwargs: Any
) -> None:
    name = _name_in(credentials)
    record(request, LOG_IN_FAILED, _staff_named(name), name=name)


def log_in_refused(request: HttpRequest, credentials: Facts) -> None:
    """Record that a rate limit refused a log-in before the password was checked.

    An address that keeps trying gets a limited number of lines a minute: the log shows the attack
    without being flooded.
    """
    if ratelimit.consume(request, action="log_in_refused"):
        name = _name_in(credentials)
        record(request, LOG_IN_REFUSED, _staff_named(name), name=name)


def _name_in(credentials: Facts) -> str:
    names = (credentials.get(key) for key in ("username", "login", "email"))
    found = next((str(name) for name in names if name), "")
    return found.replace("\0", "")  # PostgreSQL rejects this character


def _staff_named(name: str) -> User | None:
    return User.objects.filter(username=name, is_staff=True).first()

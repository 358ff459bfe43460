"""Everything the site has about somebody, as an export: one JSON object, a list for each part of
the site."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession

from accounts.models import Entry, PlayLimits, User

Rows = Iterable[Mapping[str, Any]]
_sections: dict[str, Callable[[User], Rows]] = {}


def register(name: str, rows: Callable[[User], Rows]) -> None:
    """Add a list to every export. rows: its entries for a user, as JSON values; amounts in cents.
    Called while the site starts."""
    _sections[name] = rows


def export(user: User) -> dict[str, Any]:
    """Everything about a user. Amounts in cents, times as ISO 8601 in UTC."""
    return {"profile": _profile(user)} | {
        name: list(rows(user)) for name, rows in _sections.items()
    }


def _profile(user: User) -> dict[str, Any]:
    return {
        "name": user.username,
        "guest": user.is_guest,
        "emails": list(EmailAddress.objects.filter(user=user).values("email", "verified")),
        "joined": user.date_joined.isoformat(),
        "client_seed": user.client_seed,
        "preferences": user.preferences,
    }


def _sessions(user: User) -> Rows:
    for session in UserSession.objects.filter(user=user).order_by("created_at"):
        yield {
            "started": session.created_at.isoformat(),
            "address": session.ip,
            "browser": session.user_agent,
        }


def _second_factors(user: User) -> Rows:
    for found in Authenticator.objects.filter(user=user).order_by("pk"):
        used = found.last_used_at
        yield {
            "kind": found.type,
            "added": found.created_at.isoformat(),
            "used": used.isoformat() if used else None,
        }


def _ledger(user: User) -> Rows:
    entries = Entry.objects.filter(account__user=user).select_related("transfer")
    for entry in entries.order_by("pk"):
        yield {
            "at": entry.transfer.created.isoformat(),
            "reason": entry.transfer.reason,
            "ref": entry.transfer.ref,
            "amount": entry.amount,
            "balance_after": entry.balance_after,
        }


def _play_limits(user: User) -> Rows:
    return PlayLimits.objects.filter(user=user).values(
        "loss",
        "loss_later",
        "loss_later_from",
        "minutes",
        "minutes_later",
        "minutes_later_from",
        "remind",
        "break_until",
        "excluded",
        "excluded_until",
        "excluded_for",
    )


register("sessions", _sessions)
register("second_factors", _second_factors)
register("ledger", _ledger)
register("play_limits", _play_limits)

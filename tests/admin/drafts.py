"""Drafts of Big 50's Range at every stage of their way, and who takes them there."""

from datetime import date, timedelta
from typing import Any

from accounts.models import User
from games.backoffice.paytables import drafts, workflow
from games.backoffice.paytables.drafts import Edit, given_of
from games.models import PaytableDraft, PaytableVersion
from tests.admin.staff import member
from tests.tables.room import OPENING, stock

Status = PaytableVersion.Status
LETTER = "WSGC 2026-117"
MEMO = "House paytable, memo 12"
DRAFTED = OPENING - timedelta(days=10)
"""When drafts are written here, so that a letter can be older than today."""


def staff(role: str) -> User:
    """The one of a role, hired when first needed."""
    return User.objects.filter(username=role).first() or member(role)


def active(spot: str = "range", code: str = "B50") -> PaytableVersion:
    """The version that pays now."""
    stock()
    return PaytableVersion.objects.get(spot=spot, code=code, status=Status.ACTIVE)


def drafted(by: User | None = None, spot: str = "range", code: str = "B50") -> PaytableDraft:
    """A draft with the lines of the version that pays now."""
    return drafts.start(by or staff("maker"), given_of(active(spot, code)), DRAFTED)


def edited(draft: PaytableDraft, by: User | None = None, **lines: str) -> PaytableDraft:
    """The same draft with other payouts, from a source of the house's own."""
    edit = Edit(draft.code, draft.title, f"{MEMO}-{draft.revision}", {**dict(draft.lines), **lines})
    return drafts.save(by or staff("maker"), draft.pk, draft.revision, edit, DRAFTED)


def submitted(**more: Any) -> PaytableVersion:
    """A version of Range that pays 8:5 on 40 to 49 in place of 3:2, or as given."""
    lines = more.pop("lines", {"total_40_49": "8:5"})
    draft = edited(drafted(), **lines)
    return workflow.submit(
        staff("maker"), draft.pk, draft.revision, more.get("reason", ""), OPENING
    )


def approved(**more: Any) -> PaytableVersion:
    """The same, approved."""
    return workflow.approve(
        staff("checker"), submitted(**more).pk, LETTER, date(2026, 2, 27), OPENING
    )


def activated(**more: Any) -> PaytableVersion:
    """The same, paying."""
    return workflow.activate(staff("checker"), approved(**more).pk, OPENING)

"""Roles against addresses: every address of the administration is tried by every role, reading and
writing, and compared with the table in docs/administration.md."""

from datetime import date
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group

from accounts import audit, exclusions
from accounts.models import Account, LedgerRequest, Transfer
from config import BASE_DIR
from games.backoffice.paytables.letters import attach, read_letter
from games.models import HoldAlarm, HoldTally, LimitsProfile, PlayedFelt, VoidRequest
from tests.admin.access import ROLES, table
from tests.admin.drafts import active, drafted
from tests.admin.staff import member
from tests.admin.test_papers import PDF
from tests.history.rounds import play
from tests.tables.room import Room

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(240)]

DOCS = BASE_DIR / "docs" / "administration.md"


def one_of_each() -> dict[str, Any]:
    """A row of every model, which none of those who try has made."""
    other = member("floor", "other")
    room = Room.open("big-50")
    room.sit(1)
    round = play(room)
    account = Account.objects.filter(user__isnull=False)[0]
    draft, version = drafted(), active()
    letter = read_letter("letter.pdf", PDF)
    attached = attach(
        member("checker", "approver"), version.pk, letter, "WSGC", date(2013, 2, 6), room.now
    )
    rows: list[Any] = [
        account.user, other, Group.objects.get(name="floor"), account, round, room.table, draft,
        version, attached, Transfer.objects.all()[0], audit.record(other, "closed", room.table),
        LimitsProfile.objects.all()[0],
        LedgerRequest.objects.create(
            account=account, cents=5_00, kind="grant", reason="A prize.", requested_by=other,
            requested=room.now,
        ),
        VoidRequest.objects.create(
            round=round, reason="A card was exposed.", requested_by=other, requested=room.now
        ),
        HoldTally.objects.create(
            felt=PlayedFelt.objects.create(digest="x", game="big-50", question={}),
            spot="range", table=room.table, day=room.now.date(), stake=100,
        ),
        HoldAlarm.objects.create(
            game="big-50", spot="range", bet="big-50/range/", raised=room.now, wagers=4_000,
            first=room.now.date(), last=room.now.date(), base=4_000, held=0, expected=100,
        ),
    ]  # fmt: skip
    by_name = {f"{row._meta.app_label}_{row._meta.model_name}": row for row in rows}
    assert account.user is not None
    asked = exclusions.ask(other, account.user, "exclude", 7, "They asked for it.", room.now)
    return by_name | {
        "accounts_user": account.user, "accounts_staffmember": other, "exclusion": asked,
    }  # fmt: skip


def test_every_role_may_at_every_address_what_the_docs_say() -> None:
    rows = one_of_each()
    known = {f"{m._meta.app_label}_{m._meta.model_name}" for m in admin.site._registry}
    assert known <= rows.keys()
    found = table(rows)
    written = [line for line in DOCS.read_text().splitlines() if line.startswith("| `/admin/")]
    assert written == found, "\n".join(["", f"| address | {' | '.join(ROLES)} |", *found])

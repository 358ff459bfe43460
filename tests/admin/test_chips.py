"""Chips by two persons: asked for by one, booked when another agrees, once."""

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from accounts import chips, ledger
from accounts.models import AuditEntry, LedgerRequest
from accounts.staff import Declined
from tests.admin.drafts import staff
from tests.support.clients import client_of
from tests.tables.room import OPENING, Room, balances, player

pytestmark = pytest.mark.django_db


def test_a_grant_is_booked_when_somebody_else_agrees() -> None:
    user = player()
    asked = chips.ask(staff("floor"), user, "grant", 50_00, "For the tournament.", OPENING)
    assert balances([user]) == [1_000_00]
    with pytest.raises(PermissionDenied):
        chips.approve(staff("floor"), asked.pk, OPENING)
    chips.approve(staff("checker"), asked.pk, OPENING)
    assert balances([user]) == [1_050_00]
    with pytest.raises(Declined, match="approved already"):
        chips.approve(staff("superuser"), asked.pk, OPENING)
    assert balances([user]) == [1_050_00]
    assert ledger.audit() == []
    entry = AuditEntry.objects.get(act="approved")
    assert entry.reason == "For the tournament."


def test_nobody_approves_what_he_has_asked_for() -> None:
    user, boss = player(), staff("superuser")
    asked = chips.ask(boss, user, "correction", -50_00, "Paid twice.", OPENING)
    with pytest.raises(Declined, match="four eyes"):
        chips.approve(boss, asked.pk, OPENING)
    assert balances([user]) == [1_000_00]


def test_nobody_decides_about_chips_of_his_own() -> None:
    """A checker who plays can neither grant themselves chips nor keep what is asked back."""
    checker = staff("checker")
    grant = chips.ask(staff("floor"), checker, "grant", 50_00, "A prize.", OPENING)
    with pytest.raises(Declined, match="your own chips"):
        chips.approve(checker, grant.pk, OPENING)
    with pytest.raises(Declined, match="your own chips"):
        chips.refuse(checker, grant.pk, OPENING)
    page = reverse("admin:accounts_ledgerrequest_change", args=[grant.pk])
    assert b'name="act"' not in client_of(checker).get(page).content
    assert balances([checker]) == [0]
    chips.approve(staff("superuser"), grant.pk, OPENING)
    assert balances([checker]) == [50_00]


def test_who_asks_for_himself_may_take_it_back() -> None:
    boss = staff("superuser")
    asked = chips.ask(boss, boss, "grant", 50_00, "A prize.", OPENING)
    chips.refuse(boss, asked.pk, OPENING)
    assert balances([boss]) == [0]


def test_a_correction_takes_no_more_than_there_is() -> None:
    user = player(30_00)
    asked = chips.ask(staff("floor"), user, "correction", -50_00, "Paid twice.", OPENING)
    with pytest.raises(Declined, match=r"only 30\.00 now"):
        chips.approve(staff("checker"), asked.pk, OPENING)
    assert LedgerRequest.objects.get(pk=asked.pk).status == "waiting"
    chips.refuse(staff("checker"), asked.pk, OPENING)
    assert balances([user]) == [30_00]


@pytest.mark.parametrize(
    ("kind", "cents", "reason", "sentence"),
    [
        ("grant", 0, "x", "above 0"),
        ("grant", 100_000_01, "x", r"at most 100,000\.00"),
        ("grant", -1, "x", "ask for a correction"),
        ("grant", 1, " ", "Give a reason"),
        ("gift", 1, "x", "accepted: grant, correction"),
    ],
)
def test_what_nobody_could_approve_is_not_asked(
    kind: str, cents: int, reason: str, sentence: str
) -> None:
    with pytest.raises(Declined, match=sentence):
        chips.ask(staff("floor"), player(), kind, cents, reason, OPENING)


def test_an_auditor_asks_for_nothing() -> None:
    with pytest.raises(PermissionDenied):
        chips.ask(staff("auditor"), player(), "grant", 1_00, "x", OPENING)


def test_nothing_is_taken_from_who_is_in_a_round() -> None:
    """How much is left would give away what they have raised; so would whether it suffices."""
    room = Room.open("big-raise")
    user, other = room.sit(1, 2)
    for cents in (-100_000, -990):
        asked = chips.ask(staff("floor"), user, "correction", cents, "Paid twice.", OPENING)
        room.deal(user, other)
        with pytest.raises(Declined) as refusal:
            chips.approve(staff("checker"), asked.pk, OPENING)
        assert str(refusal.value) == (
            "The player is in a round. Decide about this when it is over."
        )
        room.act(user, "fold")
        room.act(other, "fold")
        room.time_out()
    chips.approve(staff("checker"), asked.pk, OPENING)
    assert ledger.audit() == []

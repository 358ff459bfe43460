"""The way of a paytable: who takes which step, what is frozen, what asks for a reason."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from accounts.models import AuditEntry, User
from games.backoffice.paytables import drafts
from games.backoffice.paytables import workflow as desk
from games.backoffice.paytables.drafts import Conflict, Edit
from games.models import OddsReport, PaytableDraft, PaytableStep, PaytableVersion
from games.odds_reports import reports
from games.registry import GAMES
from games.tables import setup
from games.tables.refusals import Refused
from tests.admin.drafts import (
    LETTER,
    Status,
    activated,
    active,
    approved,
    drafted,
    edited,
    staff,
    submitted,
)
from tests.support.clients import client_of
from tests.tables.room import OPENING

pytestmark = pytest.mark.django_db


def steps(version: PaytableVersion) -> list[tuple[str, str]]:
    return [(step.by.username, step.act) for step in version.steps.select_related("by")]


def test_from_a_draft_to_the_tables() -> None:
    old = active()
    version = activated()
    old.refresh_from_db()
    assert (old.status, version.status, version.number) == (Status.RETIRED, Status.ACTIVE, 2)
    assert version.value.as_lines()["total_40_49"] == "8:5"
    assert steps(version) == [
        ("maker", "submitted"), ("checker", "approved"), ("checker", "activated"),
    ]  # fmt: skip
    approval = version.steps.get(act="approved")
    assert (approval.reference, approval.approved_on) == (LETTER, date(2026, 2, 27))
    assert not PaytableDraft.objects.exists()
    log = AuditEntry.objects.filter(target_type="games.paytableversion", target_id=version.pk)
    assert [entry.act for entry in log.order_by("pk")] == ["submitted", "approved", "activated"]


def discard(by: User, draft_id: int) -> None:
    """Throw a draft away with the button of its page. Raises PermissionDenied."""
    delete = reverse("admin:games_paytabledraft_delete", args=[draft_id])
    if client_of(by).post(delete, {"post": "yes"}).status_code == 403:
        raise PermissionDenied
    assert not PaytableDraft.objects.filter(pk=draft_id).exists()


ACTS: dict[str, Callable[[User], object]] = {
    "draft": lambda by: drafts.start(by, drafts.given_of(active()), OPENING),
    "edit": lambda by: edited(drafted(), by, total_50="50:1"),
    "discard": lambda by: discard(by, drafted().pk),
    "submit": lambda by: desk.submit(
        by, (draft := edited(drafted(), total_40_49="8:5")).pk, draft.revision, "", OPENING
    ),
    "approve": lambda by: desk.approve(by, submitted().pk, LETTER, date(2026, 2, 27), OPENING),
    "reject": lambda by: desk.reject(by, submitted().pk, "Too dear.", OPENING),
    "activate": lambda by: desk.activate(by, approved().pk, OPENING),
    "retire": lambda by: desk.retire(by, approved().pk, "Not wanted.", OPENING),
}
MAY = {
    "maker": {"draft", "edit", "discard", "submit"},
    "checker": {"approve", "reject", "activate", "retire"},
    "superuser": set(ACTS),
}


@pytest.mark.parametrize("role", ["maker", "checker", "floor", "auditor", "staff", "superuser"])
@pytest.mark.parametrize("act", ACTS)
def test_who_may_do_what(role: str, act: str) -> None:
    by = staff(role)
    if act in MAY.get(role, ()):
        ACTS[act](by)
    else:
        with pytest.raises(PermissionDenied):
            ACTS[act](by)


def test_nobody_approves_what_he_has_had_a_hand_in_not_even_a_superuser() -> None:
    boss = staff("superuser")
    draft = edited(edited(drafted(), boss, total_50="90:1"), total_40_49="8:5")
    version = desk.submit(staff("maker"), draft.pk, draft.revision, "", OPENING)
    with pytest.raises(Refused, match="four eyes"):
        desk.approve(boss, version.pk, LETTER, date(2026, 2, 27), OPENING)
    assert PaytableVersion.objects.get(pk=version.pk).status == Status.SUBMITTED
    desk.approve(staff("checker"), version.pk, LETTER, date(2026, 2, 27), OPENING)


@pytest.mark.parametrize(
    ("reference", "when", "sentence"),
    [
        (" ", date(2026, 2, 27), "reference"),
        (LETTER, None, "date of the approval"),
        (LETTER, OPENING.date() + timedelta(days=1), "to 2026-03-01"),
        (LETTER, date(1800, 1, 1), "from 2026-02-19, when these lines were written"),
    ],
)
def test_an_approval_has_a_reference_and_a_date(
    reference: str, when: date | None, sentence: str
) -> None:
    version = submitted()
    with pytest.raises(Refused, match=sentence):
        desk.approve(staff("checker"), version.pk, reference, when, OPENING)


def test_every_step_has_its_turn() -> None:
    version = submitted()
    with pytest.raises(Refused, match="only what is approved can be activated"):
        desk.activate(staff("checker"), version.pk, OPENING)
    desk.approve(staff("checker"), version.pk, LETTER, date(2026, 2, 27), OPENING)
    with pytest.raises(Refused, match="only what is submitted can be approved"):
        desk.approve(staff("checker"), version.pk, LETTER, date(2026, 2, 27), OPENING)
    with pytest.raises(Refused, match="only what is submitted can be rejected"):
        desk.reject(staff("checker"), version.pk, "Too late.", OPENING)


def test_what_is_rejected_goes_back_into_a_draft_that_says_why() -> None:
    version = submitted()
    with pytest.raises(Refused, match="what must change"):
        desk.reject(staff("checker"), version.pk, "", OPENING)
    draft = desk.reject(staff("checker"), version.pk, "Pay 3:2 again.", OPENING)
    version.refresh_from_db()
    assert version.status == Status.RETIRED
    assert dict(draft.lines) == version.value.as_lines()
    assert "Pay 3:2 again." in draft.note
    assert list(draft.makers.all()) == [staff("maker")]


def test_the_second_of_two_editors_is_told_and_loses_nothing() -> None:
    draft = drafted()
    other = staff("superuser")
    edited(draft, other, total_50="90:1")
    with pytest.raises(Conflict, match="superuser saved revision 2") as caught:
        edited(draft, total_40_49="8:5")
    assert dict(caught.value.draft.lines)["total_50"] == "90:1"
    draft.revision = caught.value.draft.revision
    saved = edited(draft, total_40_49="8:5")
    assert dict(saved.lines)["total_40_49"] == "8:5"
    assert (
        AuditEntry.objects.filter(act="edited").latest("pk").before["lines"]["total_50"] == "90:1"
    )


def test_a_draft_that_was_saved_meanwhile_is_not_submitted() -> None:
    draft = edited(drafted(), total_40_49="8:5")
    edited(draft, staff("superuser"), total_50="90:1")
    with pytest.raises(Conflict):
        desk.submit(staff("maker"), draft.pk, draft.revision, "", OPENING)


@pytest.mark.parametrize(
    ("lines", "concern"),
    [
        ({"total_40_49": "21:10"}, "the player is ahead"),
        ({"total_40_49": "lose"}, "above 25 %"),
        ({"total_20_29": ""}, "no payout is given"),
        ({"total_6_9": "1:1"}, "pays less than"),
    ],
)
def test_what_is_unusual_takes_a_reason_that_the_checker_reads(
    lines: dict[str, str], concern: str
) -> None:
    with pytest.raises(desk.NeedsReason) as caught:
        submitted(lines=lines)
    assert any(concern in sentence for sentence in caught.value.concerns)
    PaytableDraft.objects.all().delete()
    version = submitted(lines=lines, reason="A week of it, for a wager.")
    step = PaytableStep.objects.get(version=version)
    assert step.reason == "A week of it, for a wager."
    assert any(concern in sentence for sentence in step.concerns)


def test_a_payout_above_what_a_table_promises_takes_a_reason() -> None:
    # Range at 100.00: 500:1 counts at the profile's 50:1 at most, which is 5,000.
    active()
    setup.open_table(GAMES["big-50"], "Promise", aggregate_payout=5_000_00)
    table = setup.open_table(GAMES["big-50"], "House", profile="house", aggregate_payout=None)
    table.aggregate_payout = 50_000_00
    table.save(update_fields=["aggregate_payout"])
    with pytest.raises(desk.NeedsReason) as caught:
        submitted(lines={"total_6_9": "600:1"})
    assert caught.value.concerns == [
        "Table House promises 50,000 a round at most; its largest wager on Range can win 60,000."
    ]


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ({"total_50": "much"}, "'much' is no payout"),
        ({}, "which is active. Change a line"),
    ],
)
def test_a_fault_is_refused_whatever_the_reason(lines: dict[str, str], sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        submitted(lines=lines, reason="Because.")


def test_a_draft_of_a_solved_game_waits_for_its_figures() -> None:
    draft = edited(drafted(spot="big_draw", code="FCD"), royal_flush="900:1")
    maker = staff("maker")
    with pytest.raises(Refused, match="are being computed: it waits for a worker"):
        desk.submit(maker, draft.pk, draft.revision, "", OPENING)
    report = OddsReport.objects.get()
    assert reports.claim("worker", OPENING) == report
    bet = {"spot": "big_draw", "paytable": "FCD", "edge_percent": 3.5, "lines": []}
    reports.end(report, "worker", OPENING, answer={"bets": [bet]})
    assert desk.submit(maker, draft.pk, draft.revision, "", OPENING).number == 2


def test_a_version_that_new_tables_need_is_not_retired() -> None:
    with pytest.raises(Refused, match="activate another version"):
        desk.retire(staff("checker"), active().pk, "Not wanted.", OPENING)


def test_a_code_keeps_its_lines() -> None:
    five_card, deuces = active("first_five", "FCD"), active("first_five", "DNL")
    draft = drafts.start(staff("maker"), drafts.given_of(five_card), OPENING)
    edit = Edit(deuces.code, "", "", dict(draft.lines))
    draft = drafts.save(staff("maker"), draft.pk, 1, edit, OPENING)
    with pytest.raises(Refused, match="Choose another code"):
        desk.submit(staff("maker"), draft.pk, draft.revision, "Because.", OPENING)

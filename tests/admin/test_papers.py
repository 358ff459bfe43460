"""A version and its papers: what an edit takes away, letters, bounds, and planned activations."""

import hashlib
from datetime import date, datetime, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuditEntry
from games.backoffice.paytables import drafts, plans, workflow
from games.backoffice.paytables.drafts import Edit
from games.backoffice.paytables.letters import LARGEST, attach, read_letter
from games.models import PaytableVersion, PlannedActivation, RoundSeat
from games.registry import GAMES
from games.runtime.sweep_turns import EVERY, take_turn
from games.sweeping import sweep_all
from games.tables import setup
from games.tables.refusals import Refused
from tests.accounts.people import words
from tests.admin.drafts import (
    DRAFTED,
    LETTER,
    MEMO,
    Status,
    active,
    approved,
    drafted,
    edited,
    staff,
    submitted,
)
from tests.admin.staff import member
from tests.support.clients import client_of
from tests.tables.room import OPENING, Room

pytestmark = pytest.mark.django_db

PDF = b"%PDF-1.4\n1 0 obj << >> endobj\ntrailer << >>\nstartxref\n0\n%%EOF\n"


class TestOtherLines:
    """A draft with other pays than those it came from."""

    @pytest.mark.report('a draft with other pays keeps source, "printed" and approval of the old')
    def test_a_draft_with_other_pays_keeps_no_source_printed_edge_or_approval(self) -> None:
        draft = drafted()
        assert draft.source
        assert draft.printed
        edit = Edit(draft.code, draft.title, draft.source, dict(draft.lines) | {"total_50": "9:1"})
        saved = drafts.save(staff("maker"), draft.pk, draft.revision, edit, OPENING)
        assert (saved.source, saved.printed, saved.lines_since) == ("", {}, OPENING)
        with pytest.raises(Refused, match="where these lines come from"):
            workflow.submit(staff("maker"), saved.pk, saved.revision, "", OPENING)
        again = Edit(draft.code, draft.title, MEMO, dict(saved.lines))
        saved = drafts.save(staff("maker"), draft.pk, saved.revision, again, OPENING)
        assert saved.source == MEMO
        version = workflow.submit(staff("maker"), saved.pk, saved.revision, "", OPENING)
        assert (version.source, version.printed, version.drafted) == (MEMO, {}, OPENING)
        assert not version.letters.exists()

    def test_another_title_leaves_the_source_as_it_is(self) -> None:
        draft = drafted()
        edit = Edit(draft.code, "Range", draft.source, dict(draft.lines))
        saved = drafts.save(staff("maker"), draft.pk, draft.revision, edit, OPENING)
        assert (saved.source, saved.printed) == (draft.source, draft.printed)
        assert saved.lines_since == DRAFTED


@pytest.mark.report("approval date 1 January 1800")
@pytest.mark.parametrize(
    "when",
    [
        date(1800, 1, 1),
        DRAFTED.date() - timedelta(days=1),
        OPENING.date() + timedelta(days=1),
    ],
)
def test_approval_date_1_january_1800(when: date) -> None:
    with pytest.raises(Refused, match="when these lines were written"):
        workflow.approve(staff("checker"), submitted().pk, LETTER, when, OPENING)
    letter = read_letter("old.pdf", PDF)
    with pytest.raises(Refused, match="from 1990-01-01"):
        attach(staff("checker"), active().pk, letter, LETTER, date(1800, 1, 1), OPENING)


@pytest.mark.report("edit after approval, by any path")
def test_an_edit_after_approval_by_any_path_voids_it() -> None:
    """Not even a hand at the database changes what was approved without its being seen."""
    version = approved()
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_paytableversion SET lines = replace(CAST(lines AS text), '8:5', '9:5')"
            + ("::jsonb" if connection.vendor == "postgresql" else "")
            + " WHERE id = %s",
            [version.pk],
        )
    with pytest.raises(Refused, match="were changed after it was made"):
        workflow.activate(staff("checker"), version.pk, OPENING)
    page = client_of(staff("checker")).get(
        reverse("admin:games_paytableversion_change", args=[version.pk])
    )
    assert "No approval covers them" in page.content.decode()
    sheet = client_of(staff("checker")).get(f"/rules/big-50/sheet?version={version.pk}")
    assert "Void: the lines were changed" in sheet.content.decode()


class TestLetters:
    """PDFs that stand behind approvals."""

    @pytest.mark.parametrize(
        ("content", "sentence"),
        [
            (b"<html>", "not a PDF"),
            (PDF[:-7], "cut off"),
            (PDF[:-7] + b" " * LARGEST + PDF[-7:], "larger than 480 KB"),
        ],
    )
    def test_what_is_no_letter_is_refused(self, content: bytes, sentence: str) -> None:
        with pytest.raises(Refused, match=sentence):
            read_letter("letter.pdf", content)

    def test_a_letter_comes_with_the_approval_and_is_handed_out_to_staff_alone(self) -> None:
        version = submitted()
        checker = client_of(staff("checker"))
        file = SimpleUploadedFile("../../WSGC 117.pdf", PDF, "application/pdf")
        fields = {"act": "approve", "reference": LETTER, "approved_on": "2026-02-27"}
        act = reverse("admin:games_paytableversion_act", args=[version.pk])
        checker.post(act, {**fields, "letter": file})
        letter = version.letters.get()
        assert (letter.name, letter.dated) == ("WSGC 117.pdf", date(2026, 2, 27))
        assert letter.digest == hashlib.sha256(PDF).hexdigest()
        address = reverse("admin:games_paytableversion_letter", args=[version.pk, letter.pk])
        answer = checker.get(address)
        assert answer.content == PDF
        assert answer["Content-Disposition"].startswith("attachment")
        assert client_of(staff("staff")).get(address).status_code == 403
        page = checker.get(reverse("admin:games_paytableversion_change", args=[version.pk]))
        assert letter.digest in page.content.decode()
        assert AuditEntry.objects.filter(act="attached a letter").exists()

    def test_a_refused_letter_approves_nothing(self) -> None:
        version = submitted()
        file = SimpleUploadedFile("letter.pdf", b"MZ", "application/pdf")
        fields = {"act": "approve", "reference": LETTER, "approved_on": "2026-02-27"}
        client_of(staff("checker")).post(
            reverse("admin:games_paytableversion_act", args=[version.pk]),
            {**fields, "letter": file},
        )
        version.refresh_from_db()
        assert version.status == Status.SUBMITTED

    def test_a_makers_own_version_has_its_letter_too(self) -> None:
        letter = read_letter("letter.pdf", PDF)
        attach(staff("checker"), active().pk, letter, "WSGC", date(2013, 2, 6), OPENING)
        assert active().letters.get().reference == "WSGC"
        with pytest.raises(Refused, match="attached already"):
            attach(staff("checker"), active().pk, letter, "WSGC", date(2013, 2, 6), OPENING)


class TestBounds:
    """What no reason overrides."""

    def test_an_edge_below_the_floor(self) -> None:
        with pytest.raises(Refused, match=r"nothing below -2.5 %"):
            submitted(lines={"total_40_49": "4:1"}, reason="The owner wishes it.")

    def test_a_payout_above_the_ceiling(self) -> None:
        """6000 to 1 on 300, the most that the law allows."""
        lines = dict.fromkeys(("total_50", "total_40_49", "total_10_19"), "lose")
        with pytest.raises(Refused, match=r"can win 1,800,000\. This house pays at most 500,000"):
            submitted(lines=lines | {"total_6_9": "6000:1"}, reason="A jackpot.")


def fail_for(monkeypatch: pytest.MonkeyPatch, version: PaytableVersion) -> list[datetime]:
    """Let a version's activation fail in its midst, at the tables. Returns when it was tried."""
    tried: list[datetime] = []
    usual = workflow._put_on_tables

    def put(which: PaytableVersion, now: datetime) -> None:
        if which.pk != version.pk:
            usual(which, now)
            return
        tried.append(now)
        raise RuntimeError("no such felt")

    monkeypatch.setattr(workflow, "_put_on_tables", put)
    return tried


class TestPlans:
    """Versions that become active by themselves."""

    def test_it_becomes_active_at_its_time_and_the_tables_say_so(self) -> None:
        room = Room.open("big-50")
        version = approved()
        due = OPENING + timedelta(hours=2)
        workflow.plan(staff("checker"), version.pk, due, OPENING)
        sweep_all(due - timedelta(seconds=1))
        version.refresh_from_db()
        assert version.status == Status.APPROVED
        sweep_all(due)
        sweep_all(due + timedelta(minutes=1))
        version.refresh_from_db()
        assert version.status == Status.ACTIVE
        assert version in room.table.paytables.all()
        steps = [(step.act, step.by.username) for step in version.steps.select_related("by")]
        assert steps[-2:] == [("planned", "checker"), ("activated", "checker")]

    def test_over_ten_minutes_of_turns_it_is_active_one_sweep_later_and_never_in_mid_round(
        self,
    ) -> None:
        """A clock that goes five seconds at a time, as the site asks for its turn to sweep."""
        version = approved()
        due = OPENING + timedelta(minutes=5, seconds=7)
        workflow.plan(staff("checker"), version.pk, due, OPENING)
        room, since, paid_by = Room.open("big-50"), None, []
        for second in range(0, 601, 5):
            now = OPENING + timedelta(seconds=second)
            if second == 305:  # two seconds to go: somebody is dealt a hand
                room.now = now
                (user,) = room.sit(1)
                room.deal(user, wagers={"range": 10_00})
                begun = room.round
            if take_turn(now):
                sweep_all(now)
            version.refresh_from_db()
            if since is None and version.status == Status.ACTIVE:
                since = now
            if second >= 305 and room.round == begun:
                paid_by.append((begun.paytables.get(spot="range").number, room.round.status))
        assert since is not None
        assert due <= since < due + EVERY
        assert (1, "playing") in paid_by
        assert {number for number, _ in paid_by} == {1}
        assert RoundSeat.objects.get(round=begun).returned is not None
        assert room.round.paytables.get(spot="range").number == 2

    def test_it_is_taken_back_when_its_planner_may_not_activate_any_more(self) -> None:
        version = approved()
        workflow.plan(staff("checker"), version.pk, OPENING + timedelta(hours=1), OPENING)
        staff("checker").groups.clear()
        assert plans.activate_due(OPENING + timedelta(hours=1)) == 0
        assert plans.activate_due(OPENING + timedelta(hours=9)) == 0
        version.refresh_from_db()
        assert version.status == Status.APPROVED
        assert AuditEntry.objects.filter(act="could not activate").count() == 1
        page = words(client_of(member("checker", "ann")).get("/admin/"))
        assert "failed: checker may not activate paytables any more. It will not be tried" in page

    def test_one_that_fails_keeps_neither_others_nor_the_sweep(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        room, due = Room.open("big-50"), OPENING + timedelta(hours=1)
        bad, good = approved(), approved(lines={"total_40_49": "9:5"})
        for version in (bad, good):
            workflow.plan(staff("checker"), version.pk, due, OPENING)
        fail_for(monkeypatch, bad)
        (user,) = room.sit(1)
        room.deal(user, wagers={"range": 10_00})
        begun = room.round
        sweep_all(due)
        good.refresh_from_db()
        assert good.status == Status.ACTIVE
        begun.refresh_from_db()
        assert begun.status == "settled"  # the sweep went on to the tables
        assert "the planned activation of" in caplog.text
        assert "no such felt" in caplog.text

    def test_one_that_fails_is_tried_five_times_and_waits_with_its_reason(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """After one, two, four and eight minutes."""
        version, due = approved(), OPENING + timedelta(hours=1)
        workflow.plan(staff("checker"), version.pk, due, OPENING)
        tried = fail_for(monkeypatch, version)
        checker = client_of(staff("checker"))
        for minute in range(120):
            plans.activate_due(due + timedelta(minutes=minute))
            page = words(checker.get("/admin/"))
            assert "failed: An error of the site, RuntimeError: no such felt." in page
            assert ("It will be tried again." in page) == (minute < 15)
            assert ("It will not be tried again." in page) == (minute >= 15)
        assert [(at - due).total_seconds() / 60 for at in tried] == [0, 1, 3, 7, 15]
        assert AuditEntry.objects.filter(act="could not activate").count() == 5
        address = reverse("admin:games_paytableversion_change", args=[version.pk])
        assert "no such felt" in words(checker.get(address))
        monkeypatch.undo()
        workflow.activate(staff("checker"), version.pk, due + timedelta(hours=3))
        assert "no such felt" not in words(checker.get("/admin/"))

    def test_one_that_failed_once_is_active_after_the_next_try(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        version, due = approved(), OPENING + timedelta(hours=1)
        workflow.plan(staff("checker"), version.pk, due, OPENING)
        fail_for(monkeypatch, version)
        assert plans.activate_due(due) == 0
        monkeypatch.undo()
        assert plans.activate_due(due + timedelta(seconds=59)) == 0
        assert plans.activate_due(due + timedelta(seconds=60)) == 1
        version.refresh_from_db()
        assert version.status == Status.ACTIVE

    @pytest.mark.parametrize("due", [None, OPENING, OPENING + timedelta(days=400)])
    def test_a_plan_has_a_time_to_come(self, due: datetime | None) -> None:
        with pytest.raises(Refused, match="coming twelve months"):
            workflow.plan(staff("checker"), approved().pk, due, OPENING)

    def test_a_plan_by_the_page_and_back(self) -> None:
        version, checker = approved(), client_of(staff("checker"))
        act = reverse("admin:games_paytableversion_act", args=[version.pk])
        page = reverse("admin:games_paytableversion_change", args=[version.pk])
        due = timezone.now() + timedelta(days=3)
        checker.post(act, {"act": "plan", "due": f"{due:%Y-%m-%dT%H:%M}"})
        assert f"for {due:%Y-%m-%d %H:%M} UTC" in checker.get(page).content.decode()
        checker.post(act, {"act": "unplan"})
        assert not PlannedActivation.objects.exists()


def test_a_table_left_with_a_retired_version_pays_by_the_active_one_after_the_next_sweep() -> None:
    """Opened while another process activated the next version."""
    old = active()
    workflow.activate(staff("checker"), approved().pk, OPENING)
    table = setup.open_table(GAMES["big-50"], "Late")
    table.paytables.remove(active())
    table.paytables.add(old)
    sweep_all(OPENING)
    assert active() in table.paytables.all()
    assert old not in table.paytables.all()
    table.refresh_from_db()
    assert "new paytable" in table.notice["words"]


def test_the_list_of_versions_shows_edge_reference_since_when_and_tables() -> None:
    table = setup.open_table(GAMES["big-50"], "Alder", paytables=[active()])
    version = approved()
    workflow.plan(staff("checker"), version.pk, OPENING + timedelta(days=2), OPENING)
    page = client_of(staff("auditor")).get("/admin/games/paytableversion/?spot=range")
    shown = page.content.decode()
    assert "9.6258\N{NO-BREAK SPACE}%" in shown
    assert f"{LETTER}, no letter" in shown
    assert "none on file" in shown
    assert "2026-03-01" in shown
    assert f"planned for {OPENING + timedelta(days=2):%Y-%m-%d}" in shown
    assert table.name in shown
    assert PaytableVersion.objects.get(pk=version.pk).status == Status.APPROVED


def test_edited_drafts_may_be_edited_again() -> None:
    draft = edited(edited(drafted(), total_50="90:1"), total_40_49="8:5")
    assert draft.source == f"{MEMO}-2"

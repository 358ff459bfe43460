"""The pages of paytables: drafting with figures, submitting, approving; and forged requests."""

import re
import tomllib
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import printed_paytables
from games.engine.paytable import read_paytable
from games.models import OddsReport, PaytableDraft, PaytableVersion
from tests.admin.drafts import LETTER, Status, active, approved, drafted, edited, staff, submitted
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db

DRAFTS, VERSIONS = "/admin/games/paytabledraft/", "/admin/games/paytableversion/"
ROLES = ("maker", "checker", "floor", "auditor", "staff", "superuser")


def page_of(row: PaytableDraft | PaytableVersion) -> str:
    return reverse(f"admin:games_{row._meta.model_name}_change", args=[row.pk])


def form_of(draft: PaytableDraft, act: str = "save", **lines: str) -> dict[str, str]:
    """What the page of a draft posts."""
    texts = {f"line.{line}": text for line, text in {**dict(draft.lines), **lines}.items()}
    return {
        "revision": str(draft.revision), "code": draft.code, "title": draft.title,
        "source": "The house's own, memo 12", "act": act, "reason": "", **texts,
    }  # fmt: skip


def today() -> str:
    """The date of an approval of what was drafted a moment ago."""
    return timezone.now().date().isoformat()


def test_the_whole_way_by_the_pages() -> None:
    maker, checker = client_of(staff("maker")), client_of(staff("checker"))
    begun = maker.post(f"{DRAFTS}add/", {"act": "copy", "version": active().pk})
    draft = PaytableDraft.objects.get()
    assert begun.headers["Location"] == page_of(draft)
    assert "9.6258 %" in maker.get(page_of(draft)).content.decode()
    figures = maker.post(f"{DRAFTS}{draft.pk}/figures", form_of(draft, total_50="90:1"))
    assert re.search(r"9\.\d{4} %", figures.content.decode())
    assert dict(PaytableDraft.objects.get().lines)["total_50"] == "100:1"
    sent = maker.post(page_of(draft), form_of(draft, "submit", total_40_49="8:5"))
    version = PaytableVersion.objects.get(status=Status.SUBMITTED)
    assert sent.headers["Location"] == page_of(version)
    act = f"{VERSIONS}{version.pk}/act"
    checker.post(act, {"act": "approve", "reference": LETTER, "approved_on": today()})
    checker.post(act, {"act": "activate"})
    version.refresh_from_db()
    assert version.status == Status.ACTIVE
    found = client_of(staff("auditor")).get(page_of(version)).content.decode()
    assert LETTER in found
    assert "Approve</button>" not in found


def test_figures_of_a_payout_that_is_none_name_the_line() -> None:
    draft = drafted()
    answer = client_of(staff("maker")).post(
        f"{DRAFTS}{draft.pk}/figures", form_of(draft, total_50="lots")
    )
    page = answer.content.decode()
    assert "&#x27;lots&#x27; is no payout" in page
    assert "when every payout can be read" in page


def test_figures_of_a_solved_game_are_asked_for_once_and_withdrawn_when_they_are_not_wanted() -> (
    None
):
    draft = drafted(spot="big_draw", code="FCD")
    client = client_of(staff("maker"))
    url = f"{DRAFTS}{draft.pk}/figures"
    first = client.post(url, form_of(draft, royal_flush="900:1")).content.decode()
    assert "being computed" in first
    asked = re.search(r'name="asked" value="(\w+)"', first)
    assert asked
    again = form_of(draft, royal_flush="900:1") | {"asked": asked[1]}
    client.post(url, again)
    assert OddsReport.objects.filter(digest=asked[1]).exists()
    client.post(url, form_of(draft, royal_flush="901:1") | {"asked": asked[1]})
    assert not OddsReport.objects.filter(digest=asked[1]).exists()


def test_the_second_of_two_editors_sees_what_both_have_typed() -> None:
    draft = drafted()
    client_of(staff("superuser")).post(page_of(draft), form_of(draft, total_50="90:1"))
    answer = client_of(staff("maker")).post(page_of(draft), form_of(draft, total_50="80:1"))
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "superuser saved revision 2" in page
    assert 'value="80:1"' in page
    assert "90:1" in page
    assert 'name="revision" value="2"' in page


def test_a_reason_is_asked_for_and_what_was_typed_is_kept() -> None:
    draft = drafted()
    client = client_of(staff("maker"))
    answer = client.post(page_of(draft), form_of(draft, "submit", total_40_49="21:10"))
    assert answer.status_code == 422
    assert "the player is ahead" in answer.content.decode()
    assert 'value="21:10"' in answer.content.decode()
    draft.refresh_from_db()
    again = form_of(draft, "submit") | {"reason": "A week of it."}
    assert client.post(page_of(draft), again).status_code == 302
    assert PaytableVersion.objects.filter(status=Status.SUBMITTED).exists()


def test_who_drafted_it_finds_no_button_to_approve_it_and_no_way_around() -> None:
    boss = staff("superuser")
    draft = edited(drafted(boss), boss, total_40_49="8:5")
    client = client_of(boss)
    client.post(page_of(draft), form_of(draft, "submit"))
    version = PaytableVersion.objects.get(status=Status.SUBMITTED)
    page = client.get(page_of(version)).content.decode()
    assert "somebody else must approve it" in page
    assert 'value="approve"' not in page
    client.post(
        f"{VERSIONS}{version.pk}/act",
        {"act": "approve", "reference": LETTER, "approved_on": today()},
    )
    version.refresh_from_db()
    assert version.status == Status.SUBMITTED


def seen(client: Client, path: str) -> int:
    return client.get(path).status_code


@pytest.mark.parametrize("role", ROLES)
def test_who_sees_and_may_do_what_by_request(role: str) -> None:
    draft, waiting, ready = drafted(), submitted(), approved(lines={"total_50": "90:1"})
    client = client_of(staff(role))
    reads = role != "staff"
    files = f"{DRAFTS}{draft.pk}/export.toml", f"{VERSIONS}{waiting.pk}/export.csv"
    for path in (DRAFTS, VERSIONS, page_of(draft), page_of(waiting), *files):
        assert seen(client, path) == (200 if reads else 403), path
    makes, checks = role in ("maker", "superuser"), role in ("checker", "superuser")
    assert seen(client, f"{DRAFTS}add/") == (200 if makes else 403)
    client.post(page_of(draft), form_of(draft, total_50="70:1"))
    draft.refresh_from_db()
    assert draft.revision == (2 if makes else 1)
    client.post(f"{VERSIONS}{waiting.pk}/act", {"act": "reject", "reason": "No."})
    client.post(f"{VERSIONS}{ready.pk}/act", {"act": "activate"})
    waiting.refresh_from_db()
    ready.refresh_from_db()
    assert waiting.status == (Status.RETIRED if checks else Status.SUBMITTED)
    assert ready.status == (Status.ACTIVE if checks else Status.APPROVED)
    client.post(
        DRAFTS, {"action": "delete_selected", "_selected_action": [draft.pk], "post": "yes"}
    )
    assert PaytableDraft.objects.filter(pk=draft.pk).exists() != makes


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("stage", [active, submitted, approved])
def test_no_path_changes_or_deletes_what_is_no_draft(role: str, stage: object) -> None:
    version = stage() if callable(stage) else None
    assert version is not None
    before = PaytableVersion.objects.filter(pk=version.pk).values().get()
    client = client_of(staff(role))
    forged = {"lines": "[]", "status": "active", "code": "X", "title": "X", "number": "9"}
    one = [version.pk]
    for path, fields in (
        (f"{VERSIONS}add/", forged),
        (page_of(version), forged),
        (f"{VERSIONS}{version.pk}/delete/", {"post": "yes"}),
        (VERSIONS, {"action": "delete_selected", "_selected_action": one, "post": "yes"}),
        (VERSIONS, {"_save": "Save", "form-0-id": version.pk, "form-0-status": "active",
                    "form-TOTAL_FORMS": "1", "form-INITIAL_FORMS": "1"}),
        (f"{VERSIONS}{version.pk}/act", {"act": "delete", **forged}),
        (f"{DRAFTS}{version.pk}/change/", {"act": "save", "revision": "1", **forged}),
    ):  # fmt: skip
        client.post(path, fields)
    assert PaytableVersion.objects.filter(pk=version.pk).values().get() == before
    assert PaytableVersion.objects.filter(code="X").count() == 0


def test_an_export_is_the_file_and_comes_back_with_the_same_digest() -> None:
    client = client_of(staff("maker"))
    files = printed_paytables.files()
    assert files
    for file in files:
        spot, code, _ = file.name.split(".")
        version = active(spot, code)
        text = client.get(f"{VERSIONS}{version.pk}/export.toml").content.decode()
        lines = file.read_text().splitlines(keepends=True)
        assert text == "".join(line for line in lines if not line.startswith("#"))
        again = read_paytable(tomllib.loads(text), version.game, spot, tuple(version.value.lines))
        assert again.digest == version.digest


@pytest.mark.parametrize("kind", ["toml", "csv"])
def test_what_was_exported_is_previewed_and_becomes_a_draft(kind: str) -> None:
    version = active("first_five", "DNL")
    client = client_of(staff("maker"))
    text = client.get(f"{VERSIONS}{version.pk}/export.{kind}").content.decode()
    shown = client.post(f"{DRAFTS}add/", {"act": "preview", "text": text})
    assert "Make the draft" in shown.content.decode()
    assert not PaytableDraft.objects.exists()
    client.post(f"{DRAFTS}add/", {"act": "create", "text": text})
    draft = PaytableDraft.objects.get()
    assert dict(draft.lines) == version.value.as_lines()
    assert (draft.game, draft.spot, draft.code) == ("big-draw", "first_five", "DNL")


@pytest.mark.report("the same with blank last rows, spaces after commas, `Game,Spot` as heading")
@pytest.mark.report("upload a paytable's own export with `;`, or as UTF-16 with tabs")
@pytest.mark.parametrize(
    "changed",
    [
        lambda text: text.replace(",", ";").encode(),
        lambda text: text.replace(",", "\t").encode("utf-16"),
        lambda text: f"{text}\r\n,,,,\r\n\r\n".encode(),
        lambda text: text.replace(",", ", ").encode(),
        lambda text: text.replace("game,spot", "Game,Spot").encode(),
    ],
    ids=["semicolons", "utf-16 with tabs", "blank last rows", "spaces after commas", "capitals"],
)
def test_an_export_that_a_spreadsheet_saved_again_is_read(changed: Callable[[str], bytes]) -> None:
    version = active("first_five", "DNL")
    client = client_of(staff("maker"))
    text = client.get(f"{VERSIONS}{version.pk}/export.csv").content.decode("utf-8-sig")
    file = SimpleUploadedFile("paytable.csv", changed(text))
    client.post(f"{DRAFTS}add/", {"act": "create", "file": file})
    assert dict(PaytableDraft.objects.get().lines) == version.value.as_lines()


RANGE = 'game = "big-50"\nspot = "range"\ncode = "B51"\n[lines]\n'


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("", ["Paste a paytable"]),
        ("game = big-50", ["This is not valid TOML", "line 1"]),
        (RANGE.replace("big-50", "bingo"), ["There is no game", "big-raise"]),
        (RANGE.replace("range", "rage"), ["has no paytable for", "poker_hand"]),
        (RANGE.replace("B51", "B 51"), ["A code is 1 to 20 letters"]),
        (RANGE + 'total_51 = "1:1"\ntotal_50 = 3', ["has no line", "total_51", "3 is no payout"]),
        ("game,spot,line\n", ["The first row names the columns"]),
        ("game,spot,code,line,pays\nbig-50,range,B51,total_50,x\n", ["total_50", "is no payout"]),
        (
            "game,spot,code,line,pays\n"
            + "".join(f"big-50,range,{code},total_50,1:1\n" for code in ("B51", "B52")),
            ["Row 3: code is", "appears twice"],
        ),
    ],
)
def test_an_import_says_all_that_is_wrong_with_it(text: str, sentences: list[str]) -> None:
    answer = client_of(staff("maker")).post(f"{DRAFTS}add/", {"act": "create", "text": text})
    assert answer.status_code == 422
    for sentence in sentences:
        assert sentence in answer.content.decode().replace("&#x27;", "'")
    assert not PaytableDraft.objects.exists()

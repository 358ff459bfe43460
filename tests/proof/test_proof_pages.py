"""The proof pack on the site: its page, its file, who may have it, and what waits for a worker."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.backoffice.sheets import proof as sheets
from games.management import working
from games.models import OddsReport, PaytableVersion
from games.odds_reports import reports
from games.registry import GAMES
from games.tables.setup import open_table
from tests.admin.drafts import activated, staff, submitted
from tests.proof.packs import checked, files_in, quick_answer
from tests.support.clients import client_of
from tests.support.commands import run
from tests.tables.room import stock
from tests.web.reports import compute_all

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]


@pytest.fixture(autouse=True)
def card_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """The printed paytables are there, and the claims of a worker in the test hold for long."""
    stock()
    monkeypatch.setattr(reports, "LEASE", timedelta(hours=1))
    for module in (working, sheets):
        monkeypatch.setattr(module, "answer", quick_answer)


def pack_at(address: str, reader: Client | None = None) -> bytes:
    """The pack once a worker has come by."""
    client = reader or Client()
    client.get(address)
    compute_all()
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/zip"
    assert answer["Content-Disposition"].startswith("attachment; filename=")
    return answer.content


@pytest.mark.parametrize("game", GAMES)
def test_the_site_and_the_command_give_the_same_bytes(game: str, tmp_path: Path) -> None:
    """What is stored has been through the database; the command's figures have not."""
    data = pack_at(f"/rules/{game}/proof.zip")
    OddsReport.objects.all().delete()
    assert run("proof_pack", game, "--out", tmp_path / "pack.zip").status == 0
    assert (tmp_path / "pack.zip").read_bytes() == data


def test_what_the_site_has_computed_is_not_computed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command takes figures of protection from the store, and says nothing of waiting."""
    data = pack_at("/rules/big-50/proof.zip")

    def anew(question: Any, source: Any) -> Any:
        assert question["about"] != "protection"
        return quick_answer(question, source)

    monkeypatch.setattr(sheets, "answer", anew)
    ended = run("proof_pack", "big-50", "--out", tmp_path / "pack.zip")
    assert (ended.status, ended.err) == (0, "")
    assert (tmp_path / "pack.zip").read_bytes() == data


def test_the_same_bytes_on_another_day(monkeypatch: pytest.MonkeyPatch) -> None:
    data = pack_at("/rules/big-50/proof.zip")
    later = timezone.now() + timedelta(days=400)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert Client().get("/rules/big-50/proof.zip").content == data


class TestWaiting:
    """Nothing is computed for a request: it is asked for, and the page looks again."""

    def test_the_file_says_when_to_come_again(self) -> None:
        answer = Client().get("/rules/big-raise/proof.zip")
        assert answer.status_code == 503
        assert int(answer["Retry-After"]) > 0
        shown = answer.content.decode()
        assert "Exact figures are being computed" in shown
        assert 'hx-get="/rules/big-raise/proof?have=' in shown

    def test_the_page_has_the_link_and_the_digest_when_all_is_there(self, tmp_path: Path) -> None:
        link = 'href="/rules/big-50/proof.zip"'
        page = Client().get("/rules/big-50/proof")
        assert page.status_code == 200
        assert link not in page.content.decode()
        data = pack_at("/rules/big-50/proof.zip")
        shown = Client().get("/rules/big-50/proof").content.decode()
        assert link in shown
        assert "being computed" not in shown
        (digest,) = re.findall('class="mono">([0-9a-f]{64})<', shown)
        found = checked(files_in(data), tmp_path)
        assert (found.status, found.failed) == (0, [])
        assert digest in found.said

    def test_what_has_been_asked_is_asked_once(self) -> None:
        for _ in range(3):
            Client().get("/rules/big-50/proof")
        asked = [report.question["about"] for report in OddsReport.objects.all()]
        bets = len(GAMES["big-50"].spots(GAMES["big-50"].options()))
        assert sorted(asked) == ["felt", "proof", *["protection"] * bets, "published"]

    def test_a_failure_is_said_and_there_is_no_pack(self) -> None:
        Client().get("/rules/big-50/proof")
        OddsReport.objects.update(status=OddsReport.Status.FAILED, error="It broke off.")
        answer = Client().get("/rules/big-50/proof.zip")
        assert answer.status_code == 503
        assert "It broke off." in answer.content.decode()


class TestWhose:
    """A pack of a table, of a version; what is not approved is the staff's alone."""

    def test_a_version_that_was_approved(self) -> None:
        version = activated()
        files = files_in(pack_at(f"/rules/big-50/proof.zip?version={version.pk}"))
        assert version.digest in files["paytables.json"].decode()
        assert "WSGC 2026-117" in files["paytables.json"].decode()

    def test_a_draft_is_for_the_staff(self) -> None:
        version = submitted()
        for end in ("proof", "proof.zip"):
            address = f"/rules/big-50/{end}?version={version.pk}"
            assert Client().get(address).status_code == 404
        reader = client_of(staff("checker"))
        files = files_in(pack_at(f"/rules/big-50/proof.zip?version={version.pk}", reader))
        assert '"8:5"' in files["paytables.json"].decode()
        assert "not approved" in files["paytables.json"].decode()

    def test_a_table(self) -> None:
        table = open_table(GAMES["big-50"], "Alder", minimum=500)
        files = files_in(pack_at(f"/rules/big-50/proof.zip?table={table.pk}"))
        assert "at table Alder" in files["README.md"].decode()

    @pytest.mark.parametrize("query", ["version=x", "version=999999", "table=999999"])
    def test_what_is_not_there(self, query: str) -> None:
        assert Client().get(f"/rules/big-50/proof?{query}").status_code == 404

    def test_only_reading(self) -> None:
        assert Client().post("/rules/big-50/proof.zip").status_code == 405


class TestButtons:
    """On the sheet, and on a version's page in the administration."""

    def test_on_the_sheet(self) -> None:
        Client().get("/rules/big-50/sheet")
        compute_all()
        assert 'href="/rules/big-50/proof"' in Client().get("/rules/big-50/sheet").content.decode()

    def test_in_the_administration(self) -> None:
        version = PaytableVersion.objects.get(spot="range", number=1)
        page = reverse("admin:games_paytableversion_change", args=[version.pk])
        shown = client_of(staff("checker")).get(page).content.decode()
        assert f'href="/rules/big-50/proof?version={version.pk}"' in shown

"""The administration in a browser: its theme works under its policy, a paytable goes its way."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.backoffice.paytables import drafts
from games.models import PaytableVersion
from games.tables import setup
from tests.admin.staff import member
from tests.support.clients import client_of
from tests.support.felt import Browsers, check_page, log_in
from tests.support.server import Server
from tests.web.reports import compute_all


@pytest.fixture
def administrator(server: Server) -> User:
    return User.objects.create_superuser("boss", password="three green chips")


def test_an_administrator_signs_in_and_adds_a_user(page: Page, administrator: User) -> None:
    page.goto("/admin/")
    page.get_by_label("Name or e-mail address").fill("boss")
    page.get_by_label("Password").fill("three green chips")
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.goto("/admin/auth/group/add/")
    page.get_by_label("Name").fill("Dealers")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("was added successfully")).to_be_visible()


@pytest.mark.report("Exact figures at 1440 px")
def test_a_maker_drafts_with_live_figures_and_a_checker_approves(
    new_context: Browsers, server: Server
) -> None:
    setup.load_paytables(timezone.now())
    maker = new_context()
    log_in(maker, server.url, member("maker"))
    page = maker.new_page()
    version = PaytableVersion.objects.get(spot="range")
    page.goto(f"/admin/games/paytabledraft/add/?from={version.pk}")
    page.get_by_role("button", name="Begin the draft").click()
    figures = page.locator("#figures")
    expect(figures.get_by_text("9.6258 %").first).to_be_visible()
    page.get_by_label("What Total 50 pays").fill("1000:1")
    expect(figures.get_by_role("row", name="Highest win")).to_contain_text("1,000.00 to 1")
    page.get_by_label("What Total 50 pays").fill("a lot")
    expect(page.get_by_text("'a lot' is no payout")).to_be_visible()
    page.get_by_label("What Total 50 pays").fill("101:1")
    expect(page.get_by_text("'a lot' is no payout")).not_to_be_visible()
    check_page(page)
    page.get_by_label("Source of these lines").fill("House memo 12")
    page.get_by_role("button", name="Save and submit").click()
    expect(page.get_by_text("Somebody else approves it.")).to_be_visible()
    expect(page.get_by_role("button", name="Approve")).to_have_count(0)

    checker = new_context()
    log_in(checker, server.url, member("checker"))
    other = checker.new_page()
    other.goto(page.url)
    check_page(other)
    for width in (1440, 1280):  # what is in force stands beside it, whole
        other.set_viewport_size({"width": width, "height": 900})
        seen = other.get_by_role("region", name="Figures")
        expect(seen.get_by_text("In force: version 1")).to_be_visible()
        assert seen.evaluate("region => region.scrollWidth <= region.clientWidth"), width
    other.get_by_label("Reference of the approval").fill("WSGC 2026-117")
    other.get_by_label("Date of the approval").fill(timezone.now().date().isoformat())
    other.get_by_role("button", name="Approve").click()
    other.get_by_role("button", name="Activate now").click()
    expect(other.get_by_text("It is active")).to_be_visible()
    assert PaytableVersion.objects.get(spot="range", status="active").number == 2


@pytest.mark.timeout(180)
def test_what_is_in_force_stands_whole_beside_every_draft(page: Page, server: Server) -> None:
    """Every figure of both columns is within its box and the window."""
    maker = member("maker")
    setup.load_paytables(timezone.now())
    versions = PaytableVersion.objects.filter(status="active").order_by("pk")
    found = [drafts.start(maker, drafts.given_of(version), timezone.now()) for version in versions]
    log_in(page.context, server.url, maker)
    reader = client_of(maker)
    paths = [f"/admin/games/paytabledraft/{draft.pk}/change/" for draft in found]
    for path in paths:
        reader.get(path)
    compute_all()
    for path in paths:
        page.goto(path)
        box = page.get_by_role("region", name="Figures")
        expect(box.get_by_role("columnheader", name="In force")).to_be_visible()
        for width in (1280, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            assert box.evaluate(WHOLE), (path, width)


WHOLE = """box => [...box.querySelectorAll("th, td")].every(cell => {
    const at = cell.getBoundingClientRect(), around = box.getBoundingClientRect();
    return cell.scrollWidth <= cell.clientWidth && at.right <= around.right + 1
        && around.right <= document.documentElement.clientWidth;
})"""

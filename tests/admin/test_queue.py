"""The first page of the administration: what waits, for whom, and where it is decided."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts import chips
from games.backoffice import table_desk, voids
from games.models import PaytableVersion
from tests.accounts.people import words
from tests.admin.drafts import active, approved, staff, submitted
from tests.history.rounds import play
from tests.support.clients import client_of
from tests.tables.room import OPENING, Room, player

pytestmark = pytest.mark.django_db


def shown(client: Client, query: str = "") -> dict[str, int]:
    """How many wait of each kind, as the page lists them."""
    kinds = client.get(f"/admin/{query}").context["shown"]
    return {kind.name: kind.count for kind in kinds}


def test_work_waits_by_role_with_counts() -> None:
    room = Room.open("big-50")
    room.sit(1)
    voids.request_void(staff("floor"), play(room).pk, "A card was exposed.", OPENING)
    chips.ask(staff("floor"), player(), "grant", 5_00, "A prize.", OPENING)
    submitted()
    table_desk.pause(staff("floor"), room.table_id, room.now)
    bare = PaytableVersion.objects.filter(status="active").count()
    checker = client_of(staff("checker"))
    assert shown(checker) == {
        "Approvals": 1, "Chip requests": 1, "Voids": 1, "Without papers": bare,
    }  # fmt: skip
    assert shown(client_of(staff("floor")), "?show=mine") == {"Voids": 1, "Paused tables": 1}
    assert shown(client_of(staff("maker")), "?show=mine") == {}
    assert "Nothing is waiting for you." in words(
        client_of(staff("maker")).get("/admin/?show=mine")
    )
    page = words(checker.get("/admin/"))
    for words_of_a_row in (
        "Give 5.00 to",
        "A prize.",
        "A card was exposed.",
        "Approve Range, Big 50",
    ):
        assert words_of_a_row in page


def test_ones_own_request_has_no_button() -> None:
    boss = staff("superuser")
    asked = chips.ask(boss, player(), "grant", 5_00, "A prize.", OPENING)
    page = words(client_of(boss).get("/admin/"))
    assert "Waits for somebody else" in page
    assert reverse("admin:accounts_ledgerrequest_change", args=[asked.pk]) not in page


def test_what_is_done_waits_no_more_and_the_next_step_does() -> None:
    active()
    approved()
    checker = client_of(staff("checker"))
    assert "Approvals" not in shown(checker)
    assert shown(checker)["Activations"] == 1


def test_the_menu_counts_what_the_visitor_may_do_and_lists_what_they_may_open() -> None:
    chips.ask(staff("floor"), player(), "grant", 5_00, "A prize.", OPENING)
    for role, badges, people in (("checker", 1, False), ("auditor", 0, True)):
        menu = client_of(staff(role)).get("/admin/").context["sidebar_navigation"]
        items = {item["title"]: item for group in menu for item in group["items"]}
        assert items["Chip requests"].get("badge", 0) == badges
        assert ("People" in items) == people


def test_the_first_page_is_there_for_somebody_without_a_role() -> None:
    assert "Nothing is waiting for you." in words(client_of(staff("staff")).get("/admin/"))

"""Void, close and deactivate ask before what cannot be undone, and say who reads the reason."""

import pytest
from django.urls import reverse

from accounts.models import AuditEntry
from games.models import VoidRequest
from tests.accounts.people import words
from tests.admin.drafts import staff
from tests.history.rounds import play
from tests.support.clients import client_of
from tests.tables.room import Room

pytestmark = pytest.mark.django_db


@pytest.mark.report("Void, Close, Deactivate")
def test_closing_a_table_asks_says_who_reads_the_reason_and_is_told() -> None:
    room = Room.open("big-50")
    (anna,) = room.sit(1)
    floor = client_of(staff("floor"))
    page = reverse("admin:games_table_close", args=[room.table_id])
    table = words(floor.get(reverse("admin:games_table_change", args=[room.table_id])))
    assert page in table
    asked = words(floor.get(page))
    assert f"lose their seats: {anna.display_name}" in asked
    assert "The players at the table read this" in asked
    assert not room.table.closed
    assert floor.post(page, {"reason": " "}).status_code == 422
    assert not room.table.closed
    floor.post(page, {"reason": "Closing for the night."})
    assert room.table.closed
    assert AuditEntry.objects.get(act="closed").reason == "Closing for the night."
    assert any("Closing for the night." in news["words"] for news in room.table.news)


@pytest.mark.report("Void, Close, Deactivate")
def test_voiding_a_round_asks_and_keeps_what_was_typed_when_it_is_refused() -> None:
    room = Room.open("big-50")
    room.sit(1)
    round = play(room)
    floor = client_of(staff("floor"))
    page = reverse("admin:games_round_void", args=[round.pk])
    asked = words(floor.get(page))
    assert "A second person reads your reason" in asked
    assert "The players read this" in asked
    assert not VoidRequest.objects.exists()
    assert floor.post(page, {"reason": ""}).status_code == 422
    floor.post(page, {"reason": "A card was exposed."})
    again = floor.post(page, {"reason": "It was, really."})
    assert again.status_code == 422
    assert "It was, really." in words(again)
    assert VoidRequest.objects.get().reason == "A card was exposed."


@pytest.mark.report("Table 1, History")
def test_table_1_history_is_the_audit_log_of_that_table() -> None:
    """It said "doesn't have a change history" of a table that the floor had paused."""
    room, other = Room.open("big-50"), Room.open("blackjack")
    floor = client_of(staff("floor"))
    for each, act in ((room, "pause"), (room, "resume"), (other, "pause")):
        floor.post(reverse("admin:games_table_order", args=[each.table_id]), {"act": act})
    history = floor.get(reverse("admin:games_table_history", args=[room.table_id]))
    assert [entry.act for entry, _ in history.context["entries"]] == ["resumed", "paused"]
    page = words(history)
    assert "paused: yes" in page
    assert "change history" not in page
    assert client_of(staff("maker")).get(history.request["PATH_INFO"]).status_code == 403

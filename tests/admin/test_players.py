"""A player's page in the administration, and exclusions by two persons."""

import pytest
from allauth.usersessions.models import UserSession
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from accounts import exclusions, ledger
from accounts.models import AuditEntry, ExclusionRequest, PlayerNote, User
from accounts.staff import Declined
from games.tables import services
from games.tables.refusals import Refused
from tests.accounts.people import member, words
from tests.admin.drafts import staff
from tests.history.rounds import play
from tests.support.clients import client_of
from tests.tables.room import OPENING, Room

pytestmark = pytest.mark.django_db


def page_of(player: User, act: str = "change") -> str:
    return reverse(f"admin:accounts_user_{act}", args=[player.pk])


def seated() -> tuple[Room, User]:
    """A member called Anna, who has a seat."""
    room, anna = Room.open("big-50"), member("Anna")
    services.sit(room.table_id, anna, 1, room.now)
    room.users[1] = anna
    return room, anna


@pytest.mark.report("search transfers for a player")
def test_a_players_page_shows_balance_statement_rounds_limits_and_breaks() -> None:
    room, anna = seated()
    play(room)
    page = words(client_of(staff("floor")).get(page_of(anna)))
    assert f"{ledger.player(anna).shown / 100:,.2f}" in page
    for sentence in ("Round 1, Big 50", "Rounds in the last 30 days", "No limit", "Exclusion",
                     "Alder</a>, seat 1", "Devices"):  # fmt: skip
        assert sentence in page, sentence
    for internal in (f"player/{anna.pk}", f"escrow/{room.table_id}", f"house/{room.table_id}"):
        assert internal not in page


def test_a_players_page_shows_the_devices_they_are_signed_in_on() -> None:
    _, anna = seated()
    other = member("Berta")
    for user, device in ((anna, "Firefox on a telephone"), (other, "Chrome on a laptop")):
        UserSession.objects.create(
            user=user, session_key=device[:6], ip="192.0.2.1", user_agent=device,
            last_seen_at=OPENING,
        )  # fmt: skip
    page = words(client_of(staff("floor")).get(page_of(anna)))
    assert "Firefox on a telephone" in page
    assert f"Last seen {OPENING:%Y-%m-%d %H:%M} UTC" in page
    assert "Chrome on a laptop" not in page


@pytest.mark.report("search transfers for a player")
def test_searching_the_transfers_for_a_player_finds_that_players_entries() -> None:
    room, anna = seated()
    other = member("Berta")
    round = play(room)
    auditor = client_of(staff("auditor"))
    address = reverse("admin:accounts_transfer_changelist")
    found = auditor.get(f"{address}?q=anna").context["cl"].result_list
    assert found
    assert {each.entries.filter(account__user=anna).exists() for each in found} == {True}
    assert str(round.pk) in {each.ref for each in found}
    theirs = auditor.get(f"{address}?q=Berta").context["cl"].result_list
    assert {each.entries.filter(account__user=other).exists() for each in theirs} == {True}


def test_no_page_of_the_books_has_internal_names() -> None:
    room, anna = seated()
    play(room)
    auditor = client_of(staff("auditor"))
    page = words(auditor.get(reverse("admin:accounts_account_changelist")))
    assert "Anna" in page
    assert f"Bank of table {room.table_id}" in page
    assert f"player/{anna.pk}" not in page
    assert f"house/{room.table_id}" not in page


def test_a_raise_is_not_read_off_a_players_page_before_its_round_is_over() -> None:
    room = Room.open("big-raise")
    one, other = room.sit(1, 2)
    room.deal(one, other)
    floor = client_of(staff("floor"))
    before = words(floor.get(page_of(one))).count("room-num")
    room.act(one, "play", amount=15_00)
    page = words(floor.get(page_of(one)))
    assert page.count("room-num") == before
    assert "990.00" in page
    room.act(other, "fold")
    assert room.round.over
    assert "15.00" in words(floor.get(page_of(one)))


def test_a_note_is_signed_and_stays() -> None:
    _, anna = seated()
    floor = client_of(staff("floor"))
    floor.post(page_of(anna, "note"), {"text": "Asked how to take a break."})
    page = words(floor.get(page_of(anna)))
    assert "Asked how to take a break." in page
    assert client_of(staff("auditor")).post(page_of(anna, "note"), {"text": "x"}).status_code == 403
    with pytest.raises(TypeError):
        PlayerNote.objects.get().delete()


@pytest.mark.parametrize(("length", "until"), [("7", "until "), ("0", "for good")])
def test_an_exclusion_takes_two_persons_and_the_player_reads_why(length: str, until: str) -> None:
    room, anna = seated()
    floor, checker = client_of(staff("floor")), client_of(staff("checker"))
    asked = words(floor.get(page_of(anna, "exclude")))
    assert "Anna reads this" in asked
    assert not ExclusionRequest.objects.exists()
    floor.post(page_of(anna, "exclude"), {"length": length, "reason": "You asked us to."})
    request = ExclusionRequest.objects.get()
    decide = reverse("admin:accounts_user_decide", args=[anna.pk, request.pk])
    assert room.chair(anna)
    assert floor.post(decide, {"act": "approve"}).status_code == 403
    assert "Exclude" in words(checker.get("/admin/"))
    checker.post(decide, {"act": "approve"})
    assert not room.table.chairs.filter(user=anna).exists()
    with pytest.raises(Refused, match=f"excluded from play {until}") as refusal:
        services.sit(room.table_id, User.objects.get(pk=anna.pk), 1, room.now)
    assert "You asked us to." in str(refusal.value)
    own = Client()
    own.force_login(anna)
    assert "You asked us to." in words(own.get("/accounts/limits"))
    assert AuditEntry.objects.get(act="approved to exclude").reason == "You asked us to."


def test_who_asks_does_not_approve_and_an_exclusion_ends_by_two_persons_too() -> None:
    room, anna = seated()
    boss, checker = staff("superuser"), staff("checker")
    asked = exclusions.ask(boss, anna, "exclude", 30, "A quarrel.", room.now)
    with pytest.raises(Declined, match="four eyes"):
        exclusions.approve(boss, asked.pk, room.now)
    with pytest.raises(Declined, match="already"):
        exclusions.ask(staff("floor"), anna, "exclude", 7, "A quarrel.", room.now)
    exclusions.approve(checker, asked.pk, room.now)
    with pytest.raises(PermissionDenied):
        exclusions.ask(checker, anna, "lift", None, "They made up.", room.now)
    back = exclusions.ask(staff("floor"), anna, "lift", None, "They made up.", room.now)
    exclusions.approve(checker, back.pk, room.now)
    services.sit(room.table_id, User.objects.get(pk=anna.pk), 1, room.now)


def test_an_exclusion_ends_by_itself_when_its_days_are_over() -> None:
    room, anna = seated()
    asked = exclusions.ask(staff("floor"), anna, "exclude", 1, "A day off.", OPENING)
    exclusions.approve(staff("checker"), asked.pk, OPENING)
    anna = User.objects.get(pk=anna.pk)
    assert anna.play_limits.excluded_at(OPENING)
    later = room.later(86_401).now
    assert not anna.play_limits.excluded_at(later)
    services.sit(room.table_id, anna, 1, later)


def test_nobody_decides_about_their_own_exclusion() -> None:
    room, _ = seated()
    checker = staff("checker")
    asked = exclusions.ask(staff("floor"), checker, "exclude", 7, "A quarrel.", room.now)
    for deed in (exclusions.approve, exclusions.refuse):
        with pytest.raises(Declined, match="about you"):
            deed(checker, asked.pk, room.now)

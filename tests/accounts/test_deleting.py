"""Deleting an account: the person goes, rounds and books stay whole."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.usersessions.models import UserSession
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts import deleting, ledger
from accounts.models import Account, Transfer, User
from games.models import Chair, RoundSeat, Table
from games.registry import GAMES
from games.tables import private_tables, services
from games.tables.chat import say
from tests.accounts.people import (
    guest_in,
    member,
    prove,
    sign_in,
    sign_up,
    spend_all_but,
    who,
    words,
)
from tests.tables.room import OPENING, Room, player, stock

pytestmark = pytest.mark.django_db


def delete(client: Client) -> None:
    prove(client)
    client.post("/accounts/delete")


def test_a_member_is_asked_for_the_password_and_told_what_it_means(client: Client) -> None:
    user = member()
    sign_in(client)
    client.post("/accounts/delete")
    user.refresh_from_db()
    assert user.left is None
    prove(client)
    assert "This cannot be undone" in words(client.get("/accounts/delete"))


def test_nothing_of_the_person_is_left(client: Client) -> None:
    sign_up(client, email="anna@example.com")
    user = User.objects.get()
    RecoveryCodes.activate(user)
    User.objects.filter(pk=user.pk).update(first_name="Anna", is_staff=True)
    other = Client()
    other.cookies["sessionid"] = client.cookies["sessionid"].value
    delete(client)
    user.refresh_from_db()
    assert user.username == f"gone-{user.pk}"
    assert (user.first_name, user.last_name, user.email) == ("", "", "")
    assert (user.is_active, user.is_staff, user.has_usable_password()) == (False, False, False)
    for rows in (EmailAddress, Authenticator, UserSession):
        assert not rows.objects.exists()
    assert who(client) is None
    assert who(other) is None
    assert sign_in(Client()).status_code == 200
    assert sign_in(Client(), "anna@example.com").status_code == 200


def test_the_name_is_free_again(client: Client) -> None:
    sign_up(client)
    delete(client)
    assert sign_up(Client()).status_code == 302


def test_the_chips_go_back_and_the_books_stay_whole(client: Client) -> None:
    sign_up(client)
    user = User.objects.get()
    before = Transfer.objects.count()
    delete(client)
    assert ledger.balance_of(user) == 0
    assert Account.objects.get(kind="grants").balance == 0
    last = Transfer.objects.latest("pk")
    assert (last.reason, Transfer.objects.count()) == ("Account deleted", before + 1)
    assert ledger.audit() == []


def test_rounds_stay_and_read_gone(client: Client) -> None:
    user = guest_in(client)
    room = Room.open("big-50", solo=True)
    services.sit(room.table_id, user, 1, room.now)
    room.deal(user)
    room.act(user, "reveal")
    client.post("/accounts/delete")
    part = RoundSeat.objects.get()
    assert part.user.display_name == "Gone"
    assert part.client_seed == user.client_seed  # without which nobody could check the deal
    assert not Chair.objects.filter(user__isnull=False).exists()


def test_a_guest_has_no_password_and_only_confirms(client: Client) -> None:
    user = guest_in(client)
    assert client.get("/accounts/delete").status_code == 200
    client.post("/accounts/delete")
    user.refresh_from_db()
    assert user.left is not None
    assert who(client) is None


def test_without_chips_it_works_as_well(client: Client) -> None:
    user = guest_in(client)
    spend_all_but(user, 0)
    client.post("/accounts/delete")
    user.refresh_from_db()
    assert user.left
    assert ledger.audit() == []


def test_a_round_that_others_still_play_comes_first() -> None:
    room = Room.open("big-raise")
    one, other = room.sit(1, 2)
    room.deal(one, other)
    with pytest.raises(deleting.NotYet, match="Your seat at Alder is given up"):
        deleting.delete(one, room.now)
    one.refresh_from_db()
    assert one.left is None
    assert room.chair(one).leaving
    room.act(other, "fold")
    room.time_out()
    deleting.delete(one, room.now)
    one.refresh_from_db()
    assert one.left
    assert ledger.audit() == []


def test_tables_of_ones_own_are_closed_and_lose_the_name() -> None:
    stock()
    anna = member()
    game = GAMES["big-50"]
    table = private_tables.open_hosted(anna, game, options=game.options())
    deleting.delete(anna, OPENING)
    table = Table.objects.get(pk=table.pk)
    assert table.closed
    assert "Anna" not in table.name


def test_what_was_said_last_loses_the_name() -> None:
    room = Room.open("big-50")
    anna = member()
    services.sit(room.table_id, anna, 1, room.now)
    say(room.table_id, anna, "hello", room.now)
    deleting.delete(anna, room.now)
    assert [said["name"] for said in room.table.talk] == ["Gone"]


def test_the_log_of_a_table_loses_the_name() -> None:
    room = Room.open("big-50")
    anna, annabel = member(), member("Annabel")
    for seat, user in ((1, anna), (2, annabel)):
        services.sit(room.table_id, user, seat, room.now)
    version = room.table.version
    deleting.delete(anna, room.now)
    assert room.scene(annabel)["log"] == [
        "Seat 1 (Gone) sits down.",
        "Seat 2 (Annabel) sits down.",
        "Seat 1 (Gone) leaves.",
    ]
    assert room.table.version > version  # so that every page hears of it


def test_guests_who_will_not_come_back_are_let_go() -> None:
    now = timezone.now()
    long_ago = now - timedelta(days=61)
    stale, active, recent = player(now=long_ago), player(now=long_ago), player(now=now)
    anna = member()
    everybody = User.objects.filter(pk__in=[stale.pk, active.pk, anna.pk])
    everybody.update(date_joined=long_ago)
    spend_recently = {ledger.player(active): -1_00, ledger.grants(): 1_00}
    ledger.move("test/active", "Spent", spend_recently, now=now)
    call_command("sweep_guests", verbosity=0)
    left = User.objects.filter(left__isnull=False)
    assert list(left) == [stale]
    assert recent.is_guest
    assert ledger.audit() == []

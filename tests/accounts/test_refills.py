"""Free chips: below the smallest bet, once an hour, asked for."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts import ledger, refills
from accounts.models import Entry, Transfer, User
from games.models import Table
from tests.accounts.people import guest_in, spend_all_but, words
from tests.tables.room import OPENING, Room, at_once, player

pytestmark = pytest.mark.django_db


def refused(user: User, minutes: float = 0) -> str:
    with pytest.raises(refills.NoRefill) as refusal:
        refills.refill(user, OPENING + timedelta(minutes=minutes))
    return str(refusal.value)


def test_whoever_has_less_than_the_smallest_bet_has_a_thousand_again() -> None:
    user = player(99)  # no table is open: the smallest bet is 1.00
    assert refills.refill(user, OPENING) == 999_01
    assert ledger.balance_of(user) == 1_000_00
    entry = Entry.objects.filter(account__user=user).latest("pk")
    assert (entry.transfer.reason, entry.amount) == ("Refill", 999_01)
    assert ledger.audit() == []


def test_whoever_can_bet_has_none() -> None:
    user = player(1_00)
    assert refused(user) == "You can refill once an hour, when you have less than 1.00."
    assert ledger.balance_of(user) == 1_00


def test_the_smallest_bet_is_that_of_the_tables_everybody_may_sit_at() -> None:
    Room.open("big-50", minimum=15_00)
    Room.open("big-50", minimum=10_00)
    Table.objects.filter(minimum=10_00).update(listed=False)
    assert refills.refill(player(14_99), OPENING)
    assert "less than 15.00" in refused(player(15_00))


@pytest.mark.report("balance of 1 to 4")
def test_a_balance_that_no_open_table_takes_a_bet_of_may_be_refilled() -> None:
    """An ante of 1 needs a play of 2 beside it; the table that takes less is paused."""
    Room.open("big-raise", minimum=1_00)
    Room.open("big-50", minimum=1_00, paused=True)
    assert "less than 3.00" in refused(player(3_00))
    assert refills.refill(player(2_99), OPENING) == 997_01


def test_there_is_one_an_hour() -> None:
    user = player(0)
    refills.refill(user, OPENING)
    spend_all_but(user, 50)
    assert refused(user) == "You can refill once an hour: the next time in 60 minutes."
    assert refused(user, 59.5) == "You can refill once an hour: the next time in 1 minute."
    assert refills.refill(user, OPENING + timedelta(hours=1)) == 999_50


def test_an_hour_of_ones_own_is_not_that_of_the_clock() -> None:
    user = player(0)
    late = OPENING + timedelta(minutes=59)
    refills.refill(user, late)
    spend_all_but(user, 0)
    assert "59 minutes" in refused(user, 60)


def test_what_is_in_play_is_not_nothing() -> None:
    room = Room.open("big-raise")
    (user,) = room.sit(1, cents=50_00)
    room.deal(user, wagers={"ante": 10_00})
    spend_all_but(user, 0)
    assert refused(user) == "You have 10.00 in play. A refill is for when nothing is left."


@pytest.mark.django_db(transaction=True)
def test_of_many_requests_at_once_one_is_given() -> None:
    user = player(0)
    results = at_once(*[lambda: refills.refill(user, OPENING)] * 4)
    assert sorted(map(str, results))[0] == "100000"
    assert [isinstance(result, refills.NoRefill) for result in results].count(True) == 3
    assert ledger.balance_of(user) == 1_000_00


def test_it_is_asked_for_with_a_button_that_is_there_when_it_is_open(client: Client) -> None:
    user = guest_in(client)
    assert "disabled" in words(client.get("/accounts/"))
    assert client.get("/accounts/refill").status_code == 405
    client.post("/accounts/refill")
    assert ledger.balance_of(user) == 1_000_00
    assert "You can refill once an hour, when you have less than" in words(client.get("/accounts/"))
    spend_all_but(user, 0)
    assert "disabled" not in words(client.get("/accounts/"))
    client.post("/accounts/refill")
    assert ledger.balance_of(user) == 1_000_00
    assert "You have 1,000.00 again" in words(client.get("/accounts/"))


def test_nobody_is_refilled_without_asking(client: Client) -> None:
    user = guest_in(client)
    spend_all_but(user, 0)
    client.get("/accounts/")
    client.get("/")
    assert not Transfer.objects.filter(reason="Refill").exists()

"""The ledger moves chips once, in whole transfers, and never below zero."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, connection, transaction

from accounts import ledger
from accounts.models import Account, Entry, Transfer, User
from tests.tables.room import OPENING, at_once, player


def take(user: User, key: str, cents: int) -> bool:
    amounts = {ledger.player(user): -cents, ledger.escrow(1): cents}
    return ledger.move(key, "Wagers", amounts, now=OPENING)


@pytest.mark.django_db
def test_a_transfer_moves_cents_from_one_account_to_another() -> None:
    user = player(500)
    assert take(user, "round/1/stake/1", 200) is True
    assert ledger.balance_of(user) == 300
    assert ledger.escrow(1).balance == 200


@pytest.mark.django_db
def test_a_key_happens_once_whatever_is_asked_for_the_second_time() -> None:
    user = player(500)
    take(user, "round/1/stake/1", 200)
    assert take(user, "round/1/stake/1", 200) is False
    assert take(user, "round/1/stake/1", 100) is False
    assert ledger.balance_of(user) == 300
    assert Entry.objects.filter(transfer__key="round/1/stake/1").count() == 2


@pytest.mark.django_db(transaction=True)
def test_twelve_at_once_under_one_key_move_the_cents_once() -> None:
    user = player(5000)
    ledger.escrow(1)
    results = at_once(*[lambda: take(user, "round/1/stake/1", 200)] * 12)
    assert sorted(map(str, results)) == ["False"] * 11 + ["True"]
    assert ledger.balance_of(user) == 4800
    assert ledger.audit() == []


@pytest.mark.django_db(transaction=True)
def test_parallel_withdrawals_never_take_more_than_there_is() -> None:
    user = player(1000)
    ledger.escrow(1)
    deeds = [lambda place=place: take(user, f"round/{place}/stake/1", 300) for place in range(10)]
    results = at_once(*deeds)
    assert [type(one) for one in results].count(bool) == 3
    assert sum(isinstance(one, ledger.InsufficientFunds) for one in results) == 7
    assert ledger.balance_of(user) == 100
    assert ledger.audit() == []


@pytest.mark.django_db(transaction=True)
def test_opposite_transfers_between_two_players_all_come_through() -> None:
    one, other = player(1000), player(1000)

    def pay(start: int, giver: User, taker: User) -> None:
        for number in range(start, start + 15):
            amounts = {ledger.player(giver): -1, ledger.player(taker): 1}
            ledger.move(f"gift/{number}", "Gift", amounts, now=OPENING)

    results = at_once(lambda: pay(0, one, other), lambda: pay(100, other, one))
    assert results == [None, None]
    assert (ledger.balance_of(one), ledger.balance_of(other)) == (1000, 1000)
    assert ledger.audit() == []


@pytest.mark.django_db
@pytest.mark.parametrize("amounts", [(-200, 199), (-200, 201), (0, 5)])
def test_a_transfer_that_does_not_sum_to_zero_is_refused(amounts: tuple[int, int]) -> None:
    user = player(500)
    out, into = amounts
    with pytest.raises(ValueError, match="does not sum to zero"):
        ledger.move("k", "r", {ledger.player(user): out, ledger.escrow(1): into}, now=OPENING)
    assert ledger.balance_of(user) == 500
    assert not Transfer.objects.filter(key="k").exists()


@pytest.mark.django_db
def test_a_transfer_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="moves nothing"):
        ledger.move("k", "r", {ledger.player(player()): 0, ledger.escrow(1): 0}, now=OPENING)
    assert not Transfer.objects.filter(key="k").exists()


@pytest.mark.django_db
def test_a_player_without_the_funds_is_told_both_figures_and_the_key_stays_free() -> None:
    user = player(500)
    with pytest.raises(ledger.InsufficientFunds) as refused:
        take(user, "round/1/stake/1", 501)
    assert (refused.value.needed, refused.value.balance) == (501, 500)
    assert ledger.balance_of(user) == 500
    assert take(user, "round/1/stake/1", 500) is True
    assert ledger.balance_of(user) == 0


@pytest.mark.django_db
def test_the_house_may_owe_but_an_escrow_never_pays_out_more_than_it_holds() -> None:
    user = player(500)
    ledger.move("win", "r", {ledger.house(1): -900, ledger.player(user): 900}, now=OPENING)
    assert ledger.house(1).balance == -900
    with pytest.raises(IntegrityError), transaction.atomic():
        ledger.move("twice", "r", {ledger.escrow(1): -1, ledger.player(user): 1}, now=OPENING)
    assert ledger.balance_of(user) == 1400


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["player", "escrow"])
def test_the_database_itself_refuses_a_balance_below_zero(kind: str) -> None:
    ledger.player(player(500))
    ledger.escrow(1)
    with pytest.raises(IntegrityError), connection.cursor() as cursor, transaction.atomic():
        cursor.execute("UPDATE accounts_account SET balance = -1 WHERE kind = %s", [kind])


@pytest.mark.django_db
@pytest.mark.parametrize(
    "alter",
    [
        lambda: Entry.objects.earliest("pk").save(),
        lambda: Entry.objects.earliest("pk").delete(),
        lambda: Transfer.objects.earliest("pk").save(update_fields=["reason"]),
        lambda: Transfer.objects.earliest("pk").delete(),
        lambda: Entry.objects.update(amount=1),
        lambda: Entry.objects.filter(amount__gt=0).delete(),
        lambda: Entry.objects.bulk_update(list(Entry.objects.all()), ["amount"]),
        lambda: Transfer.objects.update(key="another"),
        lambda: Transfer.objects.all().delete(),
        lambda: Transfer.objects.earliest("pk").entries.all().delete(),
        lambda: Account.objects.filter(kind="grants").get().entries.update(amount=1),
    ],
)
def test_what_is_booked_is_never_changed_or_deleted(alter: Callable[[], object]) -> None:
    player(500)
    before = list(Entry.objects.order_by("pk").values()), list(Transfer.objects.values())
    with pytest.raises(TypeError, match=r"is never (changed|deleted)\."):
        alter()
    assert (list(Entry.objects.order_by("pk").values()), list(Transfer.objects.values())) == before


@pytest.mark.django_db
def test_a_user_with_chips_cannot_be_deleted() -> None:
    user = player()
    with pytest.raises(IntegrityError):
        user.delete()

"""The audit finds what somebody did to the books behind the ledger's back, and names it."""

import pytest
from django.db import connection

from accounts import ledger
from accounts.models import Account, Entry, Transfer
from tests.support.commands import run
from tests.tables.room import OPENING, player


def plant(sql: str, *values: int) -> None:
    """Changes rows past every model."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


def audited() -> tuple[int, str]:
    """The exit status of `manage.py audit_ledger` and what it printed."""
    ended = run("audit_ledger")
    return ended.status, ended.err if ended.status else ended.out


@pytest.fixture
def account(db: None) -> Account:
    """A player's account after two transfers: 1,000.00 in, 400.00 out."""
    user = player()
    account = ledger.player(user)
    ledger.move(
        "round/1/stake/1", "Wagers", {account: -400_00, ledger.escrow(7): 400_00}, now=OPENING
    )
    return ledger.player(user)


def test_clean_books_pass(account: Account) -> None:
    status, printed = audited()
    assert status == 0
    assert "clean" in printed


def test_a_cent_too_much_on_a_balance_is_named(account: Account) -> None:
    plant("UPDATE accounts_account SET balance = balance + 1 WHERE id = %s", account.pk)
    status, printed = audited()
    assert status == 1
    assert f"{account.name} has 60001 cents, its entries sum to 60000: +1 cents" in printed


def test_a_cent_too_much_on_what_others_see_is_named(account: Account) -> None:
    plant("UPDATE accounts_account SET shown = shown + 1 WHERE id = %s", account.pk)
    status, printed = audited()
    assert status == 1
    assert printed.strip() == (
        f"Account {account.name} shows 60001 cents; without what is secret it has 60000."
    )


def test_a_secret_that_others_see_is_named(account: Account) -> None:
    amounts = {account: -100_00, ledger.escrow(7): 100_00}
    raised = ledger.Move("round/1/stake/1/1", "Raise", amounts, secret=True)
    ledger.move_all([raised], now=OPENING, ref="1")
    assert audited()[0] == 0
    plant("UPDATE accounts_account SET shown = balance WHERE id = %s", account.pk)
    status, printed = audited()
    assert status == 1
    assert "shows 50000 cents; without what is secret it has 60000." in printed


def test_an_altered_entry_is_named_by_its_transfer_and_its_account(account: Account) -> None:
    plant(
        "UPDATE accounts_entry SET amount = -30000 WHERE account_id = %s AND amount = -40000",
        account.pk,
    )
    status, printed = audited()
    assert status == 1
    assert "round/1/stake/1 sums to 10000 cents" in printed
    assert f"{account.name} has 60000 cents, its entries sum to 70000: -10000 cents" in printed


def test_a_deleted_entry_is_named(account: Account) -> None:
    plant("DELETE FROM accounts_entry WHERE account_id = %s AND amount = -40000", account.pk)
    status, printed = audited()
    assert status == 1
    assert "round/1/stake/1 sums to 40000 cents" in printed
    assert f"{account.name} has 60000 cents, its entries sum to 100000" in printed


def test_a_transfer_whose_entries_are_gone_is_named(account: Account) -> None:
    plant("DELETE FROM accounts_entry WHERE amount IN (-40000, 40000)")
    status, printed = audited()
    assert status == 1
    assert "Transfer round/1/stake/1 has no entries." in printed


def test_two_sides_altered_alike_with_their_balances_are_named(account: Account) -> None:
    """All sums are right again; only what each entry says it left behind is not."""
    plant("UPDATE accounts_entry SET amount = -39900 WHERE amount = -40000")
    plant("UPDATE accounts_entry SET amount = 39900 WHERE amount = 40000")
    plant("UPDATE accounts_account SET balance = balance + 100 WHERE id = %s", account.pk)
    plant("UPDATE accounts_account SET balance = balance - 100 WHERE name = 'escrow/7'")
    status, printed = audited()
    assert status == 1
    assert (
        f"Transfer round/1/stake/1 moved -39900 cents and left account {account.name} with "
        "60000 cents; before it had 100000."
    ) in printed
    assert "left account escrow/7 with 40000 cents; before it had 0." in printed


def test_an_invented_transfer_is_named(account: Account) -> None:
    Transfer.objects.create(key="gift", reason="r", created=OPENING)
    plant(
        "INSERT INTO accounts_entry (transfer_id, account_id, amount, balance_after) "
        "SELECT id, %s, 500, 60500 FROM accounts_transfer WHERE key = 'gift'",
        account.pk,
    )
    plant("UPDATE accounts_account SET balance = 60500, shown = 60500 WHERE id = %s", account.pk)
    status, printed = audited()
    assert status == 1
    assert printed.strip() == "Transfer gift sums to 500 cents, not zero."
    assert Entry.objects.filter(transfer__key="gift").count() == 1

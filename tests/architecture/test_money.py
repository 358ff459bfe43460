"""Only `accounts.ledger` writes money: no other module makes, changes or deletes its rows."""

import pytest

from config import BASE_DIR
from tests.architecture.money_writers import writes_of_money

LEDGER = BASE_DIR / "accounts" / "ledger.py"
MODULES = [
    path
    for app in ("accounts", "games", "config")
    for path in sorted((BASE_DIR / app).rglob("*.py"))
    if path != LEDGER and "migrations" not in path.parts
]


def test_only_the_ledger_writes_money() -> None:
    written = {
        f"{path.relative_to(BASE_DIR)}:{line}"
        for path in MODULES
        for line in writes_of_money(path.read_text())
    }
    assert written == set()


def test_the_ledger_itself_is_seen_to_write() -> None:
    assert writes_of_money(LEDGER.read_text())


@pytest.mark.parametrize(
    "source",
    [
        "Entry(amount=5)",
        "models.Entry(amount=5)",
        "Transfer.objects.create(key='k')",
        "Entry.objects.filter(pk=1).delete()",
        "from accounts.models import Account as Purse\nPurse.objects.update(balance=0)",
        "await Account.objects.acreate(name='x')",
        "transfer.entries.create(amount=5)",
        "user.account.save()",
        "rows.update(balance=F('balance') + 5)",
        "account.balance = 5",
        "account.balance += 5",
        "account.shown += 5",
        "rows.update(shown=5)",
    ],
)
def test_a_write_is_found_however_it_is_spelled(source: str) -> None:
    assert writes_of_money(source) == [source.count("\n") + 1]


@pytest.mark.parametrize(
    "source",
    [
        "Entry.objects.filter(account__user=user).order_by('-pk')",
        "balance = account.balance",
        "ledger.move(key, 'stake', {account: -5}, now=now)",
        "table.save()",
        "account.user.save()",
        "class Account(models.Model): pass",
    ],
)
def test_reading_is_no_write(source: str) -> None:
    assert writes_of_money(source) == []

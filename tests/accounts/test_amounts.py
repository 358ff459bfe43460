"""Amounts that people give in units."""

from decimal import Decimal

import pytest

from accounts.amounts import cents, typed


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("25", 25_00),
        ("25.5", 25_50),
        ("25.05", 25_05),
        ("0", 0),
        ("999999999.99", 99_999_999_999),
        ("", None),
        (".5", None),
        ("25.", None),
        ("25.005", None),
        ("-25", None),
        ("1,000", None),
        ("1e3", None),
        ("٢٥", None),
        ("25\n", None),
        ("1234567890", None),
    ],
)
def test_an_amount_is_digits_with_two_decimals_at_most(text: str, amount: int | None) -> None:
    assert typed(text) == amount


def test_a_field_has_an_amount_or_nothing() -> None:
    assert cents(Decimal("12.34")) == 12_34
    assert cents(Decimal("-0.5")) == -50
    assert cents(None) is None

"""Amounts typed in units, as cents."""

import re
from decimal import Decimal
from typing import overload


def typed(text: str) -> int | None:
    """Cents of an amount like ``25``, ``25.5`` or ``25.50``; None for any other text."""
    found = re.fullmatch(r"(\d{1,9})(?:\.(\d{1,2}))?", text, re.ASCII)
    return int(found[1]) * 100 + int((found[2] or "").ljust(2, "0")) if found else None


@overload
def cents(amount: Decimal) -> int: ...


@overload
def cents(amount: None) -> None: ...


def cents(amount: Decimal | None) -> int | None:
    """Cents of a form field's value; None if it is empty."""
    return None if amount is None else int(amount * 100)

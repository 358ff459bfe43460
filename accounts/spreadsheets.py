"""CSV as spreadsheets read it: in UTF-8 that says so, with moments they take for moments, and no
text that they take for a formula."""

from datetime import UTC, datetime

MARK = "\ufeff"
"""What a file begins with: without it a spreadsheet takes UTF-8 for the letters of its country."""

_BEGIN_FORMULAS = ("=", "+", "-", "@", "\t", "\r")


def moment(at: datetime) -> str:
    """A moment in UTC, to the second; the heading of its column says that it is UTC."""
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S}"


def plain(text: str) -> str:
    """A text that no spreadsheet takes for a formula (OWASP, CSV injection)."""
    return f"'{text}" if text.startswith(_BEGIN_FORMULAS) else text

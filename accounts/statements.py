"""A player's ledger entries, as a page shows them."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Page, Paginator

from accounts.models import Entry, User

LINES_PER_PAGE = 20


@dataclass(frozen=True)
class Fact:
    """What a transfer refers to: in words, and the page that shows it ("": none)."""

    words: str
    url: str = ""


Facts = Callable[[Collection[str]], Mapping[str, Fact]]
"""From references of transfers to their facts; unknown ones are left out."""


def _no_facts(refs: Collection[str]) -> Mapping[str, Fact]:
    return {}


_facts: Facts = _no_facts
"""Until it is set: see `set_facts`."""


def set_facts(facts: Facts) -> None:
    """Register a function that says what transfers refer to. Called while the site starts."""
    global _facts
    _facts = facts


def facts_of(refs: Collection[str]) -> Mapping[str, Fact]:
    """The facts of these references; unknown ones are left out."""
    return _facts(refs)


@dataclass(frozen=True)
class Line:
    """One entry. Cents."""

    at: datetime
    reason: str
    fact: Fact | None
    amount: int
    balance: int


@dataclass(frozen=True)
class Statement:
    """One page of lines, newest first, and its position among the pages."""

    lines: list[Line]
    page: Page[Entry]


def statement(user: User, number: str | None) -> Statement:
    """A page of a user's lines; the nearest one if there is no such page."""
    entries = Entry.objects.filter(account__user=user).select_related("transfer").order_by("-pk")
    page = Paginator(entries, LINES_PER_PAGE).get_page(number)
    facts = facts_of({entry.transfer.ref for entry in page if entry.transfer.ref})
    lines = [
        Line(
            at=entry.transfer.created,
            reason=entry.transfer.reason,
            fact=facts.get(entry.transfer.ref),
            amount=entry.amount,
            balance=entry.balance_after,
        )
        for entry in page
    ]
    return Statement(lines, page)

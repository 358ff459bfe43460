"""Free chips for players with too few to play: on request, once an hour, through the ledger."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from accounts import ledger
from accounts.guests import WELCOME
from accounts.models import Transfer, User
from accounts.templatetags.money import money

TOP = WELCOME
"""Cents to which a refill raises a balance."""
PAUSE = timedelta(hours=1)
"""Between two refills of one player."""


class NoRefill(Exception):
    """No refill is due; ``str(error)`` says why."""


@dataclass(frozen=True)
class Rules:
    """What the tables require: the least that any accepts, and what a user has in play. Cents."""

    smallest: Callable[[], int]
    in_play: Callable[[User], int]


_rules = Rules(smallest=lambda: 1_00, in_play=lambda user: 0)


def set_rules(rules: Rules) -> None:
    """Say where the figures come from. Called while the site starts."""
    global _rules
    _rules = rules


def why_not(user: User, now: datetime) -> str:
    """Why there is no refill now, as a sentence; "" if there is one."""
    smallest = _rules.smallest()
    if in_play := _rules.in_play(user):
        return f"You have {money(in_play)} in play. A refill is for when nothing is left."
    if ledger.balance_of(user) >= smallest:
        return f"You can refill once an hour, when you have less than {money(smallest)}."
    last = Transfer.objects.filter(key__startswith=_keys(user)).order_by("-created").first()
    if last is not None and now < last.created + PAUSE:
        wait = -(-(last.created + PAUSE - now).total_seconds() // 60)
        minutes = "1 minute" if wait == 1 else f"{wait:.0f} minutes"
        return f"You can refill once an hour: the next time in {minutes}."
    return ""


def refill(user: User, now: datetime) -> int:
    """Bring a balance to `TOP`. Returns the cents given. Raises NoRefill."""
    with transaction.atomic():
        # Locked from here on: of two requests at once, the second finds the first one's chips.
        account = ledger.hold([user.pk]).get(user.pk) or ledger.player(user)
        if refusal := why_not(user, now):
            raise NoRefill(refusal)
        missing = TOP - account.balance
        key = f"{_keys(user)}{now:%Y-%m-%dT%H:%M}"
        ledger.move(key, "Refill", {account: missing, ledger.grants(): -missing}, now=now)
    return missing


def _keys(user: User) -> str:
    return f"user/{user.pk}/refill/"

"""Guests: one click makes a user with chips to play with."""

import secrets
from datetime import datetime

from django.db import transaction

from accounts import ledger
from accounts.models import User

WELCOME = 1_000_00
"""Cents a new player is given."""


def new_guest(now: datetime) -> User:
    """Make a guest with `WELCOME` chips. Nobody can log in to the account with a password."""
    with transaction.atomic():
        user = User(username=f"guest-{secrets.token_hex(8)}", is_guest=True)
        user.set_unusable_password()
        user.save()
        welcome(user, now)
    return user


def welcome(user: User, now: datetime) -> None:
    """Grant the first chips, once per user."""
    ledger.move(
        f"user/{user.pk}/welcome",
        "Welcome chips",
        {ledger.player(user): WELCOME, ledger.grants(): -WELCOME},
        now=now,
    )

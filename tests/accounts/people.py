"""People at the door, in the tests of accounts."""

from typing import Any

from django.test import Client

from accounts import ledger
from accounts.guests import welcome
from accounts.models import User
from tests.tables.room import OPENING

PASSWORD = "three green chips"


def member(name: str = "Anna", **fields: Any) -> User:
    """Somebody with an account and the first chips."""
    user = User.objects.create_user(name, password=PASSWORD, **fields)
    welcome(user, OPENING)
    return user


def guest_in(client: Client) -> User:
    """Come in as a guest."""
    client.post("/accounts/guest")
    return User.objects.get(pk=client.session["_auth_user_id"])


def sign_up(client: Client, name: str = "Anna", **fields: str) -> Any:
    """Send the sign-up form."""
    form = {"username": name, "password1": PASSWORD, "password2": PASSWORD, "email": "", **fields}
    return client.post("/accounts/signup/", form)


def sign_in(client: Client, name: str = "Anna", password: str = PASSWORD) -> Any:
    """Send the sign-in form."""
    return client.post("/accounts/login/", {"login": name, "password": password})


def prove(client: Client, password: str = PASSWORD) -> Any:
    """Say once more who it is."""
    return client.post("/accounts/reauthenticate/", {"password": password})


def who(client: Client) -> User | None:
    """Whom the site takes a browser for."""
    user = client.get("/accounts/").wsgi_request.user
    return user if isinstance(user, User) else None


def words(response: Any) -> str:
    """The page that a response is, as text."""
    return str(response.content.decode())


def spend_all_but(user: User, cents: int) -> None:
    """Leave a player with so many cents."""
    amount = ledger.balance_of(user) - cents
    move = {ledger.player(user): -amount, ledger.grants(): amount}
    ledger.move(f"user/{user.pk}/all-but-{cents}", "Spent", move, now=OPENING)

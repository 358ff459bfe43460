"""Browsers without a screen: Django's own test client."""

from django.test import Client

from accounts.models import User


def client_of(user: User) -> Client:
    """A client of a user who is logged in."""
    client = Client()
    client.force_login(user)
    return client

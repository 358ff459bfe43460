"""Guests, and who one is on the site."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from accounts import ledger
from accounts.guests import welcome
from accounts.models import Transfer, User
from tests.tables.room import OPENING, player

pytestmark = pytest.mark.django_db


def test_one_click_makes_a_guest_with_a_thousand_in_chips(client: Client) -> None:
    client.post("/accounts/guest")
    user = User.objects.get()
    assert user.is_guest
    assert ledger.balance_of(user) == 1_000_00
    assert client.session["_auth_user_id"] == str(user.pk)
    assert ledger.audit() == []


def test_a_second_click_makes_nobody_and_gives_nothing(client: Client) -> None:
    client.post("/accounts/guest")
    client.post("/accounts/guest")
    assert User.objects.count() == 1
    assert ledger.balance_of(User.objects.get()) == 1_000_00


def test_the_welcome_is_given_once_per_user() -> None:
    user = player()
    welcome(user, OPENING)
    assert ledger.balance_of(user) == 1_000_00
    assert Transfer.objects.filter(key=f"user/{user.pk}/welcome").count() == 1


def test_a_guest_cannot_be_logged_into(client: Client) -> None:
    user = player()
    for password in ("", "!", user.password, user.username):
        assert not client.login(username=user.username, password=password)


def test_a_guest_is_made_by_a_post_only(client: Client) -> None:
    assert client.get("/accounts/guest").status_code == 405
    assert User.objects.count() == 0


@pytest.mark.parametrize(
    "target",
    [
        "https://elsewhere.example/",
        "//elsewhere.example/",
        "javascript:alert(1)",
        "/\\elsewhere",
        "nowhere",  # no address at all
        "-1",
    ],
)
def test_nobody_is_sent_to_another_site_afterwards(client: Client, target: str) -> None:
    response = client.post("/accounts/guest", {"next": target})
    assert response.headers["Location"] == "/"


def test_a_guest_goes_on_to_where_he_was_going(client: Client) -> None:
    target = reverse("games:state", args=[1])
    assert client.post("/accounts/guest", {"next": target}).headers["Location"] == target


@pytest.mark.parametrize("seed", ["", "lucky\n", "two\nlines", "ümlaut", "x" * 65, "tab\t", "\x7f"])
def test_a_client_seed_that_would_not_be_one_plain_line_is_refused(seed: str) -> None:
    user = player()
    user.client_seed = seed
    with pytest.raises(ValidationError) as refused:
        user.full_clean()
    assert set(refused.value.message_dict) == {"client_seed"}


def test_every_player_has_a_client_seed_of_ones_own() -> None:
    assert player().client_seed != player().client_seed

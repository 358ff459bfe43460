"""Neither the time of a log-in nor the answer to a sign-up says who is known here."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core.mail import EmailMessage
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.accounts.people import guest_in, member, sign_in, sign_up, who, words

pytestmark = pytest.mark.django_db

ADDRESS = "anna@example.com"


@pytest.fixture
def hashes(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], int]:
    """Call it with a login and a wrong password: how often a password is hashed, which is all that
    takes time."""
    done: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(self: Any, password: str, salt: str) -> str:
        done.append(password)
        return str(encode(self, password, salt))

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)

    def count(login: str, password: str) -> int:
        done.clear()
        sign_in(Client(REMOTE_ADDR=f"192.0.2.{len(login)}"), login, password)
        return len(done)

    return count


@pytest.mark.parametrize("password", ["wrong", "wro\u0308ng", "ﬁsh\u0308"])
def test_a_log_in_takes_the_same_time_for_known_and_unknown_names(
    hashes: Callable[[str, str], int], password: str
) -> None:
    member("Anna", email=ADDRESS)
    guest = guest_in(Client())
    invited = User.objects.create(username="ingrid")
    invited.set_unusable_password()
    invited.save()
    closed = member("Closed", is_active=False)
    names = ("Anna", "anna", guest.username, "ingrid", closed.username, "nobody")
    assert len({hashes(name, password) for name in names}) == 1
    assert hashes(ADDRESS, password) == hashes("nobody@example.com", password)


def test_two_accounts_with_one_address_take_no_longer_either(
    hashes: Callable[[str, str], int],
) -> None:
    member("Anna", email=ADDRESS)
    sign_up(Client(), "Berta", email=ADDRESS)
    assert hashes(ADDRESS, "wrong") == hashes("nobody@example.com", "wrong")


@pytest.mark.parametrize("sends_mail", [False, True])
def test_signing_up_does_not_say_which_addresses_exist(
    settings: Settings, mailoutbox: list[EmailMessage], sends_mail: bool
) -> None:
    settings.SENDS_MAIL = sends_mail
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional" if sends_mail else "none"
    member("Anna", email=ADDRESS)
    answers = []
    for name, address in (("Berta", ADDRESS), ("Carla", "carla@example.com")):
        browser = Client()
        answer = sign_up(browser, name, email=address)
        page = words(browser.get("/accounts/email/"))
        answers.append((answer.status_code, answer.headers["Location"], address in page))
        assert who(browser) == User.objects.get(username=name)
    assert answers[0] == answers[1]
    assert [mail.to for mail in mailoutbox] == [[ADDRESS], ["carla@example.com"]] * sends_mail


def test_an_address_still_signs_its_owner_in_though_another_gave_it_too() -> None:
    anna = member("Anna", email=ADDRESS)
    sign_up(Client(), "Berta", email=ADDRESS)
    browser = Client()
    sign_in(browser, ADDRESS)
    assert who(browser) == anna

"""Where the site sends mail, a link sets a forgotten password; where it does not, it says so."""

import re
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from pytest_django import Settings

from tests.accounts.people import member, sign_in, sign_up, who, words

pytestmark = pytest.mark.django_db

NEW = "four red chips"


def test_a_link_by_mail_sets_a_new_password_once(
    client: Client, settings: Settings, mailoutbox: list[EmailMessage]
) -> None:
    settings.SENDS_MAIL = True
    user = member(email="anna@example.com")
    assert "/accounts/password/reset/" in words(client.get("/accounts/login/"))
    client.post("/accounts/password/reset/", {"email": "anna@example.com"})
    (mail,) = mailoutbox
    assert mail.to == ["anna@example.com"]
    found = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", str(mail.body))
    assert found
    form: Any = client.get(found[1], follow=True)
    address = form.redirect_chain[-1][0]
    client.post(address, {"password1": NEW, "password2": NEW})
    sign_in(client, password=NEW)
    assert who(client) == user
    assert "no longer works" in words(Client().get(found[1], follow=True))


def test_an_address_that_nobody_has_is_answered_alike_and_gets_no_mail(
    client: Client, settings: Settings, mailoutbox: list[EmailMessage]
) -> None:
    settings.SENDS_MAIL = True
    answer = client.post("/accounts/password/reset/", {"email": "nobody@example.com"})
    assert answer.headers["Location"] == "/accounts/password/reset/done/"
    assert mailoutbox == []


def test_where_no_mail_is_sent_nothing_is_offered_by_mail(
    client: Client, mailoutbox: list[EmailMessage]
) -> None:
    assert "Forgot password" not in words(client.get("/accounts/login/"))
    assert "This site sends no e-mail" in words(client.get("/accounts/password/reset/"))
    sign_up(client, email="anna@example.com")
    assert mailoutbox == []

"""Sessions end with what they proved."""

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import User
from tests.accounts.people import PASSWORD, member, prove, sign_in, sign_up, who

pytestmark = pytest.mark.django_db

NEW = "four red chips"


def signed_in() -> Client:
    client = Client()
    sign_in(client)
    return client


def rows(*clients: Client) -> list[bool]:
    """Whether the session of each browser is there still; nobody asks for anything with it."""
    keys = [client.cookies["sessionid"].value for client in clients]
    return [Session.objects.filter(pk=key).exists() for key in keys]


def test_another_password_ends_every_session_but_the_one_that_changed_it() -> None:
    user = member()
    own, other = signed_in(), signed_in()
    prove(own)
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    own.post("/accounts/password/change/", form)
    assert rows(other) == [False]
    assert who(own) == user
    assert who(other) is None


def test_a_password_that_the_staff_have_set_ends_every_session() -> None:
    user = member()
    browsers = signed_in(), signed_in()
    boss = Client()
    boss.force_login(User.objects.create_superuser("boss", password=PASSWORD))
    form = {"new_password1": NEW, "new_password2": NEW}
    boss.post(f"/admin/accounts/user/{user.pk}/password/", form)
    user.refresh_from_db()
    assert user.check_password(NEW)
    assert rows(*browsers, boss) == [False, False, True]


def test_who_may_not_come_in_any_more_is_out() -> None:
    user, kept = member(), member("Bruno")
    browser, other = signed_in(), Client()
    sign_in(other, "Bruno")
    user.is_active = False
    user.save()
    assert rows(browser, other) == [False, True]
    assert who(other) == kept


def test_other_changes_leave_everybody_in() -> None:
    user = member()
    browser = signed_in()
    user.refresh_from_db()
    user.first_name = "Anna"
    user.save()
    assert rows(browser) == [True]
    assert who(browser) == user


def test_a_guest_who_signs_up_stays_in(client: Client) -> None:
    client.post("/accounts/guest")
    before = client.cookies["sessionid"].value
    sign_up(client)
    found = who(client)
    assert found is not None
    assert found.username == "Anna"
    assert client.cookies["sessionid"].value != before

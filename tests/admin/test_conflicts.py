"""Two stale forms on a page of the staff do not undo each other in silence."""

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import LimitsProfile
from tests.accounts.people import sign_in, words
from tests.admin.staff import filled, member
from tests.support.clients import client_of
from tests.tables.room import stock

pytestmark = pytest.mark.django_db


def test_a_stale_form_does_not_undo_a_role_that_was_taken_away() -> None:
    boss, other = member("superuser", "boss"), member("superuser", "other")
    floor = member("floor")
    page = reverse("admin:accounts_staffmember_change", args=[floor.pk])
    first, second = client_of(boss), client_of(other)
    stale = filled(first, page)
    second.post(page, filled(second, page) | {"groups": []})
    answer = first.post(page, stale | {"first_name": "Flora"})
    assert answer.status_code == 409
    text = words(answer)
    assert "Roles: none (it was floor)" in text
    assert 'value="Flora"' in text
    floor.refresh_from_db()
    assert (floor.first_name, list(floor.groups.all())) == ("", [])
    compared = filled(first, page) | {"first_name": "Flora"}
    assert first.post(page, compared).status_code == 302
    floor.refresh_from_db()
    assert (floor.first_name, list(floor.groups.all())) == ("Flora", [])


def test_the_page_of_a_conflict_saves_when_it_is_sent_again() -> None:
    client = client_of(member("superuser", "boss"))
    group = Group.objects.create(name="Night shift")
    page = reverse("admin:auth_group_change", args=[group.pk])
    stale = filled(client, page)
    Group.objects.filter(pk=group.pk).update(name="Day shift")
    answer = client.post(page, stale | {"name": "Evening shift"})
    assert answer.status_code == 409
    as_of = words(answer).split('name="as_of" value="')[1].split('"')[0]
    assert client.post(page, stale | {"name": "Evening shift", "as_of": as_of}).status_code == 302
    group.refresh_from_db()
    assert group.name == "Evening shift"


def test_a_log_in_in_between_is_no_conflict() -> None:
    client, floor = client_of(member("superuser", "boss")), member("floor")
    page = reverse("admin:accounts_staffmember_change", args=[floor.pk])
    form = filled(client, page)
    sign_in(Client(), "floor")
    assert client.post(page, form | {"first_name": "Flora"}).status_code == 302


@pytest.mark.parametrize("as_of", ["", "forged", None])
def test_a_form_that_does_not_say_when_it_was_opened_changes_nothing(as_of: str | None) -> None:
    client, floor = client_of(member("superuser", "boss")), member("floor")
    page = reverse("admin:accounts_staffmember_change", args=[floor.pk])
    form = filled(client, page) | {"first_name": "Flora", "as_of": as_of}
    if as_of is None:
        form.pop("as_of")
    assert client.post(page, form).status_code == 409
    assert User.objects.get(pk=floor.pk).first_name == ""


def test_limits_profiles_have_it_too() -> None:
    stock()
    client = client_of(member("superuser", "boss"))
    profile = LimitsProfile.objects.filter(offered=True)[0]
    page = reverse("admin:games_limitsprofile_change", args=[profile.pk])
    stale = filled(client, page)
    LimitsProfile.objects.filter(pk=profile.pk).update(offered=False)
    assert client.post(page, stale).status_code == 409
    profile.refresh_from_db()
    assert not profile.offered

"""The people who work here: how they come in, who decides about them, and what they are told."""

import re
from typing import Any

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret
from django.contrib.auth.models import Group
from django.contrib.messages import get_messages
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts import chips, people
from accounts.models import AuditEntry, StaffMember, User
from accounts.staff import Declined
from games.tables import services
from tests.accounts.people import PASSWORD, prove, sign_in, who, words
from tests.admin.staff import filled, member
from tests.support.clients import client_of
from tests.tables.room import OPENING, Room, player

pytestmark = pytest.mark.django_db

ADD = reverse("admin:accounts_staffmember_add")
LIST = reverse("admin:accounts_staffmember_changelist")
NEW = "four red chips"


def page_of(person: User, act: str = "change") -> str:
    return reverse(f"admin:accounts_staffmember_{act}", args=[person.pk])


def invited(client: Client, **more: Any) -> Any:
    """Send the form of an invitation for Ingrid, of the floor."""
    form = {"name": "Ingrid Lund", "username": "ingrid", "email": "ingrid@example.com"}
    roles = [Group.objects.get(name="floor").pk]
    return client.post(ADD, form | {"roles": roles} | more)


def set_behind(link: str, password: str) -> None:
    """Open the link of an invitation in a browser of one's own, and set a password."""
    browser = Client()
    form: Any = browser.get(link, follow=True)
    browser.post(form.redirect_chain[-1][0], {"password1": password, "password2": password})


@pytest.mark.report("staff: add a user in the admin")
def test_staff_add_a_user_in_the_admin_with_a_role(
    settings: Settings, mailoutbox: list[EmailMessage]
) -> None:
    """A form with fields, a role, a mail, and a password that nobody else knows."""
    settings.SENDS_MAIL = True
    boss = client_of(member("superuser", "boss"))
    assert "Name to sign in with" in words(boss.get(ADD))
    answer = invited(boss)
    ingrid = StaffMember.objects.get(username="ingrid")
    assert answer.headers["Location"] == page_of(ingrid)
    assert (ingrid.get_full_name(), ingrid.has_usable_password()) == ("Ingrid Lund", False)
    (mail,) = mailoutbox
    assert mail.to == ["ingrid@example.com"]
    found = re.search(r"http://testserver(/\S+)", str(mail.body))
    assert found
    set_behind(found[1], NEW)
    browser = Client()
    sign_in(browser, "ingrid", NEW)
    assert who(browser) == User.objects.get(username="ingrid")
    assert browser.get(reverse("admin:games_table_changelist")).status_code == 200
    assert AuditEntry.objects.get(act="invited").after["groups"] == ["floor"]
    assert "no longer works" in words(Client().get(found[1], follow=True))


def test_where_no_mail_is_sent_the_link_is_shown_once(mailoutbox: list[EmailMessage]) -> None:
    boss = client_of(member("superuser", "boss"))
    page = words(invited(boss, email=""))
    found = re.search(r'href="http://testserver(/[^"]+/key/[^"]+)"', page)
    assert found
    assert mailoutbox == []
    ingrid = StaffMember.objects.get(username="ingrid")
    assert "/key/" not in words(boss.get(page_of(ingrid)))
    again = words(boss.post(page_of(ingrid, "invite")))
    assert "/key/" in again
    set_behind(found[1], NEW)
    refused = boss.post(page_of(ingrid, "invite"), follow=True)
    assert "has a password already" in words(refused)


@pytest.mark.parametrize("name", ["Dealer", "boss", "B0ss", "<b>", "a" * 21])
def test_a_name_that_nobody_may_have_is_refused(name: str) -> None:
    boss = client_of(member("superuser", "boss"))
    assert invited(boss, username=name).status_code == 422
    assert StaffMember.objects.count() == 1


def test_the_list_shows_role_last_log_in_and_second_factor() -> None:
    boss = member("superuser", "boss")
    floor = member("floor", "petra")
    TOTP.activate(floor, generate_totp_secret())
    sign_in(Client(), "petra")
    seen = words(client_of(boss).get(LIST))
    assert "Authenticator app" in seen
    assert "Never" not in words(client_of(boss).get(f"{LIST}?q=boss"))  # logged in just now
    assert "superuser" in seen
    row = re.search(r"petra.*?</tr>", seen, re.S)
    assert row
    assert "floor" in row[0]


def test_a_table_shows_the_new_name_of_a_person_at_once() -> None:
    boss, person = member("superuser", "boss"), member("floor", "petra")
    room = Room.open("big-50")
    services.sit(room.table_id, person, 2, room.now)
    version = room.table.version
    client = client_of(boss)
    sent = filled(client, page_of(person))
    answer = client.post(page_of(person), sent | {"username": "Petronella"})
    assert answer.status_code == 302, words(answer)
    assert room.table.version > version
    assert room.shown().places[1].seat.name == "Petronella"


@pytest.mark.report('staff with only "change user" ticks "superuser" on their own page')
@pytest.mark.parametrize("role", ["maker", "checker", "floor", "auditor", "staff"])
def test_only_superusers_change_status_groups_and_permissions(role: str) -> None:
    """Staff with every single permission could tick "superuser" on their own page."""
    boss, person = member("superuser", "boss"), member(role, "anna")
    person.user_permissions.set(_everything())
    client = client_of(User.objects.get(pk=person.pk))
    form = {"username": "anna", "is_superuser": "on", "is_staff": "on", "groups": [1]}
    before = [group.name for group in person.groups.all()]
    group = Group.objects.get(name="auditor")
    addresses = [
        page_of(person), page_of(boss), page_of(boss, "deactivate"), page_of(boss, "reactivate"),
        ADD, reverse("admin:accounts_user_change", args=[person.pk]),
        reverse("admin:accounts_user_password", args=[boss.pk]),
        reverse("admin:auth_group_change", args=[group.pk]), reverse("admin:auth_group_add"),
        reverse("admin:auth_group_delete", args=[group.pk]),
    ]  # fmt: skip
    for address in addresses:
        assert client.post(address, form).status_code == 403, address
    person.refresh_from_db()
    boss.refresh_from_db()
    assert (person.is_superuser, boss.is_active) == (False, True)
    assert [group.name for group in person.groups.all()] == before


def _everything() -> Any:
    from django.contrib.auth.models import Permission

    return Permission.objects.all()


@pytest.mark.report("Void, Close, Deactivate")
def test_a_deactivated_person_is_out_at_once_and_stays_out() -> None:
    boss, floor = member("superuser", "boss"), member("floor")
    client, theirs = client_of(boss), Client()
    sign_in(theirs, "floor")
    asked = words(client.get(page_of(floor, "deactivate")))
    assert "What will happen" in asked
    assert "auditors read this" in asked
    assert User.objects.get(pk=floor.pk).is_active
    assert client.post(page_of(floor, "deactivate"), {"reason": " "}).status_code == 422
    client.post(page_of(floor, "deactivate"), {"reason": "Left for the sea."})
    assert who(theirs) is None
    assert sign_in(Client(), "floor").headers["Location"] == "/accounts/inactive/"
    assert AuditEntry.objects.get(act="deactivated").reason == "Left for the sea."
    client.post(page_of(floor, "reactivate"))
    assert User.objects.get(pk=floor.pk).is_active


def test_the_last_superuser_stays() -> None:
    boss = member("superuser", "boss")
    client = client_of(boss)
    refused = client.post(page_of(boss, "deactivate"), {"reason": "A holiday."})
    assert "cannot deactivate yourself" in words(refused)
    form = filled(client, page_of(boss))
    form.pop("is_superuser")
    assert "only superuser" in words(client.post(page_of(boss), form))
    assert User.objects.get(pk=boss.pk).is_superuser


@pytest.mark.report("a superuser sets a checker's password")
def test_a_superuser_sets_a_checkers_password_and_the_owner_is_told() -> None:
    """The log names it as what it is, and the owner reads it until the password is their own."""
    boss, checker = member("superuser", "boss"), member("checker")
    form = {"new_password1": NEW, "new_password2": NEW}
    client_of(boss).post(reverse("admin:accounts_user_password", args=[checker.pk]), form)
    entry = AuditEntry.objects.get(act="password set by staff")
    assert (entry.actor, entry.target_id, entry.before, entry.after) == (
        boss, str(checker.pk), None, None,
    )  # fmt: skip
    browser = Client()
    for _ in range(2):
        answer = sign_in(browser, "checker", NEW)
        text = " ".join(str(message) for message in get_messages(answer.wsgi_request))
        assert "boss set your password on " in text
        browser.post("/accounts/logout/")
    sign_in(browser, "checker", NEW)
    prove(browser, NEW)
    own = {"oldpassword": NEW, "password1": PASSWORD, "password2": PASSWORD}
    browser.post("/accounts/password/change/", own)
    answer = sign_in(Client(), "checker", PASSWORD)
    assert "boss set" not in " ".join(str(m) for m in get_messages(answer.wsgi_request))


def test_nobody_sets_their_own_password_without_the_old_one() -> None:
    boss = member("superuser", "boss")
    form = {"new_password1": NEW, "new_password2": NEW}
    answer = client_of(boss).post(reverse("admin:accounts_user_password", args=[boss.pk]), form)
    assert answer.status_code == 422
    assert User.objects.get(pk=boss.pk).check_password(PASSWORD)


def test_a_superuser_does_not_approve_through_an_account_whose_password_they_set() -> None:
    boss, checker, user = member("superuser", "boss"), member("checker"), player()
    asked = chips.ask(boss, user, "grant", 5_00, "A prize.", OPENING)
    people.set_password(boss, checker, NEW, OPENING)
    with pytest.raises(Declined, match="boss set your password"):
        chips.approve(User.objects.get(pk=checker.pk), asked.pk, OPENING)


def test_an_approval_through_an_account_that_was_opened_by_who_asked_leaves_a_trace() -> None:
    """Whoever set or knew a password could also change it: the decision says so for 30 days."""
    boss, checker, user = member("superuser", "boss"), member("checker"), player()
    people.set_password(boss, checker, NEW, OPENING)
    User.objects.filter(pk=checker.pk).update(password_set_by=None)
    asked = chips.ask(boss, user, "grant", 5_00, "A prize.", OPENING)
    chips.approve(User.objects.get(pk=checker.pk), asked.pk, OPENING)
    entry = AuditEntry.objects.get(act="approved")
    assert "boss: password set by staff" in entry.after["account opened by who asked"]


@pytest.mark.parametrize(
    ("setting", "debug", "people_here", "wanted"),
    [
        ("auto", False, 1, False),
        ("auto", False, 2, True),
        ("auto", True, 2, False),
        ("on", True, 1, True),
        ("off", False, 2, False),
    ],
)
def test_a_second_factor_is_required_of_staff(
    settings: Settings, setting: str, debug: bool, people_here: int, wanted: bool
) -> None:
    settings.STAFF_SECOND_FACTOR, settings.DEBUG = setting, debug
    for number in range(people_here):
        member("floor", f"petra{number}")
    client = Client()
    sign_in(client, "petra0")
    answer = client.get("/admin/")
    assert answer.status_code == (302 if wanted else 200)
    if wanted:
        assert answer.headers["Location"] == "/accounts/2fa/"
        assert client.post(reverse("admin:games_table_add")).status_code == 302
    player_page = client.get("/")
    assert player_page.status_code == 200


def test_a_second_factor_is_set_up_at_the_first_log_in_with_recovery_codes(
    settings: Settings,
) -> None:
    settings.STAFF_SECOND_FACTOR = "on"
    petra = member("floor", "petra")
    client = Client()
    sign_in(client, "petra")
    page = words(client.get("/admin/", follow=True))
    assert "keep the recovery codes" in page
    prove(client)
    client.get("/accounts/2fa/totp/activate/")
    secret = client.session["mfa.totp.secret"]
    code = format_hotp_value(next(_codes(secret)))
    done = client.post("/accounts/2fa/totp/activate/", {"code": code}, follow=True)
    assert RecoveryCodes(petra.authenticator_set.get(type="recovery_codes"))  # type: ignore[attr-defined]
    assert "ecovery codes" in words(done)
    assert client.get("/admin/").status_code == 200
    refused = client.post("/accounts/2fa/totp/deactivate/", {})
    assert "Add another one first" in words(refused)
    assert client.get("/admin/").status_code == 200


def _codes(secret: str) -> Any:
    from allauth.mfa.totp.internal.auth import hotp_value, yield_hotp_counters_from_time

    return (hotp_value(secret, counter) for counter in yield_hotp_counters_from_time())

"""The audit log: what gets into it, that nothing changes it, and how it leaves the house."""

import json
from collections import Counter
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts import audit
from accounts.models import AuditEntry, User
from tests.accounts.people import sign_in
from tests.admin.staff import filled, member
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db

LIST = "/admin/accounts/auditentry/"


def acts() -> list[tuple[str, str]]:
    """Everything in the log, oldest first: who, and what was done."""
    return list(AuditEntry.objects.order_by("pk").values_list("actor_name", "act"))


def test_a_log_in_of_the_staff_is_recorded_and_one_of_a_player_is_not() -> None:
    User.objects.create_user("player", password="three green chips")
    Client().login(username="player", password="three green chips")
    assert acts() == []
    member("floor")
    client = Client(REMOTE_ADDR="192.0.2.9")
    client.login(username="floor", password="three green chips")
    client.logout()
    assert acts() == [("floor", "logged in"), ("floor", "logged out")]


def test_the_address_is_the_visitors_and_not_the_proxys(settings: Settings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    member("floor")
    made_up = {"X-Forwarded-For": "198.51.100.1, 192.0.2.9"}
    browser = Client(REMOTE_ADDR="10.0.0.1", headers=made_up)
    sign_in(browser, "floor")
    browser.post("/accounts/logout/")
    sign_in(browser, "floor", password="wrong")
    addresses = AuditEntry.objects.order_by("pk").values_list("act", "address")
    assert list(addresses) == [
        (act, "192.0.2.9") for act in ("logged in", "logged out", "log-in failed")
    ]


@pytest.mark.parametrize("header", ["192.0.2.9", "rubbish"])
def test_without_a_proxy_nobody_chooses_his_own_address(header: str) -> None:
    sign_in(Client(REMOTE_ADDR="192.0.2.1", headers={"X-Forwarded-For": header}), "floor")
    assert AuditEntry.objects.get().address == "192.0.2.1"


def test_a_failed_log_in_is_recorded_by_name_and_without_the_password() -> None:
    member("floor")
    assert not Client().login(username="floor", password="three red chips")
    (entry,) = AuditEntry.objects.all()
    assert (entry.actor, entry.actor_name, entry.act) == (None, "floor", "log-in failed")
    assert "red chips" not in json.dumps(AuditEntry.objects.values().get(), default=str)


def test_a_log_in_that_a_limit_refuses_is_recorded_though_the_password_is_right() -> None:
    floor = member("floor")
    for _ in range(5):
        sign_in(Client(REMOTE_ADDR="192.0.2.9"), "floor", password="wrong")
    sign_in(Client(REMOTE_ADDR="192.0.2.9"), "floor")
    assert acts() == [("floor", "log-in failed")] * 5 + [("floor", "log-in refused")]
    entry = AuditEntry.objects.get(act="log-in refused")
    assert (entry.actor, entry.target_id, entry.address) == (None, str(floor.pk), "192.0.2.9")
    assert "three green chips" not in json.dumps(AuditEntry.objects.values().last(), default=str)


@pytest.fixture
def few_log_ins(settings: Settings) -> None:
    """Three log-ins of an address in a minute."""
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "login": "3/m/ip"}


def test_a_log_in_too_many_of_an_address_is_recorded(few_log_ins: None) -> None:
    member("floor")
    for _ in range(3):
        assert sign_in(Client(), "floor").status_code == 302
    assert sign_in(Client(), "floor").status_code == 429
    assert acts()[2:] == [("floor", "logged in"), ("floor", "log-in refused")]


def test_a_name_that_no_database_keeps_is_recorded_without_what_is_wrong_with_it(
    few_log_ins: None,
) -> None:
    member("floor")
    for _ in range(3):
        sign_in(Client(), "floor")
    assert sign_in(Client(), "flo\0or").status_code == 429
    assert acts()[-1] == ("floor", "log-in refused")


def test_an_address_that_goes_on_trying_does_not_fill_the_log() -> None:
    for number in range(50):
        sign_in(Client(REMOTE_ADDR="192.0.2.1"), f"nobody{number}")
    sign_in(Client(REMOTE_ADDR="192.0.2.2"), "nobody")
    written = Counter(AuditEntry.objects.values_list("act", "address"))
    assert written == {
        ("log-in failed", "192.0.2.1"): 20,
        ("log-in refused", "192.0.2.1"): 10,
        ("log-in failed", "192.0.2.2"): 1,
    }


def test_giving_somebody_a_role_is_recorded_with_before_and_after() -> None:
    boss, new = member("superuser", "boss"), member("staff", "new")
    floor = Group.objects.get(name="floor")
    client, path = client_of(boss), reverse("admin:accounts_staffmember_change", args=[new.pk])
    page = client.post(path, filled(client, path) | {"groups": [floor.pk]})
    assert page.status_code == 302
    entry = AuditEntry.objects.get(act="changed")
    assert (entry.actor, entry.target_type, entry.target_id) == (
        boss, "accounts.user", str(new.pk),
    )  # fmt: skip
    assert (entry.before["groups"], entry.after["groups"]) == ([], ["floor"])
    assert "password" not in {*entry.before, *entry.after}


def test_adding_and_deleting_a_group_is_recorded_bulk_actions_too() -> None:
    client = client_of(member("superuser", "boss"))
    client.post(reverse("admin:auth_group_add"), {"name": "Night shift"})
    group = Group.objects.get(name="Night shift")
    client.post(
        reverse("admin:auth_group_changelist"),
        {"action": "delete_selected", "_selected_action": [group.pk], "post": "yes"},
    )
    assert not Group.objects.filter(name="Night shift").exists()
    recorded = AuditEntry.objects.filter(target_type="auth.group").order_by("pk")
    assert [(e.act, e.target_label) for e in recorded] == [
        ("added", "Night shift"),
        ("deleted", "Night shift"),
    ]
    assert recorded[1].before["name"] == "Night shift"


@pytest.mark.parametrize(
    "alter",
    [
        lambda entry: entry.save(),
        lambda entry: entry.delete(),
        lambda entry: AuditEntry.objects.update(reason=""),
        lambda entry: AuditEntry.objects.all().delete(),
        lambda entry: AuditEntry.objects.bulk_update([entry], ["reason"]),
    ],
)
def test_a_line_is_never_changed_or_deleted(alter: Any) -> None:
    entry = audit.record(member("floor"), "closed", reason="A leak in the roof.")
    with pytest.raises(TypeError, match="never"):
        alter(entry)
    assert AuditEntry.objects.get().reason == "A leak in the roof."


@pytest.mark.parametrize("role", ["superuser", "auditor", "floor", "maker", "checker"])
def test_no_request_changes_the_log(role: str) -> None:
    entry = audit.record(None, "closed", reason="A leak in the roof.")
    client = client_of(member(role))
    one = reverse("admin:accounts_auditentry_change", args=[entry.pk])
    posts = [
        (one, {"reason": "None."}),
        (reverse("admin:accounts_auditentry_add"), {"act": "opened"}),
        (reverse("admin:accounts_auditentry_delete", args=[entry.pk]), {"post": "yes"}),
        (LIST, {"action": "delete_selected", "_selected_action": [entry.pk], "post": "yes"}),
    ]
    for path, fields in posts:
        client.post(path, fields)
    assert AuditEntry.objects.get(act="closed").reason == "A leak in the roof."
    assert not AuditEntry.objects.filter(act="opened").exists()
    seen = client.get(one).status_code
    assert seen == (200 if role in ("superuser", "auditor") else 403)


def test_it_is_searched_and_filtered() -> None:
    audit.record(None, "closed", name="anna", reason="A leak in the roof.")
    audit.record(None, "opened", name="bert", reason="It is dry again.")
    client = client_of(member("auditor"))
    for query in ("q=leak", "act=closed", "actor_name=anna", "at_from_0=2020-01-01"):
        shown = client.get(f"{LIST}?{query}").context["cl"].queryset
        names = [entry.actor_name for entry in shown]
        assert "anna" in names, query
        assert ("bert" in names) == query.startswith("at_from"), query


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("ANNA", True), ("closed", True), ("auth.group", True), ("Night", True), ("roof", True),
        ("anna shift", True), ("LEAK night", True), ('"a leak"', True), ("éclair", True),
        ("anna bert", False), ('"closed auth.group"', False), ("ofnight", False), ("%", False),
        ("192.0.2.7", False),
    ],
)  # fmt: skip
def test_a_search_goes_through_every_text_word_by_word(query: str, found: bool) -> None:
    """Who, what was done, to what, and why; each word anywhere, capital letters or small."""
    group = Group.objects.create(name="Night shift")
    audit.record(None, "closed", group, name="anna", reason="A leak in the Roof; an éclair.")
    audit.record(None, "opened", name="bert", reason="It is dry again.")
    page = client_of(member("auditor")).get(LIST, {"q": query})
    assert [entry.actor_name for entry in page.context["cl"].queryset] == ["anna"] * found


def test_the_filters_offer_what_occurs() -> None:
    """What is empty is nothing to filter by; the auditor's own log-in is in the log too."""
    for act in ("voided", "closed", "voided"):
        audit.record(None, act, Group.objects.first())
    audit.record(None, "opened")
    page = client_of(member("auditor")).get(LIST)
    offered = {
        spec.title: [value for value, _ in spec.lookup_choices]
        for spec in page.context["cl"].filter_specs
        if spec.title in ("act", "target type")
    }
    assert offered["act"] == ["closed", "logged in", "opened", "voided"]
    assert sorted(offered["target type"]) == ["accounts.user", "auth.group"]

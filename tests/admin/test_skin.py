"""The admin's pages: their policy, their sentences of help, and that the lists open."""

import re
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from accounts.models import Account, LedgerRequest
from tests.admin.drafts import active, drafted
from tests.admin.staff import member
from tests.history.rounds import play
from tests.support.clients import client_of
from tests.tables.room import Room

pytestmark = pytest.mark.django_db


def policy(client: Client, path: str) -> str:
    return str(client.get(path).headers["Content-Security-Policy"])


def test_only_the_admin_may_evaluate_and_style_inline(client: Client) -> None:
    inside = policy(client, "/admin/login/")
    assert "script-src 'self' 'unsafe-eval'" in inside
    assert "style-src 'self' 'unsafe-inline'" in inside
    for path in ("/", "/healthz", "/administrator/"):
        assert "unsafe" not in policy(client, path)


def test_no_script_of_the_admin_is_inline() -> None:
    page = client_of(member("superuser")).get("/admin/").content.decode()
    scripts = page.split("<script")[1:]
    assert scripts
    for script in scripts:
        attributes, _, body = script.partition(">")
        assert "src=" in attributes or body.partition("</script>")[0].strip() == ""


@pytest.mark.parametrize("model_admin", admin.site._registry.values(), ids=str)
def test_every_list_says_what_it_is_for(model_admin: admin.ModelAdmin) -> None:  # type: ignore[type-arg]
    opts = model_admin.model._meta
    page = client_of(member("superuser")).get(
        reverse(f"admin:{opts.app_label}_{opts.model_name}_changelist")
    )
    assert page.status_code == 200
    sentence = getattr(model_admin, "help_sentence", "")
    assert sentence.endswith(".")
    assert escape(sentence) in page.content.decode()


@pytest.mark.parametrize("path", ["/admin/", "/admin/games/"])
def test_the_way_in_says_what_it_is_for(path: str) -> None:
    page = client_of(member("maker")).get(path).content.decode()
    assert "What your roles let you do here" in page


def headings(client: Client, name: str, *args: object) -> int:
    """How many main headings a page of the admin has."""
    answer = client.get(reverse(f"admin:{name}", args=args))
    assert answer.status_code == 200, name
    return len(re.findall("<h1[ >]", answer.content.decode()))


def test_every_page_has_one_main_heading() -> None:
    boss = member("superuser", "boss")
    client = client_of(boss)
    draft, version = drafted(), active()
    room = Room.open("big-50")
    room.sit(1)
    round = play(room)
    asked = LedgerRequest.objects.create(
        account=Account.objects.filter(user__isnull=False)[0],
        cents=5_00, kind="grant", reason="A birthday.", requested_by=boss, requested=room.now,
    )  # fmt: skip
    for model in admin.site._registry:
        name = f"{model._meta.app_label}_{model._meta.model_name}"
        assert headings(client, f"{name}_changelist") == 1, name
    rows: list[tuple[str, Any]] = [
        ("accounts_user", boss), ("accounts_staffmember", boss), ("games_table", room.table),
        ("games_round", round),
        ("games_paytabledraft", draft), ("games_paytableversion", version),
        ("accounts_ledgerrequest", asked), ("auth_group", Group.objects.first()),
    ]  # fmt: skip
    for name, row in rows:
        assert headings(client, f"{name}_change", row.pk) == 1, name
    for name in (
        "accounts_staffmember", "games_table", "accounts_ledgerrequest", "games_paytabledraft",
    ):  # fmt: skip
        assert headings(client, f"{name}_add") == 1, name
    audited = client.post(reverse("admin:accounts_account_audit")).content.decode()
    assert len(re.findall("<h1[ >]", audited)) == 1

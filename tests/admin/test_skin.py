"""The admin's pages: their policy, their sentences of help, and that the lists open."""

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from tests.admin.staff import client_of, member

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
    assert "What you may look after here" in page

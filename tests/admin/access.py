"""Who may read and write which address of the administration, found out by trying."""

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import quote
from django.db import transaction
from django.test import Client, RequestFactory
from django.urls import URLPattern, reverse

from accounts.models import User
from tests.admin.staff import member
from tests.support.clients import client_of

ROLES = ("superuser", "maker", "checker", "floor", "auditor", "trainer", "staff")
OUTSIDE = ("login", "logout", "password_change", "password_change_done", "jsi18n", "view_on_site",
           "autocomplete", "app_list")  # fmt: skip
"""Addresses that are not about a row: coming in and going out, and what pages are made of."""

POSTED = {
    "games_holdtally_answer": {"reason": "A test."},
    "accounts_ledgerrequest_decide": {"act": "approve"},
    "games_round_decide": {"act": "confirm"},
    "games_round_void": {"reason": "A test.", "sure": "yes"},
    "games_table_order": {"act": "pause"},
    "accounts_user_decide": {"act": "approve"},
    "games_table_close": {"reason": "A test.", "sure": "yes"},
    "games_paytableversion_act": {"act": "retire"},
}
"""What is posted where an empty form means nothing."""
ASKED_OF = {"games_round": "games_voidrequest", "accounts_user": "exclusion"}
"""What is decided below the pages of another model."""
READING = ("index", "search", "games_paytabledraft_figures")
"""What takes posts and changes nothing."""


def patterns() -> Iterator[tuple[str, str, list[str]]]:
    """Every address with a name: the name, how it is written, and what it takes."""

    def under(found: Any, start: str) -> Iterator[tuple[str, str, list[str]]]:
        for each in found:
            route = start + str(each.pattern)
            if isinstance(each, URLPattern):
                if each.name and each.name not in OUTSIDE:
                    yield each.name, route, list(each.pattern.converters)
            else:
                yield from under(each.url_patterns, route)

    yield from under(admin.site.urls[0], "")


def fill(name: str, takes: list[str], rows: dict[str, Any]) -> dict[str, Any]:
    """The arguments of an address, from one row for each model (by app and model)."""
    model = next((key for key in rows if name.startswith(f"{key}_")), "")
    row: Any = rows.get(model)
    known = {
        "object_id": quote(row.key) if model == "accounts_transfer" else getattr(row, "pk", None),
        "round_id": rows["games_round"].pk,
        "request_id": rows.get(ASKED_OF.get(model, model), row),
        "letter_id": rows["games_approvalletter"].pk,
        "app_label": "games",
        "form": "csv",
        "alarm_id": rows["games_holdalarm"].pk,
    }
    if "request_id" in takes:
        known["request_id"] = known["request_id"].pk
    return {key: known[key] for key in takes}


def letters(client: Client, user: User, name: str, address: str) -> str:
    """r: may read it, w: may write to it, – : neither."""
    reads = _tried(client.get, address) in (200, 204, 302, 503)
    if name == "games_paytabledraft_figures":
        reads = _tried(client.post, address) == 200
    if name.endswith("_changelist"):
        writes = _offers_acts(user, name)
    else:
        writes = name not in READING and _tried(client.post, address, POSTED.get(name, {})) not in (
            403,
            404,
            405,
        )
    return ("r" if reads else "") + ("w" if writes else "") or "–"


def _tried(send: Any, *args: Any) -> int:
    """The status of an answer, of which nothing stays."""
    with transaction.atomic():
        answer = send(*args)
        transaction.set_rollback(True)
    return int(answer.status_code)


def _offers_acts(user: User, name: str) -> bool:
    """Whether a list offers to do something with its rows."""
    request = RequestFactory().get("/")
    request.user = user
    for model, model_admin in admin.site._registry.items():
        if name == f"{model._meta.app_label}_{model._meta.model_name}_changelist":
            return bool(model_admin.get_actions(request))
    raise AssertionError(name)


def table(rows: dict[str, Any]) -> list[str]:
    """The lines of the table, by address. rows: one for each model."""
    people = {role: member(role, f"the-{role}") for role in ROLES}
    clients = {role: client_of(person) for role, person in people.items()}
    lines = {}
    for name, route, takes in patterns():
        address = reverse(f"admin:{name}", kwargs=fill(name, takes, rows))
        cells = [letters(clients[role], people[role], name, address) for role in ROLES]
        lines[route] = f"| `/admin/{route}` | {' | '.join(cells)} |"
    return [lines[route] for route in sorted(lines)]

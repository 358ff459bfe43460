"""The first page of the administration, and the menu beside every page: by task, not by app."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from accounts.visitors import logged_in
from games.backoffice import queue

MENU: tuple[tuple[str, tuple[tuple[str, str, str, str], ...]], ...] = (
    ("Paytables", (
        ("Versions", "games.paytableversion", "Approvals", "table_view"),
        ("Drafts", "games.paytabledraft", "", "edit_note"),
    )),
    ("Floor", (
        ("Tables", "games.table", "Paused tables", "table_restaurant"),
        ("Rounds", "games.round", "", "playing_cards"),
        ("Voids", "games.voidrequest", "Voids", "undo"),
        ("Limits profiles", "games.limitsprofile", "", "tune"),
    )),
    ("Players", (
        ("Players", "accounts.user", "Exclusions", "person"),
        ("Chip requests", "accounts.ledgerrequest", "Chip requests", "paid"),
        ("Accounts", "accounts.account", "", "account_balance"),
        ("Transfers", "accounts.transfer", "", "swap_horiz"),
    )),
    ("House", (
        ("Dashboard", "games.holdtally", "Alarms", "monitoring"),
        ("People", "accounts.staffmember", "", "badge"),
        ("Roles", "auth.group", "", "group"),
        ("Audit log", "accounts.auditentry", "", "history"),
    )),
)  # fmt: skip
"""Groups of links: the words, the model, whose open work the number counts, and the icon."""


def sidebar(request: HttpRequest) -> list[dict[str, Any]]:
    """The menu, as unfold draws it: what the visitor may open, with a number if there is work for
    them."""
    user = logged_in(request)
    counts = queue.counts(user)
    groups = [{"title": "Work", "items": [
        {"title": "Queue", "link": reverse("admin:index"), "icon": "inbox",
         **_badge(sum(counts.values()))},
    ]}]  # fmt: skip
    for title, links in MENU:
        items = [
            {"title": words, "link": _list_of(model), "icon": icon, **_badge(counts.get(kind, 0))}
            for words, model, kind, icon in links
            if user.has_perm(model.replace(".", ".view_"))
        ]
        groups.append({"title": title, "items": items})
    return groups


def _list_of(model: str) -> str:
    return reverse(f"admin:{model.replace('.', '_')}_changelist")


def _badge(count: int) -> dict[str, Any]:
    """The number beside a link, if there is one."""
    return {"badge": count, "badge_variant": "primary", "badge_style": "solid"} if count else {}


def first_page(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """The open work for the first page; with `?show=mine` only what the visitor may do."""
    now = timezone.now()
    kinds = queue.waiting(logged_in(request))
    only_mine = request.GET.get("show") == "mine"
    return context | {
        "own_heading": True,
        "now": now,
        "kinds": kinds,
        "only_mine": only_mine,
        "shown": [kind for kind in kinds if kind.count and (kind.mine or not only_mine)],
        "mine": sum(kind.count for kind in kinds if kind.mine),
        "all": sum(kind.count for kind in kinds),
    }

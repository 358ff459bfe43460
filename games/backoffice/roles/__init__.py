"""The roles of the staff: groups made by a migration, and their permissions.

Roles belong to the site: every `migrate` resets their permissions to the ones below, so a new
version of the site brings what its roles need. A house that needs another mix makes its own group.
Superusers have every role, but nobody approves their own drafts (four eyes).
"""

from collections.abc import Mapping
from typing import Any

MAKER, CHECKER, FLOOR, AUDITOR = "maker", "checker", "floor", "auditor"
TRAINER = "trainer"
"""Sees what people dealt in dealer school, and sets tests."""

EVERYTHING = ("accounts.view_*", "games.view_*", "auth.view_*")
PAYTABLES = (
    "games.view_paytableversion",
    "games.view_paytabledraft",
    "games.view_paytablestep",
)
CHIPS = ("accounts.view_ledgerrequest", "accounts.view_account", "accounts.view_transfer")
PLAYERS = ("accounts.view_user", "accounts.view_exclusionrequest", "accounts.view_playernote",
           "accounts.add_playernote")  # fmt: skip

MAY: Mapping[str, tuple[str, ...]] = {
    MAKER: (
        *PAYTABLES,
        "games.add_paytabledraft",
        "games.change_paytabledraft",
        "games.delete_paytabledraft",
    ),
    CHECKER: (
        *PAYTABLES,
        *CHIPS,
        "games.approve_paytableversion",
        "games.activate_paytableversion",
        "games.view_round",
        "games.view_voidrequest",
        "games.confirm_voidrequest",
        "accounts.approve_ledgerrequest",
        *PLAYERS,
        "accounts.approve_exclusionrequest",
    ),
    FLOOR: (
        *PAYTABLES,
        "games.view_*",
        "games.add_table",
        "games.change_table",
        "games.add_limitsprofile",
        "games.change_limitsprofile",
        "games.void_round",
        "games.confirm_voidrequest",
        *CHIPS,
        "accounts.add_ledgerrequest",
        *PLAYERS,
        "accounts.add_exclusionrequest",
    ),
    AUDITOR: EVERYTHING,
    TRAINER: ("games.view_schoolrun",),
}
"""Permissions by role, as ``app.codename``; ``app.view_*`` are all view permissions of an app."""


def grant(**kwargs: Any) -> None:
    """Give every role exactly its permissions; creates missing roles.

    Called after every `migrate`, since permissions exist only then.
    """
    from django.contrib.auth.models import Group, Permission

    permissions = list(Permission.objects.select_related("content_type"))
    for role, patterns in MAY.items():
        group, _ = Group.objects.get_or_create(name=role)
        group.permissions.set(
            permission
            for permission in permissions
            if any(_matches(permission, pattern) for pattern in patterns)
        )


def _matches(permission: Any, pattern: str) -> bool:
    name = f"{permission.content_type.app_label}.{permission.codename}"
    return name.startswith(pattern[:-1]) if pattern.endswith("*") else name == pattern

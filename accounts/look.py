"""How every page looks, and what its foot says."""

import json

from django.conf import settings
from django.http import HttpRequest

from accounts import preferences


def look(request: HttpRequest) -> dict[str, object]:
    """`look`: the `Preferences` of the visitor; `look_json`: what scripts read of them."""
    mine = preferences.of(request.user, request.session) if hasattr(request, "user") else None
    if mine is None:
        return {}
    presses, audible = json.dumps(mine.presses), json.dumps(mine.audible)
    return {"look": mine, "look_json": {"presses": presses, "audible": audible}}


def card_art(request: HttpRequest) -> str:
    """Which faces the cards have for the visitor: a folder of static/cards."""
    return preferences.of(request.user, request.session).deck


def notices(request: HttpRequest) -> dict[str, str]:
    """`age_notice` and `help_line`, as the settings have them."""
    return {"age_notice": settings.AGE_NOTICE, "help_line": settings.HELP_LINE}

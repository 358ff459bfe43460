"""How every page looks, and what its footer says."""

import json

from django.conf import settings
from django.http import HttpRequest

from accounts import preferences


def look(request: HttpRequest) -> dict[str, object]:
    """`look`: the `Preferences` of the visitor; `look_json`: what scripts read of them; `card_art`:
    which faces cards have. A game's page may override this (`games.kit.Kit.two_colours`)."""
    mine = preferences.of(request.user, request.session) if hasattr(request, "user") else None
    if mine is None:
        return {}
    presses, audible = json.dumps(mine.presses), json.dumps(mine.audible)
    return {
        "look": mine,
        "look_json": {"presses": presses, "audible": audible},
        "card_art": faces(mine.deck),
    }


def faces(deck: str, *, two_colours: bool = False) -> str:
    """Which faces the cards have in a deck of `accounts.preferences`: a folder of static/cards.

    two_colours: whether cards have two colours for people who have not chosen a deck.
    """
    if deck != preferences.USUAL:
        return deck
    return "two" if two_colours else "four"


def deck_of(request: HttpRequest) -> str:
    """Which deck the visitor prefers."""
    return preferences.of(request.user, request.session).deck


def notices(request: HttpRequest) -> dict[str, str]:
    """`age_notice` and `help_line`, as the settings have them."""
    return {"age_notice": settings.AGE_NOTICE, "help_line": settings.HELP_LINE}

"""What every page shows about its player's session."""

from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from games.tables.play_limits import standing
from games.web.held_seats import held_seats


def play(request: HttpRequest) -> dict[str, Any]:
    """`play`: the `Standing` of the logged-in user, read when a page needs it. `play_table`: the
    table that the page shows. `held`: the user's seats at other tables."""
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return {}
    match = request.resolver_match
    at_table = match is not None and match.view_name == "games:table"
    table_id = match.kwargs["table_id"] if match is not None and at_table else None
    return {
        "play": SimpleLazyObject(lambda: standing(user, timezone.now())),
        "play_table": table_id,
        "held": SimpleLazyObject(lambda: held_seats(user, timezone.now(), table_id)),
    }

"""Three steps on the felt for somebody who has never played its game."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts import preferences
from games.models import RoundSeat, Table
from games.scenes import Scene
from games.web.access import table_for
from games.web.request_data import by_htmx


def first_time(request: HttpRequest, table: Table, shown: Scene) -> bool:
    """Whether to show a viewer how the table's game begins: they have a seat, have not been
    dealt to in the game, and have not dismissed it. While others play, the page hides it."""
    known = preferences.of(request.user, request.session).introduced
    if shown.you.seat is None or table.follows_id is not None:
        return False
    if table.game in known:
        return False
    played = RoundSeat.objects.filter(user=request.user.pk, game=table.game)
    return not played.exists()


@require_POST
def dismiss(request: HttpRequest, table_id: int) -> HttpResponse:
    """Never show this guest or member the steps of this table's game again."""
    table = table_for(request, table_id)
    preferences.introduce(request, table.game)
    return HttpResponse() if by_htmx(request) else redirect("games:table", table_id)

"""The pages of players who open tables of their own."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.views import ensure_player
from games.engine.errors import GameError
from games.models import Table
from games.tables import private_tables
from games.tables.refusals import Refused
from games.web.access import let_in, table_for
from games.web.forms import HostForm
from games.web.lobby import game_cards
from games.web.views import game_named


@require_safe
@never_cache
def choose_game(request: HttpRequest) -> HttpResponse:
    """The games that a host may choose, and the host's open tables."""
    mine = private_tables.hosted_by(request.user) if isinstance(request.user, User) else ()
    return render(request, "games/host_games.html", {"games": game_cards(), "mine": mine})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def open_table(request: HttpRequest, slug: str) -> HttpResponse:
    """The form of a private table; what is wrong with it, in sentences; or the table."""
    game = game_named(slug)
    form = HostForm(game, request.POST or None)
    if form.is_valid():
        try:
            table = private_tables.open_private(ensure_player(request), game, **form.wish())
        except (Refused, GameError) as error:
            form.add_error(None, str(error))
        else:
            let_in(request, table)
            return redirect("games:table", table.pk)
    status = 422 if form.errors else 200
    return render(request, "games/host.html", {"form": form, "game": game}, status=status)


@require_safe
@never_cache
def enter(request: HttpRequest, token: str) -> HttpResponse:
    """The link to a private table: remembers that the visitor has it, and leads there."""
    table = get_object_or_404(Table.objects.exclude(token=""), token=token, closed=False)
    let_in(request, table)
    return redirect("games:table", table.pk)


@require_POST
def close(request: HttpRequest, table_id: int) -> HttpResponse:
    """Close the host's own table between two rounds."""
    table = table_for(request, table_id)
    if not isinstance(request.user, User):
        return redirect("games:table", table.pk)
    try:
        private_tables.close(table.pk, request.user, timezone.now())
    except Refused as error:
        messages.error(request, str(error))
        return redirect("games:table", table.pk)
    messages.success(request, f"{table.name} is closed.")
    return redirect("games:lobby")

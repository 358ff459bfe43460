"""The pages for players who open and manage their own tables."""

from collections.abc import Callable
from datetime import datetime

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.views import ensure_player
from games.engine.errors import GameError
from games.models import Table
from games.registry import GAMES
from games.tables import hosting, private_tables, seating
from games.tables.refusals import Refused
from games.web.access import let_in, table_for
from games.web.forms import HostForm, StakesForm
from games.web.lobby import game_cards
from games.web.request_data import whole
from games.web.views import game_named, invitation

Deed = Callable[[int, User, datetime], None]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def open_table(request: HttpRequest, slug: str = "") -> HttpResponse:
    """The form for a player's table with its errors, or a redirect to the new table. Without a game
    in the address it is for the first one."""
    game = game_named(slug or next(iter(GAMES)))
    form = HostForm(game, request.POST or None)
    if form.is_valid():
        try:
            table = private_tables.open_hosted(ensure_player(request), game, **form.wish())
        except (Refused, GameError) as error:
            form.add_error(None, str(error))
        else:
            return _opened(request, table)
    mine = private_tables.hosted_by(request.user) if isinstance(request.user, User) else ()
    context = {"form": form, "game": game, "games": game_cards(), "mine": mine}
    return render(request, "games/host.html", context, status=422 if form.errors else 200)


def _opened(request: HttpRequest, table: Table) -> HttpResponse:
    if table.token:
        let_in(request, table)
    if table.solo and isinstance(request.user, User):
        try:
            seating.sit_down(table.pk, request.user, timezone.now())
        except Refused as error:
            messages.error(request, str(error))
    return redirect("games:table", table.pk)


@require_safe
@never_cache
def enter(request: HttpRequest, token: str) -> HttpResponse:
    """The link to a private table: remembers it for the visitor, and redirects to the table."""
    table = get_object_or_404(Table.objects.exclude(token=""), token=token, closed=False)
    let_in(request, table)
    return redirect("games:table", table.pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def manage(request: HttpRequest, table_id: int) -> HttpResponse:
    """What a host can do with the table. POST ``do``: pause, resume, remove or hand_on (with the
    ``seat`` of a player), or stakes."""
    table, user = _own_table(request, table_id)
    form = StakesForm(table, request.POST if request.POST.get("do") == "stakes" else None)
    if request.method == "POST":
        try:
            _deed(request, form)(table.pk, user, timezone.now())
        except (Refused, GameError) as error:
            messages.error(request, str(error))
        else:
            table.refresh_from_db()
            if table.host_id != user.pk:
                return redirect("games:table", table.pk)
            return redirect("games:manage", table.pk)
    others = table.chairs.filter(user__is_bot=False, leaving=False).exclude(user=user)
    context = {
        "table": table,
        "form": form,
        "others": others.select_related("user"),
        "invitation": invitation(request, table),
    }
    return render(request, "games/host/manage.html", context)


def _own_table(request: HttpRequest, table_id: int) -> tuple[Table, User]:
    """A table that the visitor hosts for others. Raises Http404."""
    table, user = table_for(request, table_id), request.user
    if not isinstance(user, User) or table.solo or table.host_id != user.pk:
        raise Http404
    return table, user


def _deed(request: HttpRequest, form: StakesForm) -> Deed:
    """Do what the form requests. Raises Refused."""
    match request.POST.get("do"):
        case "pause":
            return hosting.pause
        case "resume":
            return hosting.resume
        case "remove":
            seat = whole(request.POST.get("seat", ""), "A seat")
            return lambda table_id, user, now: hosting.remove(table_id, user, seat, now)
        case "hand_on":
            seat = whole(request.POST.get("seat", ""), "A seat")
            return lambda table_id, user, now: hosting.hand_on(table_id, user, seat, now)
        case "stakes" if form.is_valid():
            wish = form.wish()
            return lambda table_id, user, now: hosting.change_stakes(
                table_id, user, wish["minimum"], wish["maximum"], now
            )
    raise Refused("Nothing was changed: please correct what is marked below.")


@require_safe
@never_cache
def ask_to_close(request: HttpRequest, table_id: int) -> HttpResponse:
    """Ask for confirmation before a table is closed."""
    table, _ = _own_table(request, table_id)
    return render(request, "games/host/close.html", {"table": table})


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

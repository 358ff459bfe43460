"""Tables in the admin: opened, changed, paused and closed by the floor, read by others.

Every action goes through `games.backoffice.table_desk`; these pages only ask.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts.adminbase import NO_REASON, Confirmation, ReadOnlyAdmin
from accounts.templatetags.money import short
from games.admin.columns import GameColumn
from games.admin.filters import GameFilter
from games.admin.table_forms import TableForm
from games.backoffice import table_desk
from games.backoffice.table_desk import CHANGE, OPEN, Conflict, wanted
from games.engine.errors import GameError
from games.models import Chair, Phase, Table
from games.registry import GAMES
from games.tables.refusals import Refused
from games.web.request_data import whole

STATES = (
    ("open", "Open", Q(closed=False, closing=False, paused=False)),
    ("paused", "Paused", Q(closed=False, closing=False, paused=True)),
    ("closing", "Closing", Q(closing=True)),
    ("closed", "Closed", Q(closed=True)),
)


class StateFilter(admin.SimpleListFilter):
    """Open, paused or closed."""

    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """The states."""
        return [(key, words) for key, words, _ in STATES]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> QuerySet[Table]:
        """The tables in the chosen state."""
        return next((queryset.filter(q) for key, _, q in STATES if key == self.value()), queryset)


def state_of(table: Table) -> tuple[str, str]:
    """A table's state: its key, and in words."""
    if table.closed:
        return "closed", "Closed"
    if table.closing:
        return "closing", "Closes after this round"
    return ("paused", "Paused") if table.paused else ("open", "Open")


@admin.register(Table)
class TableAdmin(GameColumn, ReadOnlyAdmin):
    """Every table of the house."""

    folder = "admin/tables"

    help_sentence = (
        "Every table of the house: open one, change it from its next round on, pause or close it. "
        "Nobody sees cards here that are not dealt or not turned."
    )
    list_display = (
        "name",
        "game_name",
        "state",
        "people",
        "limits",
        "profile",
        "pace",
        "round_number",
    )
    list_filter = (StateFilter, GameFilter, "solo", "pace", "profile")
    search_fields = ("name",)
    list_select_related = ("profile",)
    ordering = ("closed", "game", "pk")
    actions = ("pause_all", "resume_all", "close_all")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        """With the number of people at each."""
        people = Count("chairs", Q(chairs__user__isnull=False, chairs__user__is_bot=False))
        tables: QuerySet[Table] = super().get_queryset(request).annotate(people=people)
        return tables

    @admin.display(description="State")
    def state(self, table: Table) -> str:
        """In words."""
        return state_of(table)[1]

    @admin.display(description="People", ordering="people")
    def people(self, table: Any) -> int:
        """How many sit there, bots left out."""
        return int(table.people)

    @admin.display(description="Limits", ordering="maximum")
    def limits(self, table: Table) -> str:
        """Minimum and maximum."""
        return f"{short(table.minimum)}\N{NO-BREAK SPACE}–\N{NO-BREAK SPACE}{short(table.maximum)}"

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """The floor may open tables."""
        return request.user.has_perm(OPEN)

    def has_floor_permission(self, request: HttpRequest) -> bool:
        """Whether the user may pause and close tables."""
        return request.user.has_perm(CHANGE)

    @admin.action(description="Pause after this round", permissions=["floor"])
    def pause_all(self, request: HttpRequest, queryset: QuerySet[Table]) -> None:
        """Pause each of the selected tables."""
        self._each(request, queryset, table_desk.pause, "paused after the round")

    @admin.action(description="Open again after a pause", permissions=["floor"])
    def resume_all(self, request: HttpRequest, queryset: QuerySet[Table]) -> None:
        """Resume each of the selected tables."""
        self._each(request, queryset, table_desk.resume, "open again")

    @admin.action(description="Close after this round", permissions=["floor"])
    def close_all(self, request: HttpRequest, queryset: QuerySet[Table]) -> HttpResponse | None:
        """Confirm first, then close each of the selected tables."""
        reason = request.POST.get("reason", "").strip()
        if reason and "sure" in request.POST:
            deed = partial(table_desk.close, reason=reason)
            self._each(request, queryset, deed, "closed after the round")
            return None
        hidden = [
            ("action", "close_all"),
            *((ACTION_CHECKBOX_NAME, table.pk) for table in queryset),
        ]
        error = NO_REASON if "sure" in request.POST else ""
        return self.confirm(request, closing(list(queryset)), hidden=hidden, error=error)

    def _each(
        self,
        request: HttpRequest,
        queryset: QuerySet[Table],
        deed: Callable[..., None],
        words: str,
    ) -> None:
        done = 0
        for table in queryset.order_by("pk"):
            try:
                deed(request, table.pk, timezone.now())
                done += 1
            except Refused as error:
                messages.error(request, f"{table.name}: {error}")
        if done:
            plural = "s are" if done > 1 else " is"
            messages.success(request, f"{done} table{plural} {words}.")

    def get_urls(self) -> list[URLPattern]:
        """Adds the orders of the house for one table."""
        order = self.admin_site.admin_view(require_POST(self.order))
        close = self.admin_site.admin_view(self.close)
        own = [
            path("<int:object_id>/order", order, name="games_table_order"),
            path("<int:object_id>/close", close, name="games_table_close"),
        ]
        return [*own, *super().get_urls()]

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Choose a game, then fill in the form built from its house options."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        game = GAMES.get(request.GET.get("game", ""))
        if game is None:
            return self.answer(request, "choose.html", "New table", games=GAMES.values())
        form = TableForm(game, request.POST or None)
        if form.is_valid():
            try:
                table = table_desk.open_table(request, game, form.wanted(), timezone.now())
            except (Refused, GameError) as error:
                form.add_error(None, str(error))
            else:
                messages.success(request, f"{table.name} is open.")
                return redirect(_page_of(table))
        status = 422 if form.errors else 200
        title = f"New table of {game.name}"
        return self.answer(request, "form.html", title, status, form=form, game=game, may=True)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """A table: its state, what the house may do with it, and its form."""
        table = self.row_shown(request, object_id)
        may = request.user.has_perm(CHANGE)
        if request.method == "POST" and not may:
            raise PermissionDenied
        form, status = TableForm(table.rules, request.POST or None), 200
        form.start_from(*wanted(table), table.chairs.count())
        if request.method == "POST":
            if form.is_valid() and self._changed(request, table, form):
                return redirect(_page_of(table))
            status = 409 if form.conflict else 422
        if not may:
            for field in form.fields.values():
                field.disabled = True
        return self._table_page(request, table.pk, form, status, may=may)

    def _changed(self, request: HttpRequest, table: Table, form: TableForm) -> bool:
        """Save the form; returns whether that worked. Refusals are in the form's errors."""
        try:
            revision = whole(request.POST.get("revision", ""), "A revision")
            changed = table_desk.change(request, table.pk, revision, form.wanted(), timezone.now())
        except Conflict as error:
            form.conflict = True
            form.add_error(None, str(error))
        except (Refused, GameError, ValueError) as error:
            form.add_error(None, str(error))
        else:
            when = "from its next round on" if changed.pending else "from now on"
            messages.success(request, f"{changed.name} has your changes {when}.")
            return True
        return False

    def _table_page(
        self, request: HttpRequest, table_id: int, form: TableForm, status: int, *, may: bool
    ) -> HttpResponse:
        table = Table.objects.select_related("round", "profile").get(pk=table_id)
        key, words = state_of(table)
        # A table that follows the day's deal is only for its player: no link leads to it.
        linked = table.token and table.follows_id is None
        link = reverse("games:enter", args=[table.token]) if linked else ""
        return self.answer(
            request,
            "table.html",
            table.name,
            status,
            table=table,
            form=form,
            may=may and not (table.closed or table.closing),
            state=key,
            state_words=words,
            chairs=table.chairs.select_related("user"),
            link=request.build_absolute_uri(link) if link and may else "",
            round_page=reverse("admin:games_round_change", args=[table.round_id])
            if table.round_id
            else "",
        )

    def close(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Confirm first, then close one table."""
        table = self.row_shown(request, object_id)
        if not request.user.has_perm(CHANGE):
            raise PermissionDenied
        reason, error = request.POST.get("reason", "").strip(), ""
        if request.method == "POST" and reason:
            table_desk.close(request, table.pk, timezone.now(), reason)
            messages.success(request, f"{table.name} closes; its players lose their seats.")
            return redirect(_page_of(table))
        if request.method == "POST":
            error = NO_REASON
        return self.confirm(request, closing([table]), error=error)

    def order(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Pause or resume one table."""
        table = self.row_shown(request, object_id)
        orders = {
            "pause": (table_desk.pause, "No round opens until you open the table again."),
            "resume": (table_desk.resume, "The table is open again."),
        }
        deed, words = orders.get(request.POST.get("act", ""), (None, ""))
        if deed is None:
            raise Http404
        try:
            deed(request, table.pk, timezone.now())
        except Refused as error:
            messages.error(request, str(error))
        else:
            messages.success(request, words)
        return redirect(_page_of(table))


def closing(tables: list[Table]) -> Confirmation:
    """What the page says before tables are closed."""
    names = ", ".join(table.name for table in tables)
    sitting = Chair.objects.filter(table__in=tables, user__isnull=False, user__is_bot=False)
    people = [chair.user.display_name for chair in sitting.select_related("user") if chair.user]
    played = any(table.phase == Phase.PLAYING for table in tables)
    waiting = any(table.pending for table in tables)
    one = len(tables) == 1
    back = _page_of(tables[0]) if one else reverse("admin:games_table_changelist")
    return Confirmation(
        title=f"Close {names}?",
        happens=(
            "The round that is being played is finished and paid first." if played
            else "No round is being played, so it happens at once unless somebody has bet.",
            f"Then these people lose their seats: {', '.join(people)}. Their chips stay theirs."
            if people else "Nobody is sitting there.",
            *(["The changes that wait for the next round are dropped."] if waiting else []),
            "The rounds and records stay. A closed table cannot be opened again.",
        ),
        readers="The players at the table read this, and so do the floor and the auditors.",
        button=f"Close {names} after this round",
        back=back,
        stay="Keep it open" if one else "Keep them open",
        milder=("To keep the seats, pause the table instead: it can go on at any time.", back)
        if one else None,
    )  # fmt: skip


def _page_of(table: Table) -> str:
    return reverse("admin:games_table_change", args=[table.pk])

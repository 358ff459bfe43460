"""Best play beside a table: the charts of its own rules, and the cell of the viewer's question."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.coach.as_json import question_json
from games.engine.game import Seat
from games.engine.record import Replay
from games.history.drills.hands import asked_then
from games.history.reviews.table_coach import thought
from games.models import Table
from games.odds_reports.pages import rules_figures
from games.registry import KITS
from games.scenes.snapshots import current
from games.web.access import table_for
from games.web.request_data import seat_named
from games.web.review_views import is_on
from games.web.views import figures_page


@dataclass(frozen=True)
class Here:
    """The place of a question in the charts: see `games.kit.Cell`; `place` counts the columns from
    0. words: the same for screen readers."""

    chart: str
    row: str = ""
    place: int = -1
    words: str = ""


@require_safe
@never_cache
def best_play(request: HttpRequest, table_id: int) -> HttpResponse:
    """Best play under a table's rules, with the cell of the viewer's question marked if it is their
    turn and they have the coach on."""
    table = table_for(request, table_id)
    cell = _cell(request, table)
    pick = request.GET.get("up") or (cell[0] if cell else "")
    figures = rules_figures(table.rules, table, pick, timezone.now())
    sheets = [sheet for sheet in figures["sheets"] if sheet["side"] in ("", _side(table))]
    sheets = sheets or figures["sheets"]
    context = {"table": table, "sheets": sheets, "progress": figures["progress"]}
    return figures_page(
        request, "games/table/best_play.html", context | {"here": _here(cell, sheets)}
    )


def _side(table: Table) -> str:
    """The game being played now, if the button may choose one."""
    choice, snap = table.rules.choice, current(table.pk)
    if choice is None or snap.round is None:
        return ""
    return str(choice.values.get(snap.round.options.get(choice.option), ""))


def _cell(request: HttpRequest, table: Table) -> tuple[str, ...]:
    """The place of the viewer's question; () if there is none, the coach is off, or the answer is
    still being worked out."""
    snap = current(table.pk)
    chair = snap.chair_of(request.user.pk, seat_named(request.GET))
    if chair is None or snap.replay is None or not is_on(request.session, table):
        return ()
    return _asked_cell(snap.replay, chair.seat)


def _asked_cell(played: Replay, seat: Seat) -> tuple[str, ...]:
    if seat not in played.waiting_on:
        return ()
    record, kit = played.record, KITS[played.record.game.slug]
    try:
        question = thought(record, seat, len(record.actions))
    except TimeoutError:
        return ()
    if question is None:
        return ()
    best = question.options[0].action
    return kit.cell(asked_then(question_json(question)), best, record.setup.options)


def _here(cell: tuple[str, ...], sheets: list[dict[str, Any]]) -> Here | None:
    if not cell:
        return None
    if len(cell) == 1:
        return Here(cell[0], words=f"Best here: hold {cell[0]}.")
    chart, row, column = cell
    for found in (one for sheet in sheets for one in sheet.get("charts", ())):
        if found["key"] == chart and column in found["columns"]:
            marks = dict(found["rows"]).get(row)
            place = found["columns"].index(column)
            if marks:
                legend = next(dict(s["legend"]) for s in sheets if found in s.get("charts", ()))
                words = legend.get(marks[place], marks[place])
                return Here(chart, row, place, f"Best here: {words[:1].lower()}{words[1:]}.")
    return None

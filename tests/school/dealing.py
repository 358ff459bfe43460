"""Dealing a run of dealer school as a browser does: right, or with mistakes."""

from typing import Any

from django.test import Client
from django.urls import reverse

from games.models import SchoolRun
from games.procedure.moves import Move, order
from games.school import runs


def due(run: SchoolRun) -> Move:
    """The move that is due."""
    moves = runs.course_of(run).moves
    return moves[order(moves, frozenset(run.done))[0]]


def form_of(move: Move) -> dict[str, Any]:
    """What a page sends for a move."""
    if move.deed == "call":
        return {"deed": f"call {move.step.key}"}
    return {
        "deed": move.deed,
        "place": move.place,
        "spot": move.spot,
        "count": len(move.cards) if move.deed == "give" else 1,
        "card": move.chosen_card,
        "amount": f"{move.chips / 100:.2f}",
    }


def post(client: Client, run: SchoolRun, name: str, form: dict[str, Any] | None = None) -> Any:
    """Post to a page of the run's game; the run is as it is then."""
    answer = client.post(reverse(f"games:dealer_{name}", args=[run.game]), form or {})
    run.refresh_from_db()
    return answer


def begin(client: Client, game: str, **form: Any) -> SchoolRun:
    """Begin a run."""
    form = {"kind": "shown", "seats": 3, **form}
    assert client.post(reverse("games:dealer_begin", args=[game]), form).status_code == 302
    return SchoolRun.objects.get(game=game, ended=None)


def deal_round(client: Client, run: SchoolRun) -> None:
    """Deal what is left of the round, without a mistake."""
    number = len(run.rounds)
    while len(run.rounds) == number:
        assert post(client, run, "move", form_of(due(run))).status_code == 302

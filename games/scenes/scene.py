"""The scene: all that one viewer may know of a table.

A scene is made of plain JSON values, so that what a program reads is what the felt shows.
"""

from dataclasses import replace
from datetime import datetime
from typing import Any

from games.engine.game import Choice
from games.engine.limits import money
from games.engine.view import View
from games.models import Chair, Phase
from games.scenes.headings import heading
from games.scenes.seats import seat_shown
from games.scenes.spots import lines_shown, spot_shown
from games.tables import durations
from games.tables.chat import heard
from games.tables.locked_table import ms, step_of
from games.tables.selectors import Snapshot, log_of

Scene = dict[str, Any]


def scene(snap: Snapshot, user_id: int | None, now: datetime, seat: int | None = None) -> Scene:
    """Everything that one viewer may know of a table.

    user_id: the viewer, None for a visitor. seat: from which of several seats of one's own. Cards
    that the rules do not show this viewer are null.
    """
    chair = snap.chair_of(user_id, seat) or snap.chair_of(user_id)
    return scene_of(snap, chair, view_for(snap, user_id, chair), now)


def scene_of(snap: Snapshot, chair: Chair | None, view: View | None, now: datetime) -> Scene:
    """The scene of whoever has `chair` (None: a spectator) and sees `view` of the round.

    view: None before the deal.
    """
    table = snap.table
    return {
        **snap.once("common", lambda: _common(snap)),
        "step": step_of(table, chair) if chair else "",
        "now_ms": _ms(now),
        "you": _you(snap, chair),
        "spots": [spot_shown(snap, spot, chair, view) for spot in snap.spots],
        "seats": [seat_shown(snap, other, chair, view) for other in snap.chairs],
        "choice": _choice(snap, chair),
        "heading": heading(snap, chair, view),
        "log": log_of(snap, view),
        "view": view.as_json() if view else None,
    }


def _common(snap: Snapshot) -> Scene:
    """What everybody at the table is told alike."""
    table = snap.table
    return {
        "table": {
            "id": table.pk,
            "name": table.name,
            "game": table.game,
            "game_name": table.rules.name,
            "solo": table.solo,
            "strict": table.strict,
            "seats": len(snap.chairs),
            "watching": table.watching,
            "last_round": table.last_round,
            "dealt_out": table.dealt_out,
            "layout": table.layout,
            "total": table.total,
        },
        "version": table.version,
        "state": "looking" if snap.looking else str(table.phase),
        "deadline_ms": _ms(table.deadline),
        "window_ms": _window_ms(snap),
        "round": _round(snap),
        "options": _options(snap),
        "limits": _limits(snap),
        "talk": heard(table),
    }


def view_for(snap: Snapshot, user_id: int | None, chair: Chair | None = None) -> View | None:
    """The engine's view of the round for whoever plays it (anybody else: a spectator's); None
    before the deal. chair: from which of the viewer's own chairs, where there are several."""
    if snap.replay is None or snap.record is None:
        return None
    own = [part.seat for part in snap.parts if part.user_id == user_id]
    here = [seat for seat in own if chair is not None and seat == chair.seat]
    seat = next(iter(here or (own if len(own) == 1 else [])), None)
    view: View = snap.record.game.view(snap.replay.state, seat, reconciled=snap.reconciled)
    return view if snap.record.void is None else _asking_nobody(view)


def _asking_nobody(view: View) -> View:
    """The view of a round that was stopped before its end: nobody is waited on any more."""
    seats = tuple(replace(seat, waiting=False) for seat in view.seats)
    return replace(view, question="", waiting_on=(), offers=(), seats=seats)


def _ms(moment: datetime | None) -> int | None:
    return None if moment is None else ms(moment)


def _window_ms(snap: Snapshot) -> int:
    deadline = snap.table.deadline
    own = [durations.own_window(c) for c in snap.chairs if c.own_until and c.own_until == deadline]
    window = own[0] if own else durations.window(snap.table, looking=snap.looking)
    return int(window.total_seconds() * 1000)


def _round(snap: Snapshot) -> dict[str, Any] | None:
    round = snap.round
    if round is None:
        return None
    return {
        "id": str(round.pk),
        "number": round.number,
        "status": round.status,
        "commitment": round.commitment,
        "options": round.options,
        "button": snap.table.button if snap.table.phase == Phase.CHOOSING else round.button,
        "void_reason": round.void_reason,
        "server_seed": round.revealed_seed,
    }


def _options(snap: Snapshot) -> dict[str, Any]:
    """The house options in force, all of them: the round's, before there is one the table's."""
    table, round = snap.table, snap.round
    options = table.rules.options.read(table.options) if round is None else round.house_options
    return dict(options.as_json())


def _limits(snap: Snapshot) -> dict[str, Any]:
    limits = snap.table.limits
    profile = limits.profile
    large = None
    if profile.max_large_wagers is not None:
        large = f"At most {profile.max_large_wagers} above {money(profile.large_above)}"
    return {
        "minimum": limits.minimum,
        "maximum": limits.maximum,
        "unit": limits.unit,
        "profile": profile.name,
        "large": large,
        "aggregate_payout": limits.aggregate_payout,
    }


def _you(snap: Snapshot, chair: Chair | None) -> dict[str, Any]:
    if chair is None or chair.user is None:
        return {"seat": None, "seats": [], "may_sit": True}
    seats = [other.seat for other in snap.chairs if other.user_id == chair.user_id]
    return {
        "seat": chair.seat,
        "seats": seats,
        "may_sit": len(seats) < snap.table.positions,
        "name": chair.user.display_name,
        "balance": snap.balance_of(chair),
        "ready": chair.ready,
        "leaving": chair.leaving,
        "out": chair.sits_out,
        "out_next": chair.out_next,
        "out_by_clock": chair.sits_out and chair.misses >= durations.MISSES,
        "time_bank": None if durations.clockless(snap.table) else chair.time_bank,
        "wagers": chair.wagers,
        "last_wagers": chair.last_wagers,
    }


def _choice(snap: Snapshot, chair: Chair | None) -> dict[str, Any] | None:
    choice: Choice | None = snap.table.rules.choice
    if choice is None:
        return None
    asked = snap.table.phase == Phase.CHOOSING
    value = (snap.round.options if snap.round else snap.table.options).get(choice.option)
    return {
        "asked": asked,
        "seat": snap.table.button,
        "yours": asked and chair is not None and chair.seat == snap.table.button,
        "values": [
            {"value": key, "words": words, "spots": _offered(snap, key)}
            for key, words in choice.values.items()
        ],
        "chosen": None if asked else value,
        "chosen_words": "" if asked else choice.values.get(str(value), ""),
    }


def _offered(snap: Snapshot, value: str) -> list[dict[str, Any]]:
    """What the felt would pay under one value of the choice, while it is asked for."""
    return [
        {"key": spot.key, "name": spot.name, "lines": lines_shown(spot, paytable)}
        for spot, paytable in snap.offered.get(value, ())
    ]

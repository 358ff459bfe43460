"""The seats of a table as a viewer sees them."""

from typing import Any

from games.engine.view import HandView, ResultView, SeatView, View
from games.models import Chair, Phase
from games.scenes.spots import outcome
from games.tables.bot_policy import style_at
from games.tables.selectors import Snapshot


def seat_shown(
    snap: Snapshot, other: Chair, own: Chair | None, view: View | None
) -> dict[str, Any]:
    """A seat, who has it, and what a viewer whose own chair is `own` sees of its hands."""
    played = view.seat(other.seat) if view else None
    user = other.user
    if user is None and played:
        user = next(part.user for part in snap.parts if part.seat == other.seat)
    wagers = other.wagers if played is None else played.wagers
    results = [r for r in (view.results if view else ()) if r.seat == other.seat]
    settled = snap.table.phase == Phase.SHOWING and played is not None
    return {
        "seat": other.seat,
        "name": user.display_name if user else "",
        "bot": style_at(snap.table.pk, other.seat, snap.table.bot_style)
        if user and user.is_bot
        else "",
        "taken": other.user_id is not None,
        "you": own is not None and own.pk == other.pk,
        "yours": own is not None and own.user_id == other.user_id,
        "slot": _slot(other.seat, own, len(snap.chairs)),
        "bank": snap.bank_of(other),
        "ready": other.ready,
        "away": other.away,
        "out": other.sits_out,
        "own_time": other.own_time,
        "wagers": [
            {"spot": spot.key, "name": spot.name, "cents": wagers[spot.key]}
            for spot in snap.spots
            if wagers.get(spot.key)
        ],
        "staked": sum(wagers.values()),
        "hands": _hands(played, results),
        "waiting": other.seat in _waited_on(snap, view),
        "status": played.status if played else "",
        "net": sum(result.net for result in results) if settled else None,
    }


def _waited_on(snap: Snapshot, view: View | None) -> tuple[int, ...]:
    if snap.table.phase == Phase.CHOOSING:
        return (snap.table.button,)
    return view.waiting_on if view else ()


def _hands(played: SeatView | None, results: list[ResultView]) -> list[dict[str, Any]]:
    """The hands of a seat; where it has several, each with its own result."""
    hands = enumerate(played.hands if played else ())
    return [_hand(hand, [r for r in results if r.hand == place]) for place, hand in hands]


def _hand(hand: HandView, results: list[ResultView]) -> dict[str, Any]:
    marks = hand.marks or ("",) * len(hand.cards)
    steps = hand.steps or ("",) * len(hand.cards)
    kept = len(hand.cards) - hand.drawn
    return {
        "cards": [
            {"code": code, "mark": mark, "step": step, "drawn": place >= kept}
            for place, (code, mark, step) in enumerate(zip(hand.cards, marks, steps, strict=True))
        ],
        "words": hand.words,
        "total": hand.total,
        "line": hand.line,
        "status": hand.status,
        "acting": hand.acting,
        "wagers": dict(hand.wagers),
        "result": outcome(results),
    }


def _slot(seat: int, own: Chair | None, seats: int) -> int:
    """Where a seat stands for this viewer, 1 (right of the dealer's side) to 7: the viewer's own
    seat comes to slot 4, the middle; seat numbers stay what they are."""
    if own is None:
        return seat
    return (seat - own.seat + 3) % max(seats, 7) + 1

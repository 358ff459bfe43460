"""Titles of Big Draw Poker rounds, for the history and beside a table."""

from collections.abc import Sequence

from games.big_draw.view import COUNTS
from games.engine.game import Seat
from games.engine.view import Event, View


def title(view: View, seat: Seat) -> str:
    """``"Drew two cards: full house, nines over fours"``; without a draw, the hand in words."""
    own = view.seat(seat)
    if own is None:
        return ""
    (hand,) = own.hands
    words = f"{hand.status}: {hand.words}" if hand.status else hand.words
    return f"{words[:1].upper()}{words[1:]}"


def decided(events: Sequence[Event], viewer: Seat | None) -> str:
    """``"You drew two cards"``, once they are drawn."""
    for event in events:
        if event.place == f"seat-{viewer}":
            if event.kind == "draw":
                return f"You drew {COUNTS[len(event.cards)]}"
            if event.kind == "turn" and " stands pat" in event.words:
                return "You stood pat"
    return ""

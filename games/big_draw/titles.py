"""What the history calls a round of Big Draw Poker."""

from games.engine.game import Seat
from games.engine.view import View


def title(view: View, seat: Seat) -> str:
    """``"Drew two cards: full house, nines over fours"``; without a draw, what the hand is."""
    own = view.seat(seat)
    if own is None:
        return ""
    (hand,) = own.hands
    words = f"{hand.status}: {hand.words}" if hand.status else hand.words
    return f"{words[:1].upper()}{words[1:]}"

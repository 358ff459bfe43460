"""The titles of Big 50 rounds in the history."""

from games.engine.cards import parse_card
from games.engine.game import Seat
from games.engine.poker import Category, category
from games.engine.view import View


def title(view: View, seat: Seat) -> str:
    """``"Two pair, kings and fours: total 37"``; for a hand with no rank, only its total."""
    own = view.seat(seat)
    if own is None:
        return ""
    (hand,) = own.hands
    if category([parse_card(code) for code in hand.cards if code]) == Category.HIGH_CARD:
        return f"Total {hand.total}"
    return f"{hand.words.capitalize()}: total {hand.total}"

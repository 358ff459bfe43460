"""What a decision's `advice` leaves out of a seat's round of Big Draw Poker."""

from fractions import Fraction

from games.big_draw.state import FIRST_FIVE, Round
from games.engine.game import Seat


def settled(state: Round, seat: Seat) -> Fraction:
    """The expected net in cents of First 5, which the seat's own cards have decided."""
    if FIRST_FIVE not in state.setup.wagers[seat]:
        return Fraction()
    return Fraction(state.result(seat, FIRST_FIVE).net)

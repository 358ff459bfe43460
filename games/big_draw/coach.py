"""What the coach needs for Big Draw Poker: what `advice` leaves out, and actions in words."""

from collections.abc import Sequence
from fractions import Fraction

from games.big_draw.state import FIRST_FIVE, Round
from games.engine.cards import codes_of, faces_of
from games.engine.game import Action, Seat


def settled(state: Round, seat: Seat) -> Fraction:
    """The expected net in cents of First 5, which the seat's own cards have decided."""
    if FIRST_FIVE not in state.setup.wagers[seat]:
        return Fraction()
    return Fraction(state.result(seat, FIRST_FIVE).net)


def words(action: Action, base: int, hand: Sequence[str]) -> str:
    """A draw as what it holds: ``Hold J♣ J♦``. hand: the codes of the five cards."""
    gone = set(codes_of(action.discard or ()))
    kept = [code for code in hand if code not in gone]
    if not gone:
        return "Hold all five"
    return f"Hold {faces_of(kept)}" if kept else "Draw five"

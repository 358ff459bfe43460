"""What the coach must know of High Card: what `advice` leaves out, and actions in words."""

from collections.abc import Sequence

from games.engine.game import Action, Seat

from .rules import Round


def settled(state: Round, seat: Seat) -> int:
    """Nothing: the one wager rides on the decision."""
    return 0


def words(action: Action, base: int, hand: Sequence[str]) -> str:
    """A double by its card: ``Double on Ks``."""
    return f"Double on {hand[0]}" if action.name == "double" else "Stand"

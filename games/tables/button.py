"""Who has the button before the bets, and what it chooses.

The seat with the button chooses or passes it on; once everyone has passed, the default game is
played and the button is back where it started. `round.button` is where it started, `table.button`
where it is.
"""

from games.engine.game import Choice
from games.models import Chair, Phase
from games.tables import durations
from games.tables.locked_table import Desk


def ask(desk: Desk) -> None:
    """Ask the seat with the button, or the next one with a player."""
    table, round = desk.table, desk.round
    round.button = following(desk, table.button)
    round.options = table.options
    round.save(update_fields=["button", "options"])
    table.phase = Phase.CHOOSING
    _give(desk, round.button)


def following(desk: Desk, seat: int) -> int:
    """The first occupied seat from `seat` on, going round. Players who sit out are passed over,
    unless all do."""
    occupied = [chair.seat for chair in desk.active or desk.seated]
    return min(occupied, key=lambda other: (other < seat, other))


def choose(desk: Desk, chair: Chair, choice: Choice, value: str | None) -> bool:
    """The button's choice, or None to pass it on. Returns True if that chose the game."""
    chair.moves += 1
    desk.change(chair)
    if value is None:
        return _pass(desk, choice)
    desk.add_news(f"chooses {choice.values[value]}.", chair)
    return _chosen(desk, choice, value)


def left(desk: Desk, seat: int, choice: Choice) -> bool:
    """A seat has been given up while the button chooses. Returns True if that chose the game.

    The player whose turn it was counts as having passed. If the button started at that seat, it now
    started at the next one.
    """
    asked = desk.table.button == seat
    if desk.round.button != seat:
        return asked and _pass(desk, choice)
    desk.round.button = following(desk, seat)
    desk.round.save(update_fields=["button"])
    if asked:
        _give(desk, desk.round.button)
    return False


def _pass(desk: Desk, choice: Choice) -> bool:
    _give(desk, following(desk, desk.table.button + 1))
    if desk.table.button != desk.round.button:
        desk.add_news(f"The button passes to seat {desk.table.button}.")
        return False
    desk.add_news(f"Nobody chooses: {choice.values[choice.default]} is played.")
    return _chosen(desk, choice, choice.default)


def _give(desk: Desk, seat: int) -> None:
    desk.table.button = seat
    desk.table.deadline = durations.deadline(desk.table, durations.CHOOSING, desk.now)
    desk.change()


def _chosen(desk: Desk, choice: Choice, value: str) -> bool:
    round = desk.round
    round.options = {**round.options, choice.option: value}
    round.button = desk.table.button
    round.save(update_fields=["options", "button"])
    return True

"""The odds of a game's bets for tests, asked for as a person at the command would."""

from typing import Any

from games.engine.record import read_paytables
from games.odds.report import Bet
from games.printed_paytables import printed
from games.registry import GAMES, KITS


def bets_of(
    game: str, rules: dict[str, Any] | None = None, *, stake: int = 100, **paytables: Any
) -> dict[str, Bet]:
    """The odds by spot; `paytables` by spot, a code or a table of lines."""
    options = GAMES[game].options.read(rules or {})
    tables = read_paytables(paytables, GAMES[game], options, printed)
    return {bet.spot: bet for bet in KITS[game].odds.odds(options, tables, stake)}


def counted(bet: Bet) -> dict[str, int | None]:
    """How many deals hit each line."""
    return {line.line: line.combinations for line in bet.lines}


def edge_percent(bet: Bet) -> float:
    """The house edge in percent, with four decimals."""
    return round(float(100 * bet.edge), 4)

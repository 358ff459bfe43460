"""What a proof pack shows of blackjack: the counts of Bad Beat, and basic strategy."""

from collections.abc import Mapping
from typing import Any

from games.blackjack.odds.bad_beat import counted
from games.blackjack.odds.basic_strategy import basic_strategy
from games.blackjack.odds.strategy import Plays
from games.blackjack.options import BlackjackOptions
from games.engine.paytable import Paytable
from games.odds.report import Bet, one_net

UP_CARDS = "A23456789T"
"""The ranks as they are written; T is every card that counts ten."""


def bad_beat(
    options: BlackjackOptions, paytables: Mapping[str, Paytable], stake: int, bet: Bet, other: bool
) -> dict[str, Any]:
    """The counts of Bad Beat, over the orders in which a shoe's first cards can lie."""
    total, counts = counted(options, basic=other)
    # A cut card has no figure of its own; what is counted is the shoe's first round.
    return {
        "total": total,
        "edge": str(bet.edge),
        "lines": [one_net(line, stake, counts[line.line]) for line in bet.lines],
    }


def strategy(options: BlackjackOptions) -> dict[str, Any]:
    """Basic strategy by the up card's rank: plays in order of preference, for hard totals, soft
    totals and pairs."""
    columns = zip(UP_CARDS, basic_strategy(options).columns, strict=True)
    return {
        "strategy": {
            up: {
                "hard": _cells({str(total): plays for total, plays in column.hard.items()}),
                "soft": _cells({str(total): plays for total, plays in column.soft.items()}),
                "pairs": _cells({UP_CARDS[pair]: plays for pair, plays in column.pairs.items()}),
            }
            for up, column in columns
        }
    }


def _cells(cells: Mapping[str, Plays]) -> dict[str, list[str]]:
    return {key: list(plays) for key, plays in cells.items()}

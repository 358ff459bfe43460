"""What a proof pack shows of Big Raise Hold'em: the ante's counts, and every situation."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.big_raise.odds import ante_endings
from games.big_raise.outcomes import KINDS, outcomes
from games.big_raise.state import ANTE_BONUS, BigRaiseOptions
from games.engine.cards import RANKS
from games.engine.paytable import Paytable
from games.odds.report import Bet


def ante(
    options: BigRaiseOptions, paytables: Mapping[str, Paytable], stake: int, bet: Bet, other: bool
) -> dict[str, Any]:
    """The counts of the ante, whose lines combine several nets."""
    endings, _ = ante_endings(paytables[ANTE_BONUS.key], stake)
    lines = []
    for line in bet.lines:
        nets = [[cents, count] for (name, cents), count in endings.items() if name == line.line]
        lines.append({"line": line.line, "pays": line.pays, "nets": sorted(nets)})
    return {"total": endings.total(), "lines": lines}


def situations() -> str:
    """Every situation as CSV, with a heading: what a seat sees, how many starts it has, and how
    many deals a play wins and loses, by the player's hand."""
    return "".join(f"{row}\n" for row in _rows())


def _rows() -> Iterator[str]:
    kinds = [kind or "no_bonus" for kind in KINDS]
    yield ",".join((
        "high,low,suited,up,up_suits_high,up_suits_low,starts",
        *(f"win_{kind}" for kind in kinds),
        *(f"lose_{kind}" for kind in kinds),
    ))  # fmt: skip
    for found, what in outcomes().items():
        flags = found.suits_high, found.suits_low
        yield ",".join((
            RANKS[found.high], RANKS[found.low], str(int(found.suited)), RANKS[found.up],
            *(str(int(number)) for number in (*flags, what.starts, *what.wins, *what.losses)),
        ))  # fmt: skip

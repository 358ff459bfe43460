"""Best play in Big Raise Hold'em as charts; see `games.odds.charts`."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.big_raise.best_play import Cell, UpCard, best_play
from games.big_raise.state import ANTE_BONUS, BigRaiseOptions
from games.engine.cards import RANK_NAMES, RANKS, rank_of, suit_of
from games.engine.game import Action
from games.engine.paytable import Paytable
from games.kit import Asked
from games.odds.charts import Sheet, rank


def charts(
    options: BigRaiseOptions, paytables: Mapping[str, Paytable], stake: int
) -> Iterator[Sheet]:
    """Thirteen charts, one for each rank of the dealer's up card."""
    played = best_play(paytables[ANTE_BONUS.key], stake)
    yield {
        "title": "Fold or raise",
        "words": (
            "Pairs run along the diagonal, with suited hands above it and unsuited ones below. "
            "Raise the least or the most that is allowed: nothing in between is ever best."
        ),
        "pick": "The dealer shows",
        "legend": [
            ["F", "Fold"],
            ["2", "Raise 2 times the ante"],
            ["3", "Raise 3 times the ante, the most without a pair"],
            ["4", "Raise 4 times the ante, the most with a pair"],
        ],
        "charts": [_up_card_chart(up) for up in reversed(played)],
    }


def _up_card_chart(up: UpCard) -> dict[str, Any]:
    name = RANK_NAMES[RANKS.index(up.rank)]
    ranks = [rank(code) for code in reversed(RANKS)]
    cells = [cell for row in up.rows for cell in row]
    return {
        "key": up.rank,
        "name": name,
        "caption": f"Best play when the dealer shows {_article(name)} {name}",
        "columns": ranks,
        "rows": [
            [head, [_antes_mark(cell) for cell in row]]
            for head, row in zip(ranks, up.rows, strict=True)
        ],
        "notes": [[cell.hand, f"{cell.words}."] for cell in cells if len(cell.antes) > 1],
    }


def cell(asked: Asked, best: Action, options: BigRaiseOptions) -> tuple[str, ...]:
    """The chart of the dealer's card, and two cards in it: of one suit above its diagonal."""
    if len(asked.hand) != 2 or not asked.against:
        return ()
    high, low = sorted(asked.hand, key=rank_of, reverse=True)
    row, column = rank(RANKS[rank_of(high)]), rank(RANKS[rank_of(low)])
    up = RANKS[rank_of(asked.against[0])]
    suited = suit_of(high) == suit_of(low)
    return (up, row, column) if suited else (up, column, row)


def _antes_mark(cell: Cell) -> str:
    return "/".join(str(antes) if antes else "F" for antes in cell.antes)


def _article(name: str) -> str:
    return "an" if name[0] in "ae" else "a"

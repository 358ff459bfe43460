"""Best play in High Card as a chart; see `games.odds.charts`."""

from collections.abc import Iterator, Mapping

from games.engine.cards import RANKS
from games.engine.paytable import Paytable
from games.odds.charts import Sheet, rank

from .odds import times
from .rules import HighCardOptions


def charts(
    options: HighCardOptions, paytables: Mapping[str, Paytable], stake: int
) -> Iterator[Sheet]:
    """Which cards are doubled."""
    marks = ["D" if times(place, options) == 2 else "S" for place in range(len(RANKS))]
    yield {
        "title": "Stand or double",
        "words": "The best play by the card that you hold.",
        "pick": "",
        "legend": [["D", "Double"], ["S", "Stand"]],
        "charts": [
            {
                "key": "cards",
                "name": "Your card",
                "caption": "Stand or double, by your card",
                "columns": [rank(code) for code in RANKS],
                "rows": [["Play", marks]],
                "notes": [],
            }
        ],
    }

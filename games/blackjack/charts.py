"""Best play in blackjack as charts; see `games.odds.charts`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.blackjack.odds.best_play import UP_CARDS, Row, bad_beat_changes
from games.blackjack.odds.best_play import charts as basic_charts
from games.blackjack.odds.strategy import Plays
from games.blackjack.options import BlackjackOptions
from games.blackjack.rules import BAD_BEAT
from games.blackjack.totals import count, is_pair
from games.engine.cards import Card, points
from games.engine.game import Action
from games.engine.paytable import Paytable
from games.kit import Asked
from games.odds.charts import Sheet, rank

_HARD, _SOFT, _PAIRS = "Hard totals", "Hands with an ace", "Pairs"

_LETTERS = {"hit": "H", "stand": "S", "double": "D", "split": "P", "surrender": "R"}


def _mark(plays: Plays) -> str:
    """``Ds``: double, or stand if that is not allowed."""
    first, *others = (_LETTERS[play] for play in plays)
    return first + "".join(others).lower()


def _order(plays: Plays) -> list[int]:
    """The position of a mark in the legend."""
    return [list(_LETTERS).index(play) for play in plays]


def _mark_words(plays: Plays) -> str:
    first, *others = plays
    if first == "split":
        others.append("play the total")
    otherwise = "".join(f"; where that is not allowed, {play}" for play in others)
    return f"{first.capitalize()}{otherwise}"


def charts(
    options: BlackjackOptions, paytables: Mapping[str, Paytable], stake: int
) -> Iterator[Sheet]:
    """Basic strategy in three charts, and what a Bad Beat wager changes."""
    found = basic_charts(options)
    parts = (_HARD, found.hard), (_SOFT, found.soft), (_PAIRS, found.pairs)
    used = {cell for _, rows in parts for row in rows for cell in row.cells}
    yield {
        "title": "Basic strategy",
        "words": (
            "The best play by the total of the hand against each up card, for the house options "
            "of this felt. Never insure."
        ),
        "pick": "",
        "legend": [[_mark(plays), _mark_words(plays)] for plays in sorted(used, key=_order)],
        "charts": [_basic_chart(name, rows) for name, rows in parts],
    }
    changes = bad_beat_changes(options, paytables[BAD_BEAT.key])
    yield {
        "title": "What Bad Beat changes",
        "words": (
            "Two-card hands that are best played differently beside a Bad Beat wager, and how "
            "large the wager must be. For all other hands basic strategy is still best."
        ),
        "changes": [
            {
                "hand": rank(change.hand),
                "up": rank(change.up),
                "without": change.without,
                "beside": change.beside,
                "least": change.least,
            }
            for change in changes
        ],
    }


def cell(asked: Asked, best: Action, options: BlackjackOptions) -> tuple[str, ...]:
    """A hand's row in one of the three charts, and the column of the dealer's card."""
    if not asked.hand or not asked.against or "insurance" in asked.actions:
        return ()
    column = _sign(asked.against[0])
    total, soft = count(asked.hand)
    if "split" in asked.actions and is_pair(asked.hand):
        sign = _sign(asked.hand[0])
        return _PAIRS, f"{sign},{sign}", column
    return (_SOFT, f"A,{total - 11}", column) if soft else (_HARD, str(total), column)


def _sign(card: Card) -> str:
    """A card as in the headings of rows and columns: all tens are alike."""
    value = points(card)
    return "A" if value == 1 else str(value)


def _basic_chart(name: str, rows: Sequence[Row]) -> dict[str, Any]:
    return {
        "key": name,
        "name": name,
        "caption": f"{name}, by what the dealer shows",
        "columns": [rank(up) for up in UP_CARDS],
        "rows": [[rank(row.hand), [_mark(cell) for cell in row.cells]] for row in rows],
        "notes": [],
    }

"""Best play as it is printed: charts of decisions and lists, as plain JSON.

A *sheet* is one of three:

- ``{"charts": [...], "title", "words", "pick", "legend"}``: tables of decisions. A chart has
  ``key``, ``name`` (what is picked), ``caption``, ``columns``, ``rows`` (pairs of a head and its
  cells) and ``notes`` (pairs of a head and a sentence). A cell is a mark of the legend, which is
  pairs of a mark and its words, or several marks with a slash between, explained in a note.
  ``pick`` says what is chosen where one chart at a time is enough; it is "" where all are printed.
- ``{"holds": [...], "title", "words"}``: cards to hold, the best first, each with ``words``,
  ``example`` and ``held`` (codes of cards), ``share`` and ``value``.
- ``{"changes": [...], "title", "words"}``: hands that a side wager makes one play otherwise:
  ``hand``, ``up``, ``without`` and ``beside`` (what is best without it and beside it) and
  ``least``, how large a part of the main wager it has to be for that.

A game without decisions has no sheets. A new game adds its line to `SHEETS`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from games.big_draw.best_play import Hold, ranked_holds
from games.big_draw.state import BIG_DRAW
from games.big_raise.best_play import Cell, UpCard, best_play
from games.big_raise.state import ANTE_BONUS
from games.blackjack.odds.best_play import UP_CARDS, Row, bad_beat_changes
from games.blackjack.odds.best_play import charts as basic_charts
from games.blackjack.odds.strategy import Plays
from games.blackjack.rules import BAD_BEAT
from games.engine.cards import RANK_NAMES, RANKS, codes_of
from games.exact.terms import Felt

Sheet = dict[str, Any]


def sheets(felt: Felt) -> list[Sheet]:
    """Best play on a felt."""
    return list(SHEETS[felt.game](felt)) if felt.game in SHEETS else []


def _big_raise(felt: Felt) -> Iterator[Sheet]:
    """Thirteen charts, one for each rank of the dealer's up card."""
    played = best_play(felt.paytables[ANTE_BONUS.key], felt.stake)
    yield {
        "title": "Fold or play",
        "words": (
            "Pairs lie on the diagonal, above it two cards of one suit, below it of two. The play "
            "is always the least or the most that is allowed: nothing between them is ever best."
        ),
        "pick": "The dealer shows",
        "legend": [
            ["F", "Fold"],
            ["2", "Play 2 times the ante"],
            ["3", "Play 3 times the ante, the most without a pair"],
            ["4", "Play 4 times the ante, the most with a pair"],
        ],
        "charts": [_up_card_chart(up) for up in reversed(played)],
    }


def _up_card_chart(up: UpCard) -> dict[str, Any]:
    name = RANK_NAMES[RANKS.index(up.rank)]
    ranks = [_rank(code) for code in reversed(RANKS)]
    cells = [cell for row in up.rows for cell in row]
    return {
        "key": up.rank,
        "name": name,
        "caption": f"Best play when the dealer shows {_article(name)} {name}",
        "columns": ranks,
        "rows": [
            [rank, [_antes_mark(cell) for cell in row]]
            for rank, row in zip(ranks, up.rows, strict=True)
        ],
        "notes": [[cell.hand, f"{cell.words}."] for cell in cells if len(cell.antes) > 1],
    }


def _antes_mark(cell: Cell) -> str:
    return "/".join(str(antes) if antes else "F" for antes in cell.antes)


def _rank(code: str) -> str:
    """The codes of ranks in a text as faces have them."""
    return code.replace("T", "10")


def _article(name: str) -> str:
    return "an" if name[0] in "ae" else "a"


def _big_draw(felt: Felt) -> Iterator[Sheet]:
    """The kinds of cards to hold, ranked."""
    variant = felt.options.as_json()["variant"]
    holds = ranked_holds(variant, felt.paytables[BIG_DRAW], felt.stake)
    yield {
        "title": "What to hold",
        "words": (
            "Every kind of cards that is best held in some hand, the most valuable first: hold the "
            "first that you have. Where the kickers matter, a kind further down may be worth more; "
            "the example is one hand in which it is."
        ),
        "holds": [_hold(hold) for hold in holds],
    }


def _hold(hold: Hold) -> dict[str, Any]:
    return {
        "words": hold.words,
        "example": list(codes_of(hold.example)),
        "held": list(codes_of(hold.held)),
        "share": float(hold.share),
        "value": float(hold.value),
    }


_LETTERS = {"hit": "H", "stand": "S", "double": "D", "split": "P", "surrender": "R"}


def _mark(plays: Plays) -> str:
    """``Ds``: double, and stand where that is not allowed."""
    first, *others = (_LETTERS[play] for play in plays)
    return first + "".join(others).lower()


def _order(plays: Plays) -> list[int]:
    """Where a mark stands in the legend."""
    return [list(_LETTERS).index(play) for play in plays]


def _mark_words(plays: Plays) -> str:
    first, *others = plays
    if first == "split":
        others.append("play the total")
    otherwise = "".join(f"; where that is not allowed, {play}" for play in others)
    return f"{first.capitalize()}{otherwise}"


def _blackjack(felt: Felt) -> Iterator[Sheet]:
    """Basic strategy in three charts, and what a Bad Beat wager changes."""
    options: Any = felt.options
    found = basic_charts(options)
    parts = ("Hard totals", found.hard), ("Hands with an ace", found.soft), ("Pairs", found.pairs)
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
    changes = bad_beat_changes(options, felt.paytables[BAD_BEAT.key])
    yield {
        "title": "What Bad Beat changes",
        "words": (
            "Two cards that are best played otherwise with a Bad Beat wager, and how large it has "
            "to be for that. In everything else basic strategy stays best."
        ),
        "changes": [
            {
                "hand": _rank(change.hand),
                "up": _rank(change.up),
                "without": change.without,
                "beside": change.beside,
                "least": change.least,
            }
            for change in changes
        ],
    }


def _basic_chart(name: str, rows: Sequence[Row]) -> dict[str, Any]:
    return {
        "key": name,
        "name": name,
        "caption": f"{name}, by what the dealer shows",
        "columns": [_rank(up) for up in UP_CARDS],
        "rows": [[_rank(row.hand), [_mark(cell) for cell in row.cells]] for row in rows],
        "notes": [],
    }


SHEETS: Mapping[str, Callable[[Felt], Iterator[Sheet]]] = {
    "big-draw": _big_draw,
    "big-raise": _big_raise,
    "blackjack": _blackjack,
}

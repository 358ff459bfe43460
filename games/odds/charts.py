"""Best play as it is printed: charts of decisions and ranked lists, as plain JSON.

A *sheet* is one of two:

- ``{"charts": [...], "title", "words", "pick", "legend"}``: tables of decisions. A chart has
  ``key``, ``name`` (what is picked), ``caption``, ``columns``, ``rows`` (pairs of a head and its
  cells) and ``notes`` (pairs of a head and a sentence). A cell is a mark of the legend, which is
  pairs of a mark and its words, or several marks with a slash between, explained in a note.
  ``pick`` says what is chosen where one chart at a time is enough; it is "" where all are printed.
- ``{"holds": [...], "title", "words"}``: cards to hold, the best first, each with ``words``,
  ``example`` and ``held`` (codes of cards), ``share`` and ``value``.

A game without decisions has no sheets. A new game adds its line to `SHEETS`.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.engine.cards import RANK_NAMES, RANKS, codes_of
from games.odds.big_draw_best_play import Hold, ranked_holds
from games.odds.big_raise_best_play import Cell, UpCard, best_play
from games.odds.felt import Felt
from games.rules.big_draw_round import BIG_DRAW
from games.rules.big_raise_round import ANTE_BONUS

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
    ranks = RANKS[::-1]
    cells = [cell for row in up.rows for cell in row]
    return {
        "key": up.rank,
        "name": name,
        "caption": f"Best play when the dealer shows {_article(name)} {name}",
        "columns": list(ranks),
        "rows": [
            [rank, [_antes_mark(cell) for cell in row]]
            for rank, row in zip(ranks, up.rows, strict=True)
        ],
        "notes": [[cell.hand, f"{cell.words}."] for cell in cells if len(cell.antes) > 1],
    }


def _antes_mark(cell: Cell) -> str:
    return "/".join(str(antes) if antes else "F" for antes in cell.antes)


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


SHEETS: Mapping[str, Callable[[Felt], Iterator[Sheet]]] = {
    "big-draw": _big_draw,
    "big-raise": _big_raise,
}

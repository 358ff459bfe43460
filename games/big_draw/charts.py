"""Best play in Big Draw Poker as a list; see `games.odds.charts`."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.big_draw.best_play import Hold, hold_words, ranked_holds
from games.big_draw.state import BIG_DRAW, BigDrawOptions
from games.engine.cards import codes_of
from games.engine.game import Action
from games.engine.paytable import Paytable
from games.kit import Asked
from games.odds.charts import Sheet


def charts(
    options: BigDrawOptions, paytables: Mapping[str, Paytable], stake: int
) -> Iterator[Sheet]:
    """The kinds of cards to hold, ranked."""
    holds = ranked_holds(options.variant, paytables[BIG_DRAW], stake)
    yield {
        "title": "What to hold",
        "words": (
            "Every kind of cards that is best held in some hand, the most valuable first: hold the "
            "first that you have. Where the kickers matter, a kind further down may be worth more; "
            "the example is one hand in which it is."
        ),
        "holds": [_hold(hold) for hold in holds],
    }


def cell(asked: Asked, best: Action, options: BigDrawOptions) -> tuple[str, ...]:
    """The kind of cards that the best answer holds."""
    held = tuple(card for card in asked.hand if card not in (best.discard or ()))
    return (hold_words(held, options.variant),)


def _hold(hold: Hold) -> dict[str, Any]:
    return {
        "words": hold.words,
        "example": list(codes_of(hold.example)),
        "held": list(codes_of(hold.held)),
        "share": float(hold.share),
        "value": float(hold.value),
    }

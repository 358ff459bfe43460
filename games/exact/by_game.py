"""The odds of any game by its slug.

What a game module gives, in units of the base wager (ante, main wager, the wager itself):

- ``odds(options, paytables, stake) -> tuple[Bet, ...]``: every bet of the game under these house
  options, in settlement order; `paytables` has one for every spot that has lines, `stake` is in
  cents. A raised game is one bet, reported under its opening wager, with `Bet.average_wager`.
  One bet a spot: where the play matters, it is under the play that the maker's figures assume (Bad
  Beat: side-bet play), and the same spot under other play is in its `Bet.otherwise`.
- ``advice(state, seat) -> Iterable[tuple[Action, Value]]``: what each action is worth to a seat
  that is waited on: the expected net, from now to the end of the round, of the base wager and all
  that is raised on it, played on in the best way; side wagers whose fate the action does not
  change are left out. `state` is the game's own and holds every card: only what the seat may see
  may matter (and an `advice` test gives two states that differ in hidden cards alone).
  Of an action with amounts only the amounts that can be best need be listed. In any order.
- ``best_action(state, seat) -> Action``: the action of the play that `odds` assumes, for the
  `Bet`s that are `simulated`. Fast enough for a million rounds: tables, not sums, once warm.

A module keeps what is slow to make in a cache of its own (`functools.cache` on hashable facts).
A new game is one line in `MODULES`.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Protocol

from games.big_50 import odds as big50
from games.big_draw import odds as big_draw
from games.big_raise import odds as big_raise
from games.blackjack import odds as blackjack
from games.engine.game import Action, Seat
from games.engine.options import Options
from games.engine.paytable import Paytable
from games.engine.record import Record, replay
from games.odds.report import Bet, GameOdds

Value = Fraction | float
"""An expected net in units of the base wager, exact where the game's sums are."""

Paytables = Mapping[str, Paytable]


class OddsModule(Protocol):
    """What a game's odds module has; see the module's docstring."""

    def odds(self, options: Any, paytables: Paytables, stake: int) -> tuple[Bet, ...]:
        """Every bet of the game."""

    def advice(self, state: Any, seat: Seat) -> Iterable[tuple[Action, Value]]:
        """What each action is worth to a seat that is waited on."""

    def best_action(self, state: Any, seat: Seat) -> Action:
        """The action of the play that `odds` assumes."""


MODULES: Mapping[str, OddsModule] = {
    "big-50": big50,
    "big-draw": big_draw,
    "big-raise": big_raise,
    "blackjack": blackjack,
}


def odds(game: str, options: Options, paytables: Paytables, stake: int) -> GameOdds:
    """The odds of every bet of a game, `stake` cents on each.

    `paytables` has a paytable for every spot that has lines under these options.
    """
    return GameOdds(game, options.as_json(), stake, MODULES[game].odds(options, paytables, stake))


def advice(record: Record) -> dict[Seat, list[tuple[Action, Value]]]:
    """For every seat that an unfinished round waits on, its actions with their values, best first.

    Empty when the round is settled. Raises GameError for a record that does not replay.
    """
    played = replay(record)
    module = MODULES[record.game.slug]
    return {
        seat: sorted(module.advice(played.state, seat), key=lambda option: -option[1])
        for seat in played.waiting_on
    }


def best_action(game: str, state: Any, seat: Seat) -> Action:
    """What a seat that is waited on does in the play that `odds` assumes."""
    return MODULES[game].best_action(state, seat)

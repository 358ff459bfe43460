"""The value of a seat's whole round in expected cents: before the deal, and action by action.

Before the deal it is the cost of the felt's bets under the play that `games.odds` assumes (see the
`Bet`s that are `simulated`): best play, or the play named by `Decisions.assumes`. At a decision it
includes every wager of the seat, given what the seat sees, with best play from there: exact if the
game's `Play.advice` is.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any

from games.engine.game import Action, Seat, Setup
from games.engine.options import Options
from games.engine.paytable import Paytable
from games.kit import Kit
from games.odds.report import Bet


@dataclass(frozen=True, slots=True)
class Option:
    """An action and the value of the seat's round with it, in cents."""

    action: Action
    worth: Fraction


def base_of(kit: Kit, wagers: Mapping[str, int]) -> int:
    """Cents of the wager in whose units the decisions of a game are valued."""
    assert kit.decisions is not None, "nothing is decided in this game"
    return wagers[kit.decisions.base]


def at_start(kit: Kit, setup: Setup[Any], seat: Seat) -> Fraction:
    """The expected net, in cents, of a seat's opening wagers before any card is dealt."""
    tables = tuple(_Table(spot, table) for spot, table in setup.paytables.items())
    wagers = setup.wagers[seat]
    return sum(
        (-cents * _edge(kit, setup.options, tables, spot, cents) for spot, cents in wagers.items()),
        Fraction(),
    )


@dataclass(frozen=True)
class _Table:
    """A spot's paytable as a key: equal lines, equal edges."""

    spot: str
    table: Paytable

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Table) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[str, str]:
        return self.spot, self.table.digest


@lru_cache(maxsize=1024)
def _edge(
    kit: Kit, options: Options, tables: tuple[_Table, ...], spot: str, cents: int
) -> Fraction:
    bets = kit.odds.odds(options, {one.spot: one.table for one in tables}, cents)
    return _played(next(bet for bet in bets if bet.spot == spot)).edge


def _played(bet: Bet) -> Bet:
    """A bet under the play for which the other bets of its game are given."""
    return next(one for one in (bet, *bet.otherwise) if one.simulated)


def options_at(kit: Kit, state: Any, seat: Seat) -> tuple[Option, ...]:
    """The options of a seat whose turn it is, the best first; of amounts, only those that can be
    best.

    `state` holds every card; only what the seat sees matters.
    """
    assert kit.decisions is not None, "nothing is decided in this game"
    base = base_of(kit, state.setup.wagers[seat])
    settled = settled_at(kit, state, seat)
    found = kit.play.advice(state, seat)
    options = [Option(action, Fraction(value) * base + settled) for action, value in found]
    return tuple(sorted(options, key=lambda option: -option.worth))


def settled_at(kit: Kit, state: Any, seat: Seat) -> Fraction:
    """Expected cents of the wagers that a seat's decision can no longer change."""
    assert kit.decisions is not None, "nothing is decided in this game"
    return Fraction(kit.decisions.settled(state, seat))


def decided_at(kit: Kit, state: Any, seat: Seat) -> Fraction:
    """The part of `settled_at` that the cards have decided: what has been won or lost."""
    assert kit.decisions is not None, "nothing is decided in this game"
    return Fraction(kit.decisions.decided(state, seat))


def worth_of(action: Action, options: Sequence[Option]) -> Fraction:
    """The value of an action among a decision's options; between two amounts by interpolation,
    since results are linear in the amount. Raises KeyError if it is not an option."""
    alike = [option for option in options if _kind(option.action) == _kind(action)]
    if action.amount is None and alike:
        return alike[0].worth
    return _between(action, alike)


def _kind(action: Action) -> tuple[str, bool, frozenset[int]]:
    """What must match; cards may be discarded in any order."""
    return action.name, action.amount is None, frozenset(action.discard or ())


def _between(action: Action, options: Iterable[Option]) -> Fraction:
    known = sorted((option.action.amount or 0, option.worth) for option in options)
    amount = action.amount or 0
    for cents, worth in known:
        if cents == amount:
            return worth
    for (low, under), (high, over) in pairwise(known):
        if low < amount < high:
            return under + (over - under) * Fraction(amount - low, high - low)
    raise KeyError(action)

"""Basic strategy as a table: what to do with a total, or with a pair, against an up card.

A cell is a list of plays, best first; the first allowed one is made: `double, stand` doubles two
cards and stands with three.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from games.blackjack.odds.dealer import CARDS, RANKS, rank
from games.blackjack.odds.draws import DRAWS, Bools, Held
from games.blackjack.odds.values import Way
from games.blackjack.options import BlackjackOptions
from games.blackjack.state import Hand, may_double, may_play_on, may_split, may_surrender
from games.blackjack.totals import count

Plays = tuple[str, ...]
"""Actions in order of preference; ``hit`` or ``stand`` is last."""

HARD, SOFT = range(4, 22), range(12, 22)
"""The totals a hand can have: without an ace that counts 11, and with one."""


@dataclass(frozen=True, slots=True)
class Column:
    """Basic strategy against one up card: by hard total, by soft total, and by the rank of a pair
    that may be split. A pair that may no longer be split is played by its total."""

    hard: Mapping[int, Plays]
    soft: Mapping[int, Plays]
    pairs: Mapping[int, Plays]

    def plays(self, total: int, soft: bool) -> Plays:
        """The cell of a hand other than a splittable pair."""
        return self.soft[total] if soft else self.hard[total]

    def hits(self, held: Held) -> Bools:
        """Whether a hand that may only be hit or stood on is hit, after each row of `DRAWS`."""
        hard = np.array([self.hard.get(total, ("",))[-1] == "hit" for total in range(32)])
        soft = np.array([self.soft.get(total, ("",))[-1] == "hit" for total in range(32)])
        totals = np.minimum(DRAWS.totals(held), len(hard) - 1)
        return np.where(DRAWS.soft(held), soft[totals], hard[totals])

    def second_card(self, pair: int, second: int, options: BlackjackOptions) -> str:
        """The play of a hand from a split that is not split again."""
        hand = hand_of(pair, second, split=True)
        may = allowed(hand, most_hands(pair, options), options)
        return first_allowed(self.plays(*count(hand.cards)), may)

    def split_way(self, pair: int, options: BlackjackOptions) -> Way:
        """How a hand that begins with one card of a split pair is played, after each row."""
        hits, doubles = self.hits(Held.of(pair)), np.zeros(len(DRAWS.hard), bool)
        for second in RANKS:
            play, row = self.second_card(pair, second, options), DRAWS.row(second)
            hits[row], doubles[row] = play == "hit", play == "double"
        return Way(hits, doubles)


@dataclass(frozen=True, slots=True)
class Strategy:
    """Basic strategy for one table's rules: a column for each rank of the up card, aces first."""

    columns: tuple[Column, ...]

    def play(self, hand: Hand, hands: int, up: int, options: BlackjackOptions) -> str:
        """The action for a hand of a seat that holds `hands`, of those the rules allow."""
        column, may = self.columns[up], allowed(hand, hands, options)
        if "split" in may:
            return first_allowed(column.pairs[rank(hand.cards[0])], may)
        return first_allowed(column.plays(*count(hand.cards)), may)


def allowed(hand: Hand, hands: int, options: BlackjackOptions) -> tuple[str, ...]:
    """What the rules let an acting hand do, of a seat that holds `hands`."""
    may = {
        "stand": True,
        "hit": may_play_on(hand, options),
        "double": may_double(hand, options),
        "split": may_split(hand, hands, options),
        "surrender": may_surrender(hand, options),
    }
    return tuple(deed for deed, is_allowed in may.items() if is_allowed)


def first_allowed(plays: Plays, may: Collection[str]) -> str:
    """The first of some plays that is allowed; a hand that may take no card stands."""
    return next((play for play in plays if play in may), "stand")


def hand_of(*ranks: int, split: bool = False) -> Hand:
    """A hand of the rules with cards of these ranks and a stake of 100 cents."""
    return Hand(tuple(CARDS[one] for one in ranks), 100, split)


def most_hands(pair: int, options: BlackjackOptions) -> int:
    """How many hands a pair can become."""
    hands = 2
    while may_split(hand_of(pair, pair, split=True), hands, options):
        hands += 1
    return hands

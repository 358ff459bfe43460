"""Basic strategy for a table's rules, computed.

The best single play for each total (and each pair) against each up card, from a full shoe: the mean
over all ways to reach that total, weighted by how often basic strategy itself reaches them, with
the hand's cards and the up card removed from the shoe. Doubling and surrender are judged by the
two-card hands of a total, splitting and other plays of a pair by the pair's own cards.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

import numpy as np

from games.blackjack.odds.dealer import RANKS, Floats, Ints, full_shoe, rank, without
from games.blackjack.odds.draws import DRAWS, NOTHING, Bools
from games.blackjack.odds.split_hands import SplitHands, split_hands
from games.blackjack.odds.strategy import HARD, SOFT, Column, Plays, Strategy, hand_of
from games.blackjack.odds.values import Against, backward
from games.blackjack.options import BlackjackOptions
from games.blackjack.state import Hand, may_double, may_play_on, may_surrender
from games.blackjack.totals import BEST, count, is_pair

_SOFT = BEST + 1
"""By how much a soft total's class exceeds its total."""

CLASSES: Ints = DRAWS.totals(NOTHING) + _SOFT * DRAWS.soft(NOTHING)
"""The total of each row, softness included."""

_PAIRS = tuple(DRAWS.row(one, one) for one in RANKS)
_ROUNDS = 10
_WORTH_A_LOOK = 0.2
"""A split that looks worse than the next best by more than this, in base wagers, is worse."""


def relevant(options: BlackjackOptions) -> BlackjackOptions:
    """The options, with those that do not affect best play set to their defaults."""
    default = BlackjackOptions()
    return replace(
        options,
        blackjack_pays=default.blackjack_pays,
        insurance=default.insurance,
        shuffle=default.shuffle,
        penetration=default.penetration,
        bad_beat_option=default.bad_beat_option,
    )


@lru_cache(maxsize=64)
def basic_strategy(options: BlackjackOptions) -> Strategy:
    """Basic strategy for a table's rules."""
    return Strategy(tuple(column for column, _ in _found(relevant(options))))


def basic_splits(options: BlackjackOptions, up: int) -> Mapping[int, SplitHands]:
    """The results of the pairs that basic strategy may split against an up card."""
    return _found(relevant(options))[up][1]


@lru_cache(maxsize=16)
def _found(options: BlackjackOptions) -> tuple[tuple[Column, Mapping[int, SplitHands]], ...]:
    return tuple(_Search(options, up).found() for up in RANKS)


@lru_cache(maxsize=20)
def fresh(options: BlackjackOptions, up: int) -> Against:
    """An up card against a shoe without that card. `options` are `relevant` ones."""
    return Against(without(full_shoe(options.decks), (up,)), up, options)


def first_two(against: Against) -> Floats:
    """The chance of each row of two cards as a hand's first, 0 for all other rows."""
    start = np.zeros(len(DRAWS.hard))
    for one in RANKS:
        row = DRAWS.row(one)
        np.add.at(start, DRAWS.child[row], against.draw[0, one] * against.draw[row])
    return start


class _Search:
    """The search for basic strategy against one up card."""

    def __init__(self, options: BlackjackOptions, up: int) -> None:
        self.options, self.against = options, fresh(options, up)
        self.start = first_two(self.against)
        every = np.arange(len(DRAWS.hard))
        self.stand = self.against.standing(NOTHING, every)
        self.double = 2 * self.against.drawing(NOTHING, every, self.stand)

    def found(self) -> tuple[Column, dict[int, SplitHands]]:
        """Decide, see how often each hand then comes up, and decide again until nothing changes.

        Returns the column, and the results of the pairs that may be split.
        """
        hits = np.arange(2 * _SOFT) != BEST
        before, column = None, None
        weights = self._passing(self.start, hits)
        for _ in range(_ROUNDS):
            hits, hit = self._hits(weights)
            column = self._column(hits, hit, self._rough_splits(hit))
            if column == before:
                break
            before = column
            weights = self._passing(self._played_on(column), hits)
        assert column is not None
        splits = self._splits(column, hit)
        return self._column(hits, hit, {one: found.value for one, found in splits.items()}), splits

    def _passing(self, start: Floats, hits: Bools) -> Floats:
        """How often a hand reaches each row."""
        reached = start.copy()
        for hard in range(BEST + 1):
            rows = DRAWS.by_hard[hard]
            rows = rows[hits[CLASSES[rows]] & (reached[rows] > 0)]
            kept = DRAWS.child[rows] >= 0
            dealt = reached[rows, None] * self.against.draw[rows]
            np.add.at(reached, DRAWS.child[rows][kept], dealt[kept])
        return reached

    def _hits(self, weights: Floats) -> tuple[Bools, Floats]:
        """Whether each class is hit, and the value of hitting in each row."""
        hits = np.zeros(2 * _SOFT, bool)
        # A total that basic strategy never reaches is still decided by its likeliest hands.
        weights = weights + 1e-9 * self.start + 1e-15

        def choose(rows: Ints, hit: Floats) -> Floats:
            better = weights[rows] * (hit - self.stand[rows])
            classes = CLASSES[rows]
            for one in np.unique(classes):
                hits[one] = better[classes == one].sum() > 0
            return np.where(hits[classes], hit, self.stand[rows])

        return hits, backward(self.against, NOTHING, choose)

    def _column(self, hits: Bools, hit: Floats, splits: Mapping[int, float]) -> Column:
        def cell(total: int, soft: bool) -> Plays:
            one = total + _SOFT * soft
            rows = np.flatnonzero((one == CLASSES) & (DRAWS.size == 2))
            rows = rows[~np.isin(rows, _PAIRS)]
            last = "hit" if hits[one] else "stand"
            return self._plays(rows, hit, last) if total < BEST else (last,)

        pairs = {}
        for one, row in enumerate(_PAIRS):
            last = "hit" if hit[row] > self.stand[row] else "stand"
            pairs[one] = self._plays(np.array([row]), hit, last, splits.get(one))
        return Column(
            {total: cell(total, False) for total in HARD},
            {total: cell(total, True) for total in SOFT},
            pairs,
        )

    def _plays(self, rows: Ints, hit: Floats, last: str, split: float | None = None) -> Plays:
        """The plays of two cards that are better than hitting or standing, best first; and then
        that one."""
        if not len(rows):
            return (last,)
        weights = self.start[rows] / self.start[rows].sum()
        least = float(weights @ (hit if last == "hit" else self.stand)[rows])
        worth = dict(self._more(rows, weights))
        if split is not None:
            worth["split"] = split
        better = sorted((play for play in worth if worth[play] > least), key=lambda p: -worth[p])
        plays = (*better, last)
        # A pair that may not be split is in another cell.
        return plays[: plays.index("split") + 1] if "split" in plays else plays

    def _more(self, rows: Ints, weights: Floats) -> Iterator[tuple[str, float]]:
        """The values of doubling and surrendering two cards, if they are allowed."""
        hand = hand_at(int(rows[0]))
        if may_double(hand, self.options):
            yield "double", float(weights @ self.double[rows])
        if may_surrender(hand, self.options):
            yield "surrender", -0.5 * float(weights @ self.against.played[rows])

    def _rough_splits(self, hit: Floats) -> dict[int, float]:
        """The approximate value of splitting each pair: twice a hand from which no card is
        missing."""
        return {one: 2 * self._rough_hand(one, hit) for one in RANKS}

    def _rough_hand(self, pair: int, hit: Floats) -> float:
        worth = np.empty(len(RANKS))
        for second in RANKS:
            hand, row = hand_of(pair, second, split=True), DRAWS.row(pair, second)
            best = [self.stand[row]]
            if may_play_on(hand, self.options):
                best.append(hit[row])
            if may_double(hand, self.options):
                best.append(self.double[row])
            worth[second] = max(best)
        return float(self.against.draw[DRAWS.row(pair)] @ worth)

    def _splits(self, column: Column, hit: Floats) -> dict[int, SplitHands]:
        """The results of splitting each pair for which that may be best."""
        rough = self._rough_splits(hit)
        return {
            one: split_hands(self.against, one, column)
            for one, row in enumerate(_PAIRS)
            if rough[one] > max(hit[row], self.stand[row]) - _WORTH_A_LOOK
        }

    def _played_on(self, column: Column) -> Floats:
        """The chance of each two-card hand that basic strategy plays on as one hand."""
        start = self.start.copy()
        for row in np.flatnonzero(start):
            hand = hand_at(int(row))
            cell = column.pairs[rank(hand.cards[0])] if is_pair(hand.cards) else None
            if (cell or column.plays(*count(hand.cards)))[0] != "hit":
                start[row] = 0
        return start


def hand_at(row: int) -> Hand:
    """A hand with the cards of a row."""
    return hand_of(*(one for one in RANKS for _ in range(DRAWS.cards[row, one])))

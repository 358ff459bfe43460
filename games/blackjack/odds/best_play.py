"""Best play in blackjack as tables: basic strategy, and what a Bad Beat wager changes in it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

from games.blackjack.odds.basic_strategy import basic_strategy, relevant
from games.blackjack.odds.dealer import ACE, CARDS, RANKS, full_shoe, without
from games.blackjack.odds.hands import Side, worths
from games.blackjack.odds.strategy import Plays, hand_of
from games.blackjack.odds.values import Against
from games.blackjack.options import BlackjackOptions
from games.blackjack.settlement import can_win_bad_beat
from games.blackjack.state import Hand
from games.engine.cards import RANKS as CODES
from games.engine.cards import rank_of
from games.engine.paytable import Paytable

_UP = (*RANKS[1:], RANKS[0])
"""Up cards in the order of charts: twos first, aces last."""

UP_CARDS: tuple[str, ...] = tuple(CODES[rank_of(CARDS[up])] for up in _UP)
"""The columns of a chart: ``2`` to ``9``, ``T`` for all tens, ``A``."""

_HARD, _SOFT = range(5, 21), range(13, 21)
"""The totals of the charts: 4 and a soft 12 are pairs, and nothing is asked of 21."""

_LARGEST = 10.0
"""The largest Bad Beat wager considered, in main wagers."""

_HALVINGS = 20


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of hand (``16``, ``A,7``, ``8,8``) and its plays against each of `UP_CARDS`.

    A cell is in order of preference: ``("double", "stand")`` means double two cards, or stand if
    that is not allowed.
    """

    hand: str
    cells: tuple[Plays, ...]


@dataclass(frozen=True, slots=True)
class Charts:
    """Basic strategy: hard totals, hands with an ace that counts 11, pairs that may be split."""

    hard: tuple[Row, ...]
    soft: tuple[Row, ...]
    pairs: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """A first hand that is played differently because of Bad Beat.

    `without` and `beside`: the best play without the wager and with it. `least`: how large a part
    of the main wager Bad Beat must be for that, rounded up a little.
    """

    hand: str
    up: str
    without: str
    beside: str
    least: float


def charts(options: BlackjackOptions) -> Charts:
    """Basic strategy for a table's rules."""
    columns = [basic_strategy(options).columns[up] for up in _UP]
    return Charts(
        tuple(Row(str(total), tuple(one.hard[total] for one in columns)) for total in _HARD),
        tuple(Row(f"A,{total - 11}", tuple(one.soft[total] for one in columns)) for total in _SOFT),
        tuple(Row(_words(pair, pair), tuple(one.pairs[pair] for one in columns)) for pair in _UP),
    )


def bad_beat_changes(options: BlackjackOptions, paytable: Paytable) -> tuple[Change, ...]:
    """All first hands whose best play a Bad Beat wager changes, from a fresh shoe."""
    return tuple(_changes(options, paytable))


def _changes(options: BlackjackOptions, paytable: Paytable) -> Iterator[Change]:
    option = options.bad_beat_option
    side = Side.of(paytable, 100, 100, option)
    for one, two in combinations_with_replacement(RANKS, 2):
        hand = hand_of(one, two)
        if hand.natural or not can_win_bad_beat(hand.cards, option):
            continue
        for up in _UP:
            shoe = without(full_shoe(options.decks), (one, two, up))
            against = Against(shoe, up, relevant(options))

            def best(part: float, against: Against = against, hand: Hand = hand) -> str:
                found = worths(against, hand, 1, 0, side.times(part))
                return max(found, key=lambda deed: found[deed])

            alone = best(0)
            if best(_LARGEST) != alone:
                least = _least(best, alone)
                code = CODES[rank_of(CARDS[up])]
                yield Change(_words(one, two), code, alone, best(least), least)


def _least(best: Callable[[float], str], alone: str) -> float:
    """The smallest part of the main wager at which the best play changes, by bisection."""
    low, high = 0.0, _LARGEST
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if best(middle) != alone else (middle, high)
    return high


def _words(one: int, two: int) -> str:
    """Two cards as charts write them, an ace first: ``A,8``, ``8,8``, ``T,9``."""
    ordered = (one, two) if one == ACE else (two, one)
    return ",".join(CODES[rank_of(CARDS[rank])] for rank in ordered)

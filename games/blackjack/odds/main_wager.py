"""The main wager of blackjack under basic strategy: how its rounds end, and the house edge.

The edge is exact for that strategy, except for the rounding of floating point numbers: every seen
card is removed from the shoe, also for split hands (`splits`). How rounds with a split divide into
won, pushed and lost is not exact: there the hands of a split are treated as independent given the
dealer's total.

The chances of a line are not shares of a number of equal deals: how many cards a hand draws depends
on its cards. `Line.combinations` is None.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from games.blackjack.odds.basic_strategy import (
    basic_splits,
    basic_strategy,
    first_two,
    fresh,
    hand_at,
    relevant,
)
from games.blackjack.odds.dealer import RANKS, Shoe, full_shoe, rank, without
from games.blackjack.odds.draws import NOTHING
from games.blackjack.odds.split_hands import SplitHands, split_hands
from games.blackjack.odds.values import NETS, Against, Way, play_out
from games.blackjack.options import BlackjackOptions
from games.blackjack.settlement import plain_payout
from games.engine.payout import Payout, payout_text
from games.odds.report import Bet, Line, line, net, of_stake

ACCURACY = Fraction(1, 10**8)
"""The most by which the edge can be wrong."""

LINES: Mapping[str, str] = {
    "win_doubled": "Win, doubled",
    "blackjack": "Blackjack",
    "win": "Win",
    "split_won": "Ahead after a split",
    "push": "Push",
    "split_even": "Even after a split",
    "surrender": "Surrender",
    "split_lost": "Behind after a split",
    "lose_doubled": "Lose, doubled",
    "lose": "Lose",
}
"""The lines of the main wager in words, best first."""

_PAYS = {
    "win_doubled": "2:1",
    "split_won": "by hand",
    "split_even": "push",
    "split_lost": "by hand",
    "lose_doubled": "lose",
}
"""The payouts of lines that the rules don't list; in base wagers."""

_PART_OF_A_STAKE = ("blackjack", "surrender")
"""The lines that win or lose less than a whole stake."""

_ASSUMPTION = (
    "Basic strategy for this table's rules, by the total of the hand, from a fresh shoe; no "
    "insurance. Every card seen is gone from the shoe, split hands included. How rounds with a "
    "split fall into ahead, even and behind is approximate, and with it the standard deviation."
)

_BY_NET = {2: "win_doubled", 1: "win", 0: "push", -1: "lose", -2: "lose_doubled"}


@dataclass(frozen=True, slots=True)
class Endings:
    """How rounds end: the chance of each net of each line, in base wagers (0 for those that depend
    on the stake); the average stake added to the first wager; and how much more the rounds with a
    split win than their lines say."""

    nets: Mapping[str, Mapping[int, float]]
    raised: float
    more: float


def main_bet(options: BlackjackOptions, stake: int) -> Bet:
    """The main wager under basic strategy, `stake` cents on it."""
    found = endings(relevant(options))
    lines = {name: _line(name, found, options, stake) for name in LINES if name in found.nets}
    # The remainder after all other lines: floating point sums are not exactly 1.
    rest = 1 - sum((one.probability for name, one in lines.items() if name != "lose"), Fraction())
    lines["lose"] = line("lose", "lose", rest, None, Fraction(-1))
    return Bet(
        "main",
        "",
        tuple(lines.values()),
        of_stake(_ASSUMPTION, _payouts(lines, options), stake),
        average_wager=1 + Fraction(found.raised),
        accuracy=ACCURACY,
    )


def _payouts(lines: Iterable[str], options: BlackjackOptions) -> Iterator[Payout]:
    """The payouts that may not be whole cents."""
    return (plain_payout("main", name, options) for name in lines if name in _PART_OF_A_STAKE)


def _line(name: str, found: Endings, options: BlackjackOptions, stake: int) -> Line:
    nets = {Fraction(units): Fraction(chance) for units, chance in found.nets[name].items()}
    if name in _PART_OF_A_STAKE:
        nets = {net(plain_payout("main", name, options), stake): sum(nets.values(), Fraction())}
    gain = sum((units * chance for units, chance in nets.items()), Fraction())
    return Line(
        name,
        _PAYS.get(name) or payout_text(plain_payout("main", name, options)),
        sum(nets.values(), Fraction()),
        None,
        gain + (Fraction(found.more) if name == "split_lost" else 0),
        sum((units**2 * chance for units, chance in nets.items()), Fraction()),
        max(nets),
        sum((chance for units, chance in nets.items() if units > 0), Fraction()),
    )


def main_value(options: BlackjackOptions, shoe: Shoe, stake: int) -> Fraction:
    """The mean net of a main wager of `stake` cents, in base wagers, dealt from any shoe.

    The play is the same for every shoe: basic strategy for full shoes of `options.decks`.
    """
    found = _dealt_from(relevant(options), shoe)
    return sum((_line(name, found, options, stake).gain for name in found.nets), Fraction())


@lru_cache(maxsize=16)
def endings(options: BlackjackOptions) -> Endings:
    """How all rounds of a full shoe end under basic strategy; `options` are `relevant` ones."""
    return _dealt_from(options, full_shoe(options.decks))


def _dealt_from(options: BlackjackOptions, shoe: Shoe) -> Endings:
    table = _Table(options, shoe)
    for up in RANKS:
        if shoe[up]:
            table.add(up, shoe[up] / sum(shoe))
    return Endings(table.nets, table.raised, table.more)


class _Table:
    """The sums over all opening cards, up card by up card."""

    def __init__(self, options: BlackjackOptions, shoe: Shoe) -> None:
        self.options, self.strategy = options, basic_strategy(options)
        self.shoe, self.full = shoe, shoe == full_shoe(options.decks)
        self.nets: dict[str, dict[int, float]] = {}
        self.raised = self.more = 0.0

    def add(self, up: int, chance: float) -> None:
        """All rounds with an up card, which has that chance."""
        against, column = self._against(up), self.strategy.columns[up]
        start = chance * first_two(against)
        hits, doubles = column.hits(NOTHING), np.zeros(len(start), bool)
        for row in np.flatnonzero(start):
            play = self._decided(int(row), float(start[row]), against)
            hits[row], doubles[row] = play == "hit", play == "double"
            if play not in ("hit", "double", "stand"):
                start[row] = 0
        played = play_out(against, NOTHING, start, Way(hits, doubles))
        self.raised += played.raised
        for units, share in zip(NETS, played.nets.sum(axis=0), strict=True):
            self._count(_BY_NET[int(units)], int(units), float(share))

    def _against(self, up: int) -> Against:
        if self.full:
            return fresh(self.options, up)
        return Against(without(self.shoe, (up,)), up, self.options)

    def _decided(self, row: int, chance: float, against: Against) -> str:
        """What basic strategy does with two cards, `""` with a natural. Counts hands that do not
        continue as one hand."""
        hand, natural = hand_at(row), float(against.natural[row])
        if hand.natural:
            self._count("blackjack", 0, chance * (1 - natural))
            self._count("push", 0, chance * natural)
            return ""
        if self.options.peek:
            self._count("lose", -1, chance * natural)
        play = self.strategy.play(hand, 1, against.up, self.options)
        if play == "surrender":
            self._count("surrender", 0, chance * float(against.played[row]))
        if play == "split":
            self._split(self._splits(against, rank(hand.cards[0])), chance)
        return play

    def _splits(self, against: Against, pair: int) -> SplitHands:
        if self.full:
            return basic_splits(self.options, against.up)[pair]
        return split_hands(against, pair, self.strategy.columns[against.up])

    def _split(self, hands: SplitHands, chance: float) -> None:
        self.raised += chance * hands.raised
        counted = 0.0
        for units, share in hands.spread.items():
            name = "split_won" if units > 0 else "split_lost" if units else "split_even"
            self._count(name, units, chance * share)
            counted += units * share
        self.more += chance * (hands.value - counted)

    def _count(self, name: str, units: int, chance: float) -> None:
        line = self.nets.setdefault(name, {})
        line[units] = line.get(units, 0.0) + chance

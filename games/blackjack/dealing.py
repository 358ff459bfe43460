"""Rounds of blackjack dealt from many shoes at once, to see which cards are left when each begins.

Only the cards matter here, not the money. Every seat plays basic strategy, in the order of
`games.blackjack.state`: the length of a round depends on its cards, and so do the cards that are
left for the next. That is the *cut-card effect*, which real dealing includes.
"""

from dataclasses import dataclass

import numpy as np

from games.blackjack.odds.basic_strategy import basic_strategy, relevant
from games.blackjack.odds.dealer import ACE, RANKS, TEN, Ints, full_shoe
from games.blackjack.odds.draws import Bools
from games.blackjack.odds.strategy import hand_of
from games.blackjack.options import BlackjackOptions
from games.blackjack.totals import BEST

_PLAYS = ("stand", "hit", "double", "split", "surrender")
_STAND, _HIT, _DOUBLE, _SPLIT, _SURRENDER = range(len(_PLAYS))

_TOTALS = BEST + 12
"""More totals than a hand can have."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """The rounds of sampled shoes, in no particular order.

    For every round: `shoe`, its shoe's number; `dealt`, the cards gone before it; `unseen`, those
    left by rank, (rounds, 10); `used`, the cards it took; `ace`, whether the up card is one. For
    the rounds with an ace: `at_insurance`, (aces, 10), what is unseen when insurance is offered,
    which is all but the up card and the first two cards of each seat.
    """

    shoe: Ints
    dealt: Ints
    unseen: Ints
    used: Ints
    ace: Bools
    at_insurance: Ints


def deal_shoes(options: BlackjackOptions, shoes: Ints, before_cut_card: int, seats: int) -> Dealt:
    """Deal shoes of ranks, (shoes, cards), until the cut card comes out; its round is played out.

    A shoe that runs out in its last round goes on with its first cards, as if the discards had been
    shuffled.
    """
    play, rounds = _Play(options), []
    number, at = np.arange(len(shoes)), np.zeros(len(shoes), np.int64)
    left = np.tile(np.array(full_shoe(options.decks)), (len(shoes), 1))
    while len(number):
        table = _Table(play, shoes[number], at, seats)
        ace = table.up == ACE
        at_insurance = (left - _count(table.first_cards))[ace]
        start, before = at, left
        at = table.dealt()
        rounds.append((number, start, before, at - start, ace, at_insurance))
        goes_on = at < before_cut_card
        left = before - _between(shoes[number], start, at)
        number, at, left = number[goes_on], at[goes_on], left[goes_on]
    return Dealt(*(np.concatenate(column) for column in zip(*rounds, strict=True)))


def shuffled(decks: int, shoes: int, rng: np.random.Generator) -> Ints:
    """This many shuffled shoes of ranks, (shoes, cards)."""
    one = np.repeat(np.arange(len(RANKS)), full_shoe(decks))
    mixed: Ints = rng.permuted(np.tile(one, (shoes, 1)), axis=1)
    return mixed


def _count(cards: Ints) -> Ints:
    """How many of each rank lie in every row, (n, cards) to (n, 10)."""
    counts: Ints = (cards[:, :, None] == np.arange(len(RANKS))).sum(axis=1)
    return counts


def _between(shoes: Ints, start: Ints, end: Ints) -> Ints:
    """How many of each rank lie from `start` to before `end` in every shoe, (n, 10)."""
    longest = int((end - start).max())
    places = start[:, None] + np.arange(longest)
    cards = shoes[np.arange(len(shoes))[:, None], places % shoes.shape[1]]
    return _count(np.where(places < end[:, None], cards, -1))


class _Play:
    """Basic strategy as arrays. `two`: the play of two cards by how many hands their seat holds,
    (hands, up, one, two); with more than one, `one` is the card that was split. `hits`: whether
    longer hands are hit, (up, total, soft). `dealer_hits`: whether the dealer draws, (total, soft).
    """

    def __init__(self, options: BlackjackOptions) -> None:
        self.options = relevant(options)
        strategy, ranks = basic_strategy(options), len(RANKS)

        def play(hands: int, up: int, one: int, two: int) -> int:
            hand = hand_of(one, two, split=hands > 1)
            if hand.natural:
                return _STAND
            return _PLAYS.index(strategy.play(hand, hands, up, self.options))

        most = self.options.resplit_to + 1
        self.two = np.zeros((most, ranks, ranks, ranks), np.int64)
        for hands, up, one, two in np.ndindex(self.two.shape):
            if hands:
                self.two[hands, up, one, two] = play(hands, up, one, two)
        self.hits = np.zeros((ranks, _TOTALS, 2), bool)
        for up, column in enumerate(strategy.columns):
            for soft, cells in enumerate((column.hard, column.soft)):
                for total, plays in cells.items():
                    self.hits[up, total, soft] = plays[-1] == "hit" and total < BEST
        self.dealer_hits = np.zeros((_TOTALS, 2), bool)
        self.dealer_hits[:17] = True
        self.dealer_hits[17, 1] = self.options.dealer_hits_soft_17


class _Hands:
    """A hand of each shoe: its total with aces as one, and whether it has an ace."""

    def __init__(self, *ranks: Ints) -> None:
        self.hard = sum((one + 1 for one in ranks), np.zeros(len(ranks[0]), np.int64))
        self.ace = np.any([one == ACE for one in ranks], axis=0)

    def add(self, rows: Ints, ranks: Ints) -> None:
        """Deal one more card to some."""
        self.hard[rows] += ranks + 1
        self.ace[rows] |= ranks == ACE

    def start(self, rows: Ints, one: Ints, two: Ints) -> None:
        """Deal two new cards to some."""
        self.hard[rows] = one + two + 2
        self.ace[rows] = (one == ACE) | (two == ACE)

    def totals(self, rows: Ints) -> tuple[Ints, Ints]:
        """Their totals, and whether they are soft (0 or 1)."""
        hard = self.hard[rows]
        soft = self.ace[rows] & (hard <= BEST - 10)
        return hard + 10 * soft, soft.astype(np.int64)


class _Table:
    """One round of every shoe, from its current position."""

    def __init__(self, play: _Play, shoes: Ints, at: Ints, seats: int) -> None:
        self.play, self.shoes, self.at = play, shoes, at.copy()
        self.every = np.arange(len(shoes))
        cards = [self._draw(self.every) for _ in range(2 * seats + 2)]
        self.up, self.hole = cards[seats], cards[-1]
        self.opening = [(cards[seat], cards[seats + 1 + seat]) for seat in range(seats)]
        self.first_cards = np.stack(cards[:-1], axis=1)
        self.live = np.zeros(len(shoes), bool)

    def dealt(self) -> Ints:
        """Play the round; returns how many cards of each shoe are gone afterwards."""
        hole_and_up = np.sort(np.stack([self.up, self.hole]), axis=0)
        natural = (hole_and_up[0] == ACE) & (hole_and_up[1] == TEN)
        looks = self.play.options.peek
        acting = np.flatnonzero(~natural) if looks else self.every
        for one, two in self.opening:
            self._seat(acting, one, two)
        self._dealer(np.flatnonzero(self.live))
        return self.at

    def _draw(self, rows: Ints) -> Ints:
        cards: Ints = self.shoes[rows, self.at[rows] % self.shoes.shape[1]]
        self.at[rows] += 1
        return cards

    def _seat(self, rows: Ints, one: Ints, two: Ints) -> None:
        """All hands of a seat, from left to right, a step of every shoe's at a time."""
        hands, waiting = np.ones(len(self.up), np.int64), np.zeros(len(self.up), np.int64)
        hand, pair = _Hands(one, two), one
        plays = self.play.two[1, self.up, one, two]
        natural = (np.minimum(one, two) == ACE) & (np.maximum(one, two) == TEN)
        rows = rows[~natural[rows]]
        while len(rows):
            drawing = rows[(plays[rows] == _HIT) | (plays[rows] == _DOUBLE)]
            hand.add(drawing, self._draw(drawing))
            totals, soft = hand.totals(drawing)
            hit = (plays[drawing] == _HIT) & self.play.hits[self.up[drawing], totals, soft]
            splitting = rows[plays[rows] == _SPLIT]
            hands[splitting] += 1
            waiting[splitting] += 1
            ended = np.ones(len(self.up), bool)
            ended[drawing[hit]] = ended[splitting] = False
            over = rows[ended[rows]]
            totals, _ = hand.totals(over)
            self.live[over] |= (totals <= BEST) & (plays[over] != _SURRENDER)
            following = over[waiting[over] > 0]
            waiting[following] -= 1
            begun = np.concatenate([splitting, following])
            second = self._draw(begun)
            hand.start(begun, pair[begun], second)
            plays[begun] = self.play.two[hands[begun], self.up[begun], pair[begun], second]
            rows = np.concatenate([drawing[hit], begun])

    def _dealer(self, rows: Ints) -> None:
        hand = _Hands(self.up, self.hole)
        while len(rows):
            totals, soft = hand.totals(rows)
            rows = rows[self.play.dealer_hits[totals, soft]]
            hand.add(rows, self._draw(rows))

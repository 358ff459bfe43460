"""The values of blackjack hands against an up card: standing, drawing, played out.

All values are *joint*: net times chance, over the rounds in which the seats act. If the dealer
checks for blackjack, these are the rounds without one, and a conditional value is the joint one
divided by `Against.played`. Without a check, all rounds are played, and a dealer's blackjack beats
all stakes. So the hole card needs no special case: it is one of the unseen cards, and a player's
cards come from all of them.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from games.blackjack.odds.dealer import ACE, ENDINGS, TEN, Floats, Ints, Shoe, endings, without
from games.blackjack.odds.draws import DRAWS, Bools, Held
from games.blackjack.options import BlackjackOptions
from games.blackjack.totals import BEST

_ENDS = np.array(ENDINGS)
_POINTS = np.arange(1, 11)
BUST, BLACKJACK = len(ENDINGS), len(ENDINGS) + 1
"""The dealer's endings after 17 to 21."""

_OVER = BLACKJACK + 1
"""Not an ending of the dealer's: the player is bust."""

NETS = np.arange(-2, 3)
"""What one hand can win or lose, in base wagers."""


class Against:
    """An up card of rank `up`, and the unseen cards that all others come from.

    `hole`: the rank of the hole card, if it is known and makes no blackjack; then it is not among
    the unseen cards. `draw`: the chance of each rank as the next card after each row of `DRAWS`,
    (rows, 10). `natural`: the chance of the dealer's blackjack after each row. `played`: the chance
    that the seats act, after each row. `played_after`: the same after one more card, (rows, 10).
    """

    def __init__(
        self, shoe: Shoe, up: int, options: BlackjackOptions, hole: int | None = None
    ) -> None:
        self.shoe, self.up, self.options, self.hole = shoe, up, options, hole
        left = np.maximum(np.array(shoe) - DRAWS.cards, 0)
        cards = np.maximum(sum(shoe) - DRAWS.size, 1)
        self.draw: Floats = left / cards[:, None]
        self.natural = np.zeros(len(cards))
        self.played_after = np.ones_like(self.draw)
        under = {ACE: TEN, TEN: ACE}.get(up)
        if under is not None and hole is None:
            self.natural = left[:, under] / cards
            if options.peek:
                after = left[:, [under]] - (np.arange(10) == under)
                self.played_after = 1 - after / np.maximum(cards - 1, 1)[:, None]
        self.played: Floats = 1 - self.natural if options.peek else np.ones(len(cards))
        self._endings = np.full((len(cards), len(ENDINGS)), np.nan)

    def without(self, rank: int) -> "Against":
        """The same after one more card of a rank has been seen. Cached results are kept."""
        after = Against(without(self.shoe, (rank,)), self.up, self.options, self.hole)
        rows = np.flatnonzero(DRAWS.child[:, rank] >= 0)
        after._endings[rows] = self._endings[DRAWS.child[rows, rank]]
        return after

    def endings(self, rows: Ints) -> Floats:
        """The chances of the dealer's 17 to 21 after each row, (len(rows), 5)."""
        new = rows[np.isnan(self._endings[rows, 0])]
        if len(new):
            left = np.maximum(np.array(self.shoe) - DRAWS.cards[new], 0)
            soft = self.options.dealer_hits_soft_17
            self._endings[new] = endings(left, self.up, soft, self.hole)
        return self._endings[rows]

    def outcomes(self, held: Held, rows: Ints) -> Floats:
        """The chances to lose, push and win a hand stood on, (len(rows), 3)."""
        totals = DRAWS.totals(held)[rows][:, None]
        ends, natural = self.endings(rows), self.natural[rows]
        push = (ends * (totals == _ENDS)).sum(axis=1)
        lose = (ends * (totals < _ENDS)).sum(axis=1)
        if not self.options.peek:
            lose += natural
        won = self.played[rows] - push - lose
        return np.stack([lose, push, won], axis=1)

    def all_endings(self) -> Floats:
        """The chances of all endings from here, 17 to 21, bust and blackjack, in played rounds."""
        ends = self.endings(np.zeros(1, np.int64))[0]
        natural = 0.0 if self.options.peek else self.natural[0]
        bust = self.played[0] - natural - ends.sum()
        result: Floats = np.append(ends, [bust, natural])
        return result

    def standing(self, held: Held, rows: Ints) -> Floats:
        """The value of standing."""
        lose, _, won = self.outcomes(held, rows).T
        result: Floats = won - lose
        return result

    def drawing(self, held: Held, rows: Ints, value: Floats) -> Floats:
        """The mean of `value`, which is by row, after one more card; a bust hand loses."""
        bust = (held.hard + DRAWS.hard[rows])[:, None] + _POINTS > BEST
        after = np.where(bust, -self.played_after[rows], value[DRAWS.child[rows]])
        result: Floats = (self.draw[rows] * after).sum(axis=1)
        return result


Choose = Callable[[Ints, Floats], Floats]
"""From rows with the same total, aces as one, and the value of drawing to the values of the
rows."""


def backward(against: Against, held: Held, choose: Choose) -> Floats:
    """The value of drawing after each row, if the hand is played on as `choose` says.

    Longer hands come first. NaN if the hand is bust.
    """
    hit = np.full(len(DRAWS.hard), np.nan)
    value = np.full(len(DRAWS.hard), np.nan)
    for hard in range(BEST - held.hard, -1, -1):
        rows = DRAWS.by_hard[hard]
        hit[rows] = against.drawing(held, rows, value)
        value[rows] = choose(rows, hit[rows])
    return hit


@dataclass(frozen=True, slots=True)
class Worth:
    """The value of a hand after each row, played in the best way from then on: standing (-2 after
    three cards or more below 12, where drawing cannot hurt), and drawing.
    """

    stand: Floats
    hit: Floats


def best_worth(against: Against, held: Held) -> Worth:
    """A hand's values under the best play for the cards in view."""
    totals = DRAWS.totals(held)
    stand = np.full(len(totals), -2.0)
    open_to_doubt = (totals >= 12) | (DRAWS.size <= 2)
    asked = np.flatnonzero(open_to_doubt & (DRAWS.hard + held.hard <= BEST))
    stand[asked] = against.standing(held, asked)

    def best(rows: Ints, hit: Floats) -> Floats:
        better: Floats = np.maximum(stand[rows], hit)
        return better

    return Worth(stand, backward(against, held, best))


@dataclass(frozen=True, slots=True)
class Way:
    """How a hand is played after each row: whether it draws, whether it doubles."""

    hits: Bools
    doubles: Bools


@dataclass(frozen=True, slots=True)
class Played:
    """The results of hands: the chance of each of `NETS` with each ending of the dealer and, in the
    last row, of the player's own bust, for any dealer's hand, (8, 5); and the average added
    stake."""

    nets: Floats
    raised: float

    @property
    def value(self) -> float:
        """The mean net."""
        return float(self.nets.sum(axis=0) @ NETS)


def play_out(against: Against, held: Held, start: Floats, way: Way) -> Played:
    """Play hands, `start` of which are at each row, to their end in a fixed way."""
    reached = {1: start.copy(), 2: np.zeros_like(start)}
    busts = {1: 0.0, 2: 0.0}
    raised, hits = 0.0, way.hits & ~way.doubles
    for hard in range(BEST - held.hard + 1):
        rows = DRAWS.by_hard[hard]
        rows = rows[reached[1][rows] > 0]
        bust = held.hard + hard + _POINTS > BEST
        for stake, goes_on in ((1, hits), (2, way.doubles)):
            going = rows[goes_on[rows]]
            if not len(going):
                continue
            dealt = reached[1][going, None] * against.draw[going]
            played = dealt * against.played_after[going]
            reached[1][going] = 0
            np.add.at(reached[stake], DRAWS.child[going][:, ~bust], dealt[:, ~bust])
            busts[stake] += float(played[:, bust].sum())
            raised += float(played.sum()) * (stake - 1)
    return Played(_nets(against, held, reached, busts), raised)


def _nets(
    against: Against, held: Held, reached: dict[int, Floats], busts: dict[int, float]
) -> Floats:
    """The chance of each net with each ending of the dealer."""
    nets = np.zeros((_OVER + 1, len(NETS)))
    totals = DRAWS.totals(held)
    for stake, weights in reached.items():
        lost, won = 2 - stake, 2 + stake
        rows = np.flatnonzero(weights)
        weight, total = weights[rows, None], totals[rows, None]
        ends, natural = weight * against.endings(rows), weight[:, 0] * against.natural[rows]
        nets[:BUST, lost] += (ends * (total < _ENDS)).sum(axis=0)
        nets[:BUST, 2] += (ends * (total == _ENDS)).sum(axis=0)
        nets[:BUST, won] += (ends * (total > _ENDS)).sum(axis=0)
        nets[BUST, won] += weight.sum() - natural.sum() - ends.sum()
        nets[BLACKJACK, lost] += 0 if against.options.peek else natural.sum()
        nets[_OVER, lost] += busts[stake]
    return nets

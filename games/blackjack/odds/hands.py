"""The value of each action for a hand of blackjack, given the unseen cards.

Values are joint (see `values`), for the best play hand by hand. One thing is left out: the cards
that one hand of a split draws tell the next a little about the rest. The hands of a split are
valued as if each saw the cards in view now and its own; they are split again always or never,
whichever is better; and if more than one further card of the pair is gone, a hand's value is
assumed to keep changing as with the first one. So the value of a split is off by at most 0.004 base
wagers with one deck and 0.0001 with six (docs/decisions/0062); without a split, or a hand waiting
to be played after one, values are exact.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from games.blackjack.odds.bad_beat import lines_of
from games.blackjack.odds.dealer import RANKS, Floats, rank
from games.blackjack.odds.draws import DRAWS, Held
from games.blackjack.odds.splits import SecondCards
from games.blackjack.odds.strategy import allowed, hand_of, most_hands
from games.blackjack.odds.values import Against, best_worth
from games.blackjack.settlement import plain_payout
from games.blackjack.state import Hand
from games.blackjack.totals import is_pair
from games.engine.paytable import LOSE, Paytable
from games.odds.report import net

NOW = np.zeros(1, np.int64)
"""The row of no further card."""

_SECOND = np.array([DRAWS.row(one) for one in RANKS])


@dataclass(frozen=True)
class Side:
    """A Bad Beat wager that still rides on the first hand: the nets of its lines in base wagers,
    and its option."""

    nets: Mapping[str, float]
    option: int

    @classmethod
    def of(cls, paytable: Paytable, cents: int, base: int, option: int) -> "Side":
        """A wager of `cents` with a main wager of `base`."""
        lines = (*paytable.lines, LOSE)
        return cls(
            {name: float(net(paytable.pays(name), cents) * cents / base) for name in lines}, option
        )

    def times(self, part: float) -> "Side":
        """A wager this many times as large."""
        return Side({name: part * units for name, units in self.nets.items()}, self.option)

    def standing(self, against: Against, *ranks: int, split: bool, row: int = 0) -> float:
        """Its value when a first hand of these two cards stands, after a row is seen."""
        natural = 0.0 if against.options.peek else float(against.natural[row])
        ends = against.endings(np.array([row]))[0]
        bust = float(against.played[row]) - natural - float(ends.sum())
        lines = lines_of(hand_of(*ranks, split=split), self.option)
        chances = (*ends, bust, natural)
        return sum(
            self.nets[name] * float(chance) for name, chance in zip(lines, chances, strict=True)
        )

    def lost(self, against: Against, row: int = 0) -> float:
        """Its value when it can no longer win."""
        return self.nets[LOSE] * float(against.played[row])


class SplitPair:
    """The hands of a split pair that wait for their second card; `against` has the unseen cards."""

    def __init__(self, against: Against, pair: int) -> None:
        self._pair, self._against, self._options = pair, against, against.options
        self._most = most_hands(pair, against.options)
        self._deeds = cache(self._new_deeds)
        self._one_gone: Against | None = None

    def worth(self, hands: int, waiting: int, side: Side | None = None) -> float:
        """`waiting` of a seat's `hands` hands; a side wager rides on the first of these."""
        worth = []
        for most in {hands, self._most}:
            cards = SecondCards(self._against.shoe, self._pair, most, self._hand)
            added = self._side(side, hands, most, 0) if side else 0.0
            worth.append(float(cards.worth(hands, waiting)) + added)
        return max(worth)

    def _shoe(self, gone: int) -> Against:
        """The unseen cards with one more card of the pair's rank gone, or none."""
        if not gone:
            return self._against
        if self._one_gone is None:
            self._deeds(0)  # What it has computed about the dealer is kept.
            self._one_gone = self._against.without(self._pair)
        return self._one_gone

    def _new_deeds(self, gone: int) -> dict[str, Floats]:
        """The value of each action by second card, -inf if it is not allowed."""
        against, held = self._shoe(gone), Held.of(self._pair)
        may = [
            allowed(hand_of(self._pair, second, split=True), self._most, self._options)
            for second in RANKS
        ]
        if "hit" not in may[0]:
            return {"stand": against.standing(held, _SECOND)}
        worth = best_worth(against, held)
        doubled = 2 * against.drawing(held, _SECOND, worth.stand)
        may_double = np.array(["double" in deeds for deeds in may])
        return {
            "stand": worth.stand[_SECOND],
            "hit": worth.hit[_SECOND],
            "double": np.where(may_double, doubled, -np.inf),
        }

    def _best(self, gone: int) -> Floats:
        best: Floats = np.max(list(self._deeds(gone).values()), axis=0)
        return best

    def _hand(self, gone: int) -> tuple[Floats, Floats]:
        """One hand, over all second cards and over those that make no pair."""
        if gone > 1:
            none, one = self._hand(0), self._hand(1)
            return none[0] + gone * (one[0] - none[0]), none[1] + gone * (one[1] - none[1])
        worth = self._shoe(gone).draw[0] * self._best(gone)
        every = np.asarray(worth.sum())
        return every, every - worth[self._pair]

    def _side(self, side: Side, hands: int, most: int, gone: int) -> float:
        """What a side wager adds, and what the first hand gives up for it, after `gone` cards of
        the rank have come to the first hand."""
        against, best = self._shoe(min(gone, 1)), self._best(min(gone, 1))
        added = 0.0
        for second, row in enumerate(_SECOND):
            chance = float(against.draw[0, second])
            if second == self._pair and hands < most and chance:
                added += chance * self._side(side, hands + 1, most, gone + 1)
                continue
            together = [
                float(value[second])
                + (
                    side.standing(against, self._pair, second, split=True, row=int(row))
                    if deed == "stand"
                    else side.lost(against, int(row))
                )
                for deed, value in self._deeds(min(gone, 1)).items()
            ]
            added += chance * (max(together) - float(best[second]))
        return added


def worths(
    against: Against, hand: Hand, hands: int, waiting: int, side: Side | None = None
) -> dict[str, float]:
    """The value of each allowed action for the acting hand and those that wait for a second card.

    The seat holds `hands` hands, `waiting` of which come after this one. `side` rides on this one.
    """
    ranks = [rank(card) for card in hand.cards]
    held, worth = Held.of(*ranks), best_worth(against, Held.of(*ranks))
    pair = SplitPair(against, ranks[0]) if hand.split or is_pair(hand.cards) else None
    others = pair.worth(hands, waiting) if pair and waiting else 0.0
    lost = side.lost(against) if side else 0.0
    gives_up = float(net(plain_payout("main", "surrender", against.options), hand.stake))
    found: dict[str, float] = {}
    for deed in allowed(hand, hands, against.options):
        match deed:
            case "stand":
                kept = side.standing(against, *ranks, split=hand.split) if side else 0.0
                found[deed] = float(worth.stand[0]) + kept + others
            case "hit":
                found[deed] = float(worth.hit[0]) + lost + others
            case "double":
                found[deed] = 2 * float(against.drawing(held, NOW, worth.stand)[0]) + lost + others
            case "surrender":
                found[deed] = gives_up * float(against.played[0]) + lost + others
            case "split":
                assert pair is not None
                found[deed] = pair.worth(hands + 1, waiting + 2, side)
    return found

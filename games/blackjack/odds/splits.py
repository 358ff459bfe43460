"""The hands of a split, for any number of splits, without enumerating their cards.

A hand's second card either makes a pair that is split again or does not. Where the cards of a
pair's rank fall decides how many hands there are; and all other unseen cards are exchangeable. So
every hand that ends up with another second card has the same value, and so has every hand that
waits when no more can be made. Such a hand is played knowing only that the others' cards are not of
that rank, which inclusion and exclusion accounts for: with V the value after some number of cards
known not to be of the rank, and q the chance that one more unseen card is of it,

    V = (1 - q) V(it is not) + q V(it is, and gone).

(Compare P. Griffin, "The Theory of Blackjack", chapter 11, on pair splitting.) This is exact for
hands that are played in a fixed way on their own cards.
"""

from collections.abc import Callable
from functools import cache

import numpy as np

from games.blackjack.odds.dealer import Floats, Shoe

Evaluate = Callable[[int], tuple[Floats, Floats]]
"""From how many more cards of the rank are gone to the value of a hand with one card of it, over
all second cards, and over those that do not make a pair. Arrays of anything that adds up."""


class SecondCards:
    """A split pair of rank `rank`, from which at most `most` hands may be made.

    `shoe` are the unseen cards before any second card is dealt.
    """

    def __init__(self, shoe: Shoe, rank: int, most: int, evaluate: Evaluate) -> None:
        self._alike, self._cards, self._most = shoe[rank], sum(shoe), most
        self._evaluate = cache(evaluate)

    def worth(self, hands: int, waiting: int) -> Floats:
        """The value of `waiting` of `hands` hands that wait for their second card."""
        return self._worth(hands, waiting, 0, 0)

    def chances(self, hands: int, waiting: int) -> dict[int, float]:
        """The chances of each final number of hands."""
        found = dict.fromkeys(range(hands, self._most + 1), 0.0)
        self._chances(hands, waiting, (0, 0), 1.0, found)
        return found

    def again(self, gone: int, others: int = 0) -> float:
        """The chance that an unseen card makes a pair, after `gone` cards of the rank have gone and
        `others` are known not to be of it."""
        cards = self._cards - gone - others
        return max(0, self._alike - gone) / cards if cards > 0 else 0.0

    def _worth(self, hands: int, waiting: int, gone: int, others: int) -> Floats:
        if not waiting or hands == self._most:
            total = waiting * self._known(0, gone, others)
            if others:
                alone = 1 - self.again(gone, others - 1)
                total = total + others * self._known(1, gone, others - 1) / alone
            return np.asarray(total)
        pair = self.again(gone, others)
        total = (1 - pair) * self._worth(hands, waiting - 1, gone, others + 1)
        if pair:
            total = total + pair * self._worth(hands + 1, waiting + 1, gone + 1, others)
        return total

    def _known(self, which: int, gone: int, others: int) -> Floats:
        """A hand's value over all second cards (0) or those that make no pair (1), when this many
        other cards are known not to be of the rank."""
        if not others:
            return self._evaluate(gone)[which]
        value, pair = self._known(which, gone, others - 1), self.again(gone, others - 1)
        if pair:
            value = value - pair * self._known(which, gone + 1, others - 1)
        return value / (1 - pair)

    def _chances(
        self,
        hands: int,
        waiting: int,
        seen: tuple[int, int],
        chance: float,
        found: dict[int, float],
    ) -> None:
        gone, others = seen
        if not waiting or hands == self._most:
            found[hands] += chance
            return
        pair = self.again(gone, others)
        self._chances(hands, waiting - 1, (gone, others + 1), chance * (1 - pair), found)
        if pair:
            self._chances(hands + 1, waiting + 1, (gone + 1, others), chance * pair, found)

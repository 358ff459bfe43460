"""Blackjack by going through every card in order, for shoes of a few cards. Cards are counts by
rank, aces first; a hand is a sorted tuple of what its cards count. No code of the product."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache

Shoe = tuple[int, ...]
Hand = tuple[int, ...]
Act = Callable[[Hand], str]
"""What a hand does that is not split: ``hit``, ``stand`` or ``double``."""


def next_cards(shoe: Shoe) -> Iterator[tuple[int, Fraction, Shoe]]:
    """What may come next: what it counts, its chance, and the shoe without it."""
    assert sum(shoe), "the shoe must outlast the round"
    for rank, count in enumerate(shoe):
        if count:
            rest = (*shoe[:rank], count - 1, *shoe[rank + 1 :])
            yield rank + 1, Fraction(count, sum(shoe)), rest


def total(hand: Hand) -> int:
    """21 or less where an ace can see to it."""
    hard = sum(hand)
    return hard + 10 if 1 in hand and hard <= 11 else hard


@cache
def dealer(hand: Hand, shoe: Shoe, hits_soft_17: bool) -> dict[int, Fraction]:
    """How the dealer ends: 17 to 21, 22 for bust, 0 for blackjack."""
    value = total(hand)
    if len(hand) > 1:
        if len(hand) == 2 and value == 21:
            return {0: Fraction(1)}
        soft = value != sum(hand)
        if value > 17 or (value == 17 and not (soft and hits_soft_17)):
            return {min(value, 22): Fraction(1)}
    ends: dict[int, Fraction] = {}
    for card, chance, rest in next_cards(shoe):
        for end, share in dealer(tuple(sorted((*hand, card))), rest, hits_soft_17).items():
            ends[end] = ends.get(end, Fraction()) + chance * share
    return ends


class SplitRound:
    """A split pair whose hands are played to the end, left to right, and then the dealer's.

    Where the dealer looks, a blackjack counts nothing; where not, it takes all stakes.
    """

    def __init__(self, pair: int, up: int, most: int, act: Act, *, looks: bool) -> None:
        self.pair, self.up, self.most, self.act, self.looks = pair, up, most, act, looks
        self.waiting = cache(self._waiting)

    def value(self, shoe: Shoe) -> Fraction:
        """The mean net of all hands, the pair and the up card being gone from the shoe."""
        return self.waiting(2, 2, (), shoe)

    def _waiting(
        self, hands: int, waiting: int, done: tuple[tuple[int, int], ...], shoe: Shoe
    ) -> Fraction:
        if not waiting:
            return self.settled(done, shoe)
        value = Fraction()
        for card, chance, rest in next_cards(shoe):
            if card == self.pair and hands < self.most:
                value += chance * self.waiting(hands + 1, waiting + 1, done, rest)
            else:
                hand = tuple(sorted((self.pair, card)))
                value += chance * self.acting(hands, waiting - 1, done, rest, hand)
        return value

    def acting(
        self, hands: int, left: int, done: tuple[tuple[int, int], ...], shoe: Shoe, hand: Hand
    ) -> Fraction:
        """A hand of two cards and more."""
        deed = "stand" if total(hand) > 21 else self.act(hand)
        if deed == "stand":
            return self.waiting(hands, left, tuple(sorted((*done, (total(hand), 1)))), shoe)
        value = Fraction()
        for card, chance, rest in next_cards(shoe):
            longer = tuple(sorted((*hand, card)))
            if deed == "double":
                ended = tuple(sorted((*done, (total(longer), 2))))
                value += chance * self.waiting(hands, left, ended, rest)
            else:
                value += chance * self.acting(hands, left, done, rest, longer)
        return value

    def settled(self, done: tuple[tuple[int, int], ...], shoe: Shoe) -> Fraction:
        """The dealer draws, and every hand is compared with the dealer's."""
        value = Fraction()
        for end, chance in dealer((self.up,), shoe, True).items():
            if end or not self.looks:
                value += chance * sum(stake * won(mine, end) for mine, stake in done)
        return value


def won(mine: int, end: int) -> int:
    """1, 0 or -1 for a hand that counts `mine` against an ending of the dealer."""
    if mine > 21 or not end:
        return -1
    if end > 21:
        return 1
    return (mine > end) - (mine < end)

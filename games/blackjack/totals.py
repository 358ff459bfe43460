"""Blackjack hands: totals. One arithmetic for the dealer and for the players.

An ace counts 11 if the hand stays at 21 or below, else 1, so at most one ace counts 11 (for example
N.J.A.C. 13:69F-2.2, "Cards; number of decks; value of cards").
"""

from collections.abc import Sequence

from games.engine.cards import RANK_PLURALS, Card, points, rank_of

BEST = 21
"""The highest total that does not bust."""


def count(cards: Sequence[Card]) -> tuple[int, bool]:
    """The total, and whether it is soft: whether an ace counts 11 in it."""
    values = [points(card) for card in cards]
    hard = sum(values)
    if hard <= BEST - 10 and 1 in values:
        return hard + 10, True
    return hard, False


def total(cards: Sequence[Card]) -> int:
    """The total of the hand, over 21 if it is bust."""
    return count(cards)[0]


def is_bust(cards: Sequence[Card]) -> bool:
    """Whether the hand counts more than 21."""
    return total(cards) > BEST


def is_natural(cards: Sequence[Card]) -> bool:
    """Whether two cards are an ace and a card that counts ten; in a split hand they are not a
    blackjack."""
    return len(cards) == 2 and total(cards) == BEST


def is_ace(card: Card) -> bool:
    """Whether the card counts 1 or 11."""
    return points(card) == 1


def is_pair(cards: Sequence[Card]) -> bool:
    """Whether two cards count the same: a jack and a king are a pair."""
    return len(cards) == 2 and points(cards[0]) == points(cards[1])


def dealer_draws(cards: Sequence[Card], hits_soft_17: bool) -> bool:
    """Whether the dealer draws: to 16, and to a soft 17 if the house hits it."""
    value, soft = count(cards)
    return value < 17 or (hits_soft_17 and soft and value == 17)


def total_words(cards: Sequence[Card]) -> str:
    """The total as a dealer calls it: ``"soft 17"``, ``"16"``."""
    value, soft = count(cards)
    return f"soft {value}" if soft and value < BEST else str(value)


def describe(cards: Sequence[Card]) -> str:
    """A hand in words: ``"16, pair of eights"``, ``"soft 18"``, ``"bust with 24"``."""
    if is_bust(cards):
        return f"bust with {total(cards)}"
    words = total_words(cards)
    return f"{words}, {pair_words(cards)}" if is_pair(cards) else words


def pair_words(cards: Sequence[Card]) -> str:
    """A pair in words: ``"pair of eights"``, or ``"two tens"`` for tens of different rank."""
    if rank_of(cards[0]) == rank_of(cards[1]):
        return f"pair of {RANK_PLURALS[rank_of(cards[0])]}"
    return "two tens"

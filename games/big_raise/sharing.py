"""What a player of Big Raise Hold'em gains from cards that the seat should not see.

The bet is the ante with its play and Ante Bonus; the other bonuses end the same after any
decision. The decision (fold, twice the ante, the most) is made once, knowing what is known.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from games.big_raise.known_cards import Knowledge, chances
from games.big_raise.odds import best_amount, odds, prizes_of
from games.big_raise.outcomes import outcomes, situation
from games.big_raise.state import (
    ANTE,
    ANTE_BONUS,
    FIVE_CARD_BONUS,
    PLAY,
    TWO_CARD_BONUS,
    BigRaiseOptions,
    play_amounts,
)
from games.engine.cards import Card
from games.engine.paytable import Paytable
from games.protection.effects import POINTS, Floats, Ints
from games.protection.shared import FaceUp, Gain, Sample, mean_gain, nothing_known

MOST_OTHERS = 6
"""Seven seats at most: six others."""

SPOTS = (ANTE.key, PLAY.key, ANTE_BONUS.key)

CARDS = 8 + 2 * MOST_OTHERS
"""In a deal: the seat's two, the dealer's up card and two hidden ones, the board, the others'."""

SAMPLE = Sample(4_000, 1)
BATCH = 500


@dataclass(frozen=True, slots=True)
class Leak:
    """What is known besides the seat's own cards and the dealer's up card: the hands of up to six
    `others`, up to two of the dealer's hidden cards, and up to three cards of the board."""

    others: int = 0
    dealer: int = 0
    community: int = 0

    @property
    def cards(self) -> int:
        """How many cards are known."""
        return 2 * self.others + self.dealer + self.community

    @property
    def words(self) -> str:
        """The known cards in words."""
        parts = (
            (self.others, "the hand of another seat", "the hands of {} other seats"),
            (self.dealer, "one hidden dealer card", "{} hidden dealer cards"),
            (self.community, "one community card", "{} community cards"),
        )
        phrases = [one if count == 1 else more.format(count) for count, one, more in parts if count]
        return " and ".join(phrases) or "nothing"


SITUATIONS = (
    *(Leak(others=others) for others in range(1, MOST_OTHERS + 1)),
    Leak(dealer=1),
    Leak(dealer=2),
    Leak(community=1),
    Leak(others=MOST_OTHERS, dealer=1),
    Leak(others=MOST_OTHERS, community=1),
)
"""The situations reported: sharing alone, a flashed card alone, and both."""


def gain(
    options: BigRaiseOptions,
    paytables: Mapping[str, Paytable],
    ante: int,
    leak: Leak,
    sample: Sample = SAMPLE,
) -> Gain:
    """What a leak adds to an ante of this many cents. Raises ValueError for more cards than there
    are."""
    if not (leak.others <= MOST_OTHERS and leak.dealer <= 2 and leak.community <= 3):
        raise ValueError(f"Nobody can know {leak.words}.")
    edge = _edges(options, paytables, ante)[ANTE.key]
    if not leak.cards:
        return nothing_known(SPOTS, edge)
    prizes = prizes_of(paytables[ANTE_BONUS.key], ante)

    def gains(dealt: Ints) -> Floats:
        return np.array([_gain(deal, leak, prizes, ante) for deal in dealt.tolist()])

    mean, how = mean_gain(gains, sample, CARDS, BATCH)
    return Gain(SPOTS, leak.words, leak.cards, edge, mean, sample.deals, how)


def _gain(deal: list[int], leak: Leak, prizes: tuple[int, ...], ante: int) -> float:
    """The gain in one deal, in antes."""
    hand, up = [Card(card) for card in deal[:2]], Card(deal[2])
    found = situation(hand, up)
    alone = best_amount(ante, found, outcomes()[found], prizes)
    what = chances(
        Knowledge(
            hand,
            up,
            dealer=deal[3 : 3 + leak.dealer],
            community=deal[5 : 5 + leak.community],
            others=deal[8 : 8 + 2 * leak.others],
        )
    )
    bonus = float(what.kinds[1:] @ np.array(prizes))
    worth = {0: -float(ante)} | {
        amount: (ante + amount) * what.margin + bonus
        for amount in play_amounts(ante, found.pair, ante)
    }
    return (max(worth.values()) - worth[alone]) / ante


def all_gains(
    options: BigRaiseOptions,
    paytables: Mapping[str, Paytable],
    ante: int,
    sample: Sample = SAMPLE,
) -> tuple[Gain, ...]:
    """The gain in each of `SITUATIONS`, in the same deals."""
    return tuple(gain(options, paytables, ante, leak, sample) for leak in SITUATIONS)


def face_up(
    options: BigRaiseOptions,
    paytables: Mapping[str, Paytable],
    ante: int,
    sample: Sample = SAMPLE,
) -> tuple[FaceUp, ...]:
    """Whether each bet is safe with all seats' hands face up; the dealer's cards stay hidden."""
    edges = _edges(options, paytables, ante)
    most = gain(options, paytables, ante, Leak(others=MOST_OTHERS), sample)
    bonuses = (TWO_CARD_BONUS.key, FIVE_CARD_BONUS.key)
    return (
        FaceUp(SPOTS, most.edge_points, most),
        *(FaceUp((spot,), edges[spot], None) for spot in bonuses if spot in edges),
    )


def _edges(
    options: BigRaiseOptions, paytables: Mapping[str, Paytable], ante: int
) -> dict[str, float]:
    """The house edges in points, by spot."""
    return {bet.spot: float(POINTS * bet.edge) for bet in odds(options, paytables, ante)}

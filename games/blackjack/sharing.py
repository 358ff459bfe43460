"""What a blackjack player gains from the first two cards of the other seats.

Every seat plays for itself, in the best way for the cards it knows (`games.blackjack.odds.hands`),
and insures if that wins. Cards drawn later, and cards of earlier rounds, are left out: the latter
are a matter of counting.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from games.blackjack.odds import odds
from games.blackjack.odds.basic_strategy import relevant
from games.blackjack.odds.dealer import ACE, blackjack_chance, full_shoe, rank, without
from games.blackjack.odds.hands import worths
from games.blackjack.odds.strategy import hand_of
from games.blackjack.odds.values import Against
from games.blackjack.options import BlackjackOptions
from games.blackjack.rules import MAIN
from games.engine.cards import Card
from games.engine.paytable import Paytable
from games.protection.effects import POINTS, Floats, Ints
from games.protection.shared import FaceUp, Gain, Sample, mean_gain, nothing_known

MOST_OTHERS = 6
"""Seven seats at most: six others."""

SAMPLE = Sample(1000, 1)
BATCH = 100


def gain(
    options: BlackjackOptions,
    paytables: Mapping[str, Paytable],
    stake: int,
    others: int = MOST_OTHERS,
    sample: Sample = SAMPLE,
) -> Gain:
    """What the first two cards of this many other seats add to a main wager of `stake` cents.

    Without them the hand is played in the best way for its own cards and the up card, which is a
    little better than basic strategy, whose edge is shown beside it. Raises ValueError for more
    than six.
    """
    if not 0 <= others <= MOST_OTHERS:
        raise ValueError(f"There are at most {MOST_OTHERS} other seats.")
    bet = next(bet for bet in odds(options, paytables, stake) if bet.spot == MAIN.key)
    edge = float(POINTS * bet.edge)
    if not others:
        return nothing_known((MAIN.key,), edge)

    def gains(dealt: Ints) -> Floats:
        return np.array([gain_of(ranks_of(deal), options) for deal in dealt.tolist()])

    cards = 3 + 2 * others
    mean, how = mean_gain(gains, sample, cards, BATCH, decks=options.decks)
    words = "the first two cards of " + ("another seat" if others == 1 else f"{others} other seats")
    return Gain((MAIN.key,), words, 2 * others, edge, mean, sample.deals, how)


def ranks_of(deal: Sequence[int]) -> list[int]:
    """Cards as ranks of the shoe."""
    return [rank(Card(card)) for card in deal]


def gain_of(ranks: Sequence[int], options: BlackjackOptions) -> float:
    """The gain in one deal, in base wagers: a hand's two cards, the up card, then those of others,
    by rank."""
    (*cards, up), others = ranks[:3], ranks[3:]
    unseen = without(full_shoe(options.decks), (*cards, up))
    fewer = without(unseen, others)
    gain = 0.0
    if options.insurance and up == ACE:
        before, after = (3 * float(blackjack_chance(shoe, up)) - 1 for shoe in (unseen, fewer))
        gain += (max(after, 0) - (after if before > 0 else 0)) / 2
    hand = hand_of(*cards)
    if not hand.natural:
        alone, informed = (
            worths(Against(shoe, up, relevant(options)), hand, 1, 0) for shoe in (unseen, fewer)
        )
        gain += max(informed.values()) - informed[max(alone, key=alone.__getitem__)]
    return gain


def face_up(
    options: BlackjackOptions,
    paytables: Mapping[str, Paytable],
    stake: int,
    sample: Sample = SAMPLE,
) -> tuple[FaceUp, ...]:
    """Whether the main wager is safe with all seats' first two cards face up."""
    most = gain(options, paytables, stake, MOST_OTHERS, sample)
    return (FaceUp((MAIN.key,), most.edge_points, most),)

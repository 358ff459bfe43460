"""What players of Big Draw Poker gain when they show each other their first five cards.

All seats discard before any replacement is dealt, so that the most a seat can know are the first
five cards of the four others: 20 cards that it cannot draw.
"""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from games.big_draw.known_cards import KnownCards
from games.big_draw.odds import counts_of, nets_of, odds
from games.big_draw.state import BIG_DRAW, FIRST_FIVE, BigDrawOptions
from games.engine.paytable import Paytable
from games.protection.effects import POINTS, Floats, Ints
from games.protection.shared import FaceUp, Gain, Sample, mean_gain, nothing_known

HAND = 5
MOST_OTHERS = 4
"""Five seats at most: four others."""

BATCH = 8
"""Deals processed at once: with more, their places would leave the processor's cache."""

SAMPLE = Sample(20_000, 1)


def gain(
    options: BigDrawOptions,
    paytables: Mapping[str, Paytable],
    stake: int,
    known_cards: int,
    sample: Sample = SAMPLE,
) -> Gain:
    """What `known_cards` of the other seats' first cards add to a wager of `stake` cents on Big
    Draw, when the seat holds its best cards in view of them. Raises ValueError for more than 20."""
    if not 0 <= known_cards <= HAND * MOST_OTHERS:
        raise ValueError(f"At most {HAND * MOST_OTHERS} cards of other seats can be known.")
    edge = _edges(options, paytables, stake)[BIG_DRAW]
    if not known_cards:
        return nothing_known((BIG_DRAW,), edge)
    nets, unit = nets_of(options.variant, paytables[BIG_DRAW], stake)
    values = _known_cards(options.variant, nets)

    def gains(dealt: Ints) -> Floats:
        hands, known = dealt[:, :HAND], dealt[:, HAND:]
        alone = values.hold_values(hands, known[:, :0]).argmax(axis=0)
        informed = values.hold_values(hands, known)
        found: Floats = informed.max(axis=0) - informed[alone, np.arange(len(dealt))]
        return found * (unit / stake)

    mean, how = mean_gain(gains, sample, HAND + known_cards, BATCH)
    return Gain((BIG_DRAW,), _words(known_cards), known_cards, edge, mean, sample.deals, how)


def all_gains(
    options: BigDrawOptions,
    paytables: Mapping[str, Paytable],
    stake: int,
    sample: Sample = SAMPLE,
) -> tuple[Gain, ...]:
    """The gain from one to four other hands, in the same deals."""
    return tuple(
        gain(options, paytables, stake, HAND * others, sample)
        for others in range(1, MOST_OTHERS + 1)
    )


def face_up(
    options: BigDrawOptions,
    paytables: Mapping[str, Paytable],
    stake: int,
    sample: Sample = SAMPLE,
) -> tuple[FaceUp, ...]:
    """Whether each bet is safe with all first cards face up."""
    most = gain(options, paytables, stake, HAND * MOST_OTHERS, sample)
    return (
        FaceUp((FIRST_FIVE,), _edges(options, paytables, stake)[FIRST_FIVE], None),
        FaceUp((BIG_DRAW,), most.edge_points, most),
    )


def _edges(
    options: BigDrawOptions, paytables: Mapping[str, Paytable], stake: int
) -> dict[str, float]:
    """The house edges in points, by spot."""
    return {bet.spot: float(POINTS * bet.edge) for bet in odds(options, paytables, stake)}


def _words(known_cards: int) -> str:
    """What is known, in words."""
    others, rest = divmod(known_cards, HAND)
    if rest:
        return f"{known_cards} of the other seats' first cards"
    return f"the first five cards of {others} other seat{'s' if others > 1 else ''}"


@lru_cache(maxsize=4)
def _known_cards(variant: str, nets: tuple[int, ...]) -> KnownCards:
    return KnownCards(counts_of(variant), nets)

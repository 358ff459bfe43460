"""A split pair played by basic strategy: its value, and how its hands end."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from games.blackjack.odds.dealer import RANKS, Floats
from games.blackjack.odds.draws import DRAWS, Held
from games.blackjack.odds.splits import SecondCards
from games.blackjack.odds.strategy import Column, most_hands
from games.blackjack.odds.values import Against, Played, play_out


@dataclass(frozen=True, slots=True)
class SplitHands:
    """All hands of a split pair together: their joint value, and the stake added to the first
    wager. `spread`: the approximate chance of each total net (see `_spread`)."""

    value: float
    raised: float
    spread: dict[int, float]


def split_hands(against: Against, pair: int, column: Column) -> SplitHands:
    """A pair of rank `pair` split; in `against`, only the up card is gone from the shoe."""
    way = column.split_way(pair, against.options)
    shoes = [against.without(pair).without(pair)]

    @cache
    def started(gone: int, *cards: int) -> Played:
        """A hand whose second card is one of `cards`, after more of the pair's rank have gone."""
        while len(shoes) <= gone:
            shoes.append(shoes[-1].without(pair))
        start = np.zeros(len(DRAWS.hard))
        for one in cards:
            start[DRAWS.row(one)] = shoes[gone].draw[0, one]
        return play_out(shoes[gone], Held.of(pair), start, way)

    def evaluate(gone: int) -> tuple[Floats, Floats]:
        every, alike = (
            np.array([played.value, played.raised])
            for played in (started(gone, *RANKS), started(gone, pair))
        )
        return every, every - alike

    cards = SecondCards(shoes[0].shoe, pair, most_hands(pair, against.options), evaluate)
    value, raised = cards.worth(2, 2)
    hands = cards.chances(2, 2)
    raised += shoes[0].played[0] * sum((n - 1) * chance for n, chance in hands.items())
    spread = _spread(started(0, *RANKS).nets, shoes[0].all_endings(), hands)
    return SplitHands(float(value), float(raised), spread)


def _spread(nets: Floats, endings: Floats, hands: dict[int, float]) -> dict[int, float]:
    """The chance of each net of several hands, each of which ends as `nets` (see `Played`) say.

    The hands meet the same dealer, but are otherwise treated as independent.
    """
    found: dict[int, float] = {}
    for ending, chance in enumerate(endings):
        if chance <= 0:
            continue
        one = nets[ending] / chance + nets[-1] / endings.sum()
        together = np.ones(1)
        for count in range(1, max(hands) + 1):
            together = np.convolve(together, one)
            for place, share in enumerate(together):
                if share > 0 and hands.get(count):
                    net = place - 2 * count
                    found[net] = found.get(net, 0.0) + chance * hands[count] * float(share)
    return found

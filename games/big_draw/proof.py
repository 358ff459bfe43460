"""What a proof pack shows of Big Draw Poker: drawn hands with the value of all their 32 holds."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from games.big_draw.odds import counts_of, nets_of
from games.big_draw.state import BIG_DRAW, BigDrawOptions
from games.engine.cards import codes_of
from games.engine.paytable import Paytable
from games.odds.draw import HOLDS, hold_values
from games.odds.drawn import drawn

SAMPLE = 16
"""How many hands are drawn."""


def sample(
    options: BigDrawOptions, paytables: Mapping[str, Paytable], stake: int, seed: str
) -> list[dict[str, Any]]:
    """Drawn hands: ``hand``, ascending, and ``holds``: by the cards held, the net in cents on
    average, times `games.odds.draw.WHOLE`."""
    nets, unit = nets_of(options.variant, paytables[BIG_DRAW], stake)
    dealt = [tuple(sorted(drawn(seed, number, 5))) for number in range(SAMPLE)]
    values = hold_values(counts_of(options.variant), nets, np.array(dealt, np.int8))
    return [
        {
            "hand": " ".join(codes_of(hand)),
            "holds": {
                " ".join(codes_of([hand[place] for place in kept])): int(value) * unit
                for kept, value in zip(HOLDS, values[:, row], strict=True)
            },
        }
        for row, hand in enumerate(dealt)
    ]

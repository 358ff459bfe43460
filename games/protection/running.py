"""The highest point that the total of many rounds reaches on its way.

With K(theta) = log E[exp(theta * net)], exp(theta * total) never grows faster than by
exp(max(K(theta), 0)) a round on average, and Doob's inequality gives for every theta > 0

    P(the total ever reaches b) <= exp(rounds * max(K(theta), 0) - theta * b).

Where K is 0 this is Lundberg's bound, which no number of rounds changes.
"""

from math import log

import numpy as np

from games.protection.nets import Nets
from games.protection.totals import THETAS, Steps


def highest(nets: Nets, rounds: int, chance: float) -> float:
    """Cents that the running total of so many rounds exceeds with at most this chance."""
    steps = Steps(nets, 1)
    theta = THETAS / max(nets.standard_deviation, 1e-9)
    growth = steps.log_mean_exp(theta) + theta * float(nets.mean)
    bounds = (rounds * np.maximum(growth, 0) - log(chance)) / theta
    return float(min(bounds.min(), rounds * nets.top))

"""The highest point that the total of many rounds reaches on its way.

With K(theta) = log E[exp(theta * net)], exp(theta * total) grows on average by at most
exp(max(K(theta), 0)) per round, and Doob's inequality gives for every theta > 0

    P(the total ever reaches b) <= exp(rounds * max(K(theta), 0) - theta * b).

If K is 0 this is Lundberg's bound, which does not depend on the number of rounds.
"""

from math import log

import numpy as np

from games.protection.nets import Nets
from games.protection.totals import THETAS, Steps


def highest(nets: Nets, rounds: int, chance: float) -> float:
    """Cents that the running total of this many rounds exceeds with at most this chance."""
    steps = Steps(nets, 1)
    theta = THETAS / max(nets.standard_deviation, 1e-9)
    growth = steps.log_mean_exp(theta) + theta * float(nets.mean)
    bounds = (rounds * np.maximum(growth, 0) - log(chance)) / theta
    return float(min(bounds.min(), rounds * nets.top))

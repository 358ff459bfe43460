"""What the house can expect from a bet, or a mix of bets, after many rounds.

All amounts are cents. Rounds are independent of each other; the wagers of one round are one `Nets`.
Seats at one table are not independent in games where a dealer plays against all of them: a table's
rounds then vary more than these figures say.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import ceil, sqrt
from statistics import NormalDist
from typing import Any

from games.engine.game import Spot
from games.engine.limits import Limits
from games.protection.nets import Nets
from games.protection.running import highest
from games.protection.totals import MOST_ROUNDS, Part, Total, total

ALARM = 1e-4
"""How unlikely a hold must be, on one side, to raise an alarm."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the house wins in this many rounds, in cents.

    `standard_deviation` is of one round, `mean` and `deviation` of all rounds together; the three
    are exact. With a chance of 95 % the win is from `low_95` to `high_95`, with 50 % from `low_50`
    to `high_50`, and as often below as above. `behind`: the chance that the house has lost money.
    No chance is off by more than `error`; `slack` is by how many cents a limit may be off if nets
    have no common measure (nearly always 0). `assumption` is the rounds' own.
    """

    rounds: int
    standard_deviation: float
    mean: float
    deviation: float
    low_95: int
    low_50: int
    high_50: int
    high_95: int
    behind: float
    error: float
    slack: int
    assumption: str

    def as_json(self) -> dict[str, Any]:
        """Plain JSON, cents."""
        return {
            "rounds": self.rounds,
            "standard_deviation": self.standard_deviation,
            "mean": self.mean,
            "deviation": self.deviation,
            "low_95": self.low_95,
            "low_50": self.low_50,
            "high_50": self.high_50,
            "high_95": self.high_95,
            "behind": self.behind,
            "how": "exact",
            "error": self.error,
            "slack": self.slack,
            "assumption": self.assumption,
        }


def house_win(nets: Nets, rounds: int) -> Total:
    """The distribution of the house's win. `nets` are the player's, as everywhere."""
    return total((nets.reversed(), rounds))


def expectation(nets: Nets, rounds: int) -> Expectation:
    """What the house wins in this many rounds of the player's `nets`."""
    won = house_win(nets, rounds)
    return Expectation(
        rounds=rounds,
        standard_deviation=nets.standard_deviation,
        mean=float(-nets.mean * rounds),
        deviation=nets.standard_deviation * sqrt(rounds),
        low_95=won.quantile(0.025),
        low_50=won.quantile(0.25),
        high_50=won.quantile(0.75),
        high_95=won.quantile(0.975),
        behind=won.at_most(-1),
        error=won.error,
        slack=won.slack,
        assumption=nets.assumption,
    )


def rounds_until_ahead(nets: Nets, chance: float = 0.99) -> int | None:
    """After how many rounds the house is not behind with this chance, None if never.

    Found by bisection: one round fewer is not enough. Since totals come in whole chips, some
    smaller numbers may be enough, and some larger ones may not quite be.
    """
    if nets.mean >= 0:
        return None

    def suffices(rounds: int) -> bool:
        return house_win(nets, rounds).at_most(-1) <= 1 - chance

    # By the normal distribution; nets with rare high prizes are some way off it.
    score = NormalDist().inv_cdf(chance) * nets.standard_deviation / float(-nets.mean)
    guess = min(max(1, ceil(score**2)), MOST_ROUNDS)
    return _least(suffices, guess, MOST_ROUNDS)


def _least(suffices: Callable[[int], bool], guess: int, most: int) -> int | None:
    """A number that suffices while the one below it does not, searched around a guess."""
    low, high = guess, guess
    while not suffices(high):
        if high == most:
            return None
        low, high = high + 1, min(2 * high, most)
    while low > 1 and suffices(low - 1):
        low, high = max(1, low // 2), low - 1
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if suffices(middle) else (middle + 1, high)
    return high


@dataclass(frozen=True, slots=True)
class Tail:
    """How unusual a hold is: the chances that the house wins as little, and as much.

    `win` is the house's win in cents over `rounds`, `expected` its mean; no chance is off by more
    than `error`.
    """

    rounds: int
    win: int
    expected: float
    as_low: float
    as_high: float
    error: float

    def as_json(self) -> dict[str, Any]:
        """Plain JSON, cents."""
        return {
            "rounds": self.rounds,
            "win": self.win,
            "expected": self.expected,
            "as_low": self.as_low,
            "as_high": self.as_high,
            "how": "exact",
            "error": self.error,
        }

    def alarms(self, level: float = ALARM) -> bool:
        """Whether either chance is below a level, even with its error."""
        return min(self.as_low, self.as_high) + self.error < level


def tail(win: int, *parts: Part) -> Tail:
    """How unusual it is that the house has won `win` cents (lost, below 0) on all these rounds.

    `parts`: what was played, as players' nets with numbers of rounds. Bets and stakes may differ
    from round to round: each kind of round is a part.
    """
    won = total(*((nets.reversed(), rounds) for nets, rounds in parts))
    return Tail(
        rounds=sum(rounds for _, rounds in parts),
        win=win,
        expected=float(-sum(nets.mean * rounds for nets, rounds in parts)),
        as_low=won.at_most(win + won.slack),
        as_high=won.at_least(win - won.slack),
        error=won.error,
    )


def bankroll(nets: Nets, rounds: int, confidence: float) -> int:
    """Cents that cover the house throughout this many rounds of the player's `nets`.

    With at least this confidence the house is never down by more: a bound, see
    `games.protection.running`. Raises ValueError for a confidence that is not between 0 and 1.
    """
    if not 0 < confidence < 1:
        raise ValueError("A confidence is between 0 and 1.")
    return ceil(highest(nets, rounds, 1 - confidence))


@dataclass(frozen=True, slots=True)
class LargestPayout:
    """The most that the house can lose in one round, in cents, and what covers it.

    `spots`: on each spot alone, with the most that may be staked on it. `hand`: on one seat with
    the most costly wagers that the limits allow, which are `wagers`. `table`: every seat with such
    a hand; the cards may not suffice for all of them at once, so this is a bound. `bankroll`: see
    the function, for `rounds` of such a hand at one seat, with `confidence`.
    """

    spots: Mapping[str, int]
    hand: int
    wagers: Mapping[str, int]
    table: int
    rounds: int
    confidence: float
    bankroll: int

    def as_json(self) -> dict[str, Any]:
        """Plain JSON, cents."""
        return {
            "spots": dict(self.spots),
            "hand": self.hand,
            "wagers": dict(self.wagers),
            "table": self.table,
            "rounds": self.rounds,
            "confidence": self.confidence,
            "bankroll": self.bankroll,
        }


RoundNets = Callable[[Mapping[str, int]], Nets]
"""From wagers in cents by spot to the distribution of a round with them."""


def largest_payout(
    round_nets: RoundNets,
    spots: tuple[Spot, ...],
    limits: Limits,
    seats: int,
    *,
    rounds: int = 1_000_000,
    confidence: float = 0.999,
) -> LargestPayout:
    """The largest payouts at a table: the spots of its felt, its limits, how many seats."""
    opening = tuple(spot for spot in spots if spot.opening)
    alone = {spot.key: round_nets({spot.key: limits.of(spot.key)[1]}).top for spot in opening}
    hands = [(round_nets(wagers), wagers) for wagers in layouts(spots, limits)]
    nets, wagers = max(hands, key=lambda hand: hand[0].top)
    return LargestPayout(
        spots=alone,
        hand=nets.top,
        wagers=wagers,
        table=seats * nets.top,
        rounds=rounds,
        confidence=confidence,
        bankroll=bankroll(nets, rounds, confidence),
    )


def layouts(spots: tuple[Spot, ...], limits: Limits) -> Iterator[dict[str, int]]:
    """Candidates for the hand that can cost the house most: each set of spots with the most that
    the limits allow on each, with as many large wagers as allowed."""
    profile, opening = limits.profile, [spot for spot in spots if spot.opening]
    most = len(opening) if profile.max_wagers is None else min(profile.max_wagers, len(opening))
    for count in range(1, most + 1):
        large = count if profile.max_large_wagers is None else min(profile.max_large_wagers, count)
        for chosen in combinations(opening, count):
            keys = tuple(spot.key for spot in chosen)
            if any(spot.requires and spot.requires not in keys for spot in chosen):
                continue
            for high in combinations(keys, large):
                wagers = {key: _stake(key, key in high, limits) for key in keys}
                if all(limits.of(key)[0] <= cents for key, cents in wagers.items()):
                    yield wagers


def _stake(spot: str, large: bool, limits: Limits) -> int:
    """The most on a spot, in cents, if it is one of the large wagers and if not."""
    high = limits.of(spot)[1]
    return high if large else min(high, limits.profile.large_above)

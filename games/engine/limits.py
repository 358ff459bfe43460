"""Table limits as data: which of the wagers that the rules allow a table accepts.

A profile holds what the law or the house says about every wager (rules README, "Limits"); a table
adds its own minimum and maximum per spot, its chip unit and, if it has one, its aggregate payout
limit.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.engine.errors import BadLimits, WagerRefused, echoed
from games.engine.game import Spot
from games.engine.payout import Odds
from games.engine.paytable import Paytable


@dataclass(frozen=True)
class Profile:
    """What applies to every table under it. Cents; None if there is no such limit. `dated`: the day
    its source took effect, as YYYY-MM-DD."""

    slug: str
    name: str
    source: str = ""
    dated: str = ""
    max_wager: int | None = None
    max_wagers: int | None = None
    max_large_wagers: int | None = None
    large_above: int = 0
    odds_cap: int | None = None


WASHINGTON = Profile(
    slug="washington",
    name="Washington house-banked card rooms",
    source="WAC 230-15-040 (14 September 2009), 230-15-140 (2009), 230-15-490",
    dated="2009-09-14",
    max_wager=300_00,
    max_wagers=6,
    max_large_wagers=3,
    large_above=5_00,
    odds_cap=50,
)
HOUSE = Profile(slug="house", name="The house's own limits")
PROFILES = {profile.slug: profile for profile in (WASHINGTON, HOUSE)}
"""The profiles of a new card room; an administrator may add others."""


@dataclass(frozen=True)
class Limits:
    """A table's limits in cents. `spots` overrides the table's minimum and maximum for a spot."""

    minimum: int = 1_00
    maximum: int = 100_00
    unit: int = 1_00
    spots: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    profile: Profile = WASHINGTON
    aggregate_payout: int | None = None

    def of(self, spot: str) -> tuple[int, int]:
        """Minimum and maximum of a spot, capped at the profile's largest wager."""
        low, high = self.spots.get(spot, (self.minimum, self.maximum))
        largest = self.profile.max_wager
        return low, high if largest is None else min(high, largest)


def money(cents: int) -> str:
    """Cents as people write them: ``1,234.50``, whole amounts without decimals."""
    whole, rest = divmod(abs(cents), 100)
    sign = "-" if cents < 0 else ""
    return f"{sign}{whole:,}" + (f".{rest:02d}" if rest else "")


def check_limits(wagers: Mapping[str, int], spots: tuple[Spot, ...], limits: Limits) -> None:
    """Raise WagerRefused for the first limit that a seat's opening wagers break."""
    names = {spot.key: spot.name for spot in spots}
    profile = limits.profile
    for key, stake in wagers.items():
        if profile.max_wager is not None and stake > profile.max_wager:
            raise WagerRefused(
                "max_wager",
                f"{profile.name} allow at most {money(profile.max_wager)} on one wager, "
                f"not {money(stake)} on {names[key]}.",
            )
        _check_wager(names[key], stake, limits.of(key), limits.unit)
    if profile.max_wagers is not None and len(wagers) > profile.max_wagers:
        raise WagerRefused(
            "max_wagers",
            f"At most {profile.max_wagers} bets on one hand. This would make {len(wagers)}.",
        )
    large = [names[key] for key, stake in wagers.items() if stake > profile.large_above]
    if profile.max_large_wagers is not None and len(large) > profile.max_large_wagers:
        raise WagerRefused(
            "max_large_wagers",
            f"No more than {profile.max_large_wagers} bets over {money(profile.large_above)} on a "
            f"hand. This would make {len(large)}: {', '.join(large)}.",
        )


def _check_wager(name: str, stake: int, bounds: tuple[int, int], unit: int) -> None:
    low, high = bounds
    if stake < low:
        raise WagerRefused("minimum", f"Minimum {money(low)} on {name}, not {money(stake)}.")
    if stake > high:
        raise WagerRefused("maximum", f"Maximum {money(high)} on {name}, not {money(stake)}.")
    if stake % unit:
        raise WagerRefused(
            "unit", f"Bets on {name} must be multiples of {money(unit)}, not {money(stake)}."
        )


def aggregate_needed(spot: Spot, paytable: Paytable, limits: Limits) -> int:
    """Cents that an aggregate payout limit must cover for one spot: the maximum wager at the top
    odds, counted at most at the profile's cap (WAC 230-15-490). Fixed prizes do not count."""
    _, high = limits.of(spot.key)
    top = 0
    for payout in paytable.lines.values():
        if isinstance(payout, Odds):
            top = max(top, high * payout.num // payout.den)
    cap = limits.profile.odds_cap
    return top if cap is None else min(top, high * cap)


def check_table(limits: Limits, spots: tuple[Spot, ...], paytables: Mapping[str, Paytable]) -> None:
    """Raise BadLimits for limits that a table may not have, saying what is allowed.

    spots: of the felt. paytables: by spot, for the aggregate payout limit.
    """
    opening = {spot.key: spot for spot in spots if spot.opening}
    for key in limits.spots:
        if key not in opening:
            raise BadLimits(f"There is no spot {echoed(key)}; the spots are {', '.join(opening)}.")
    if limits.unit < 1:
        raise BadLimits(f"The chip unit must be at least 1 cent, not {limits.unit}.")
    for spot in opening.values():
        _check_bounds(spot, limits)
    if limits.aggregate_payout is not None:
        _check_aggregate(opening, paytables, limits)


def _check_bounds(spot: Spot, limits: Limits) -> None:
    low, high = limits.of(spot.key)
    low = max(low, spot.minimum)
    if low < 1:
        raise BadLimits(f"The minimum on {spot.name} must be at least 1 cent, not {low}.")
    if low > high:
        raise BadLimits(
            f"The minimum on {spot.name}, {money(low)}, is above its maximum, {money(high)}."
        )
    if low % limits.unit:
        raise BadLimits(
            f"The minimum on {spot.name} must be a multiple of the chip unit, "
            f"{money(limits.unit)}, not {money(low)}."
        )


def _check_aggregate(
    opening: Mapping[str, Spot], paytables: Mapping[str, Paytable], limits: Limits
) -> None:
    for key, spot in opening.items():
        if key not in paytables or limits.aggregate_payout is None:
            continue
        needed = aggregate_needed(spot, paytables[key], limits)
        if needed > limits.aggregate_payout:
            raise BadLimits(
                f"The aggregate payout limit must cover {money(needed)} for {spot.name}: its "
                f"maximum at its top odds; it is {money(limits.aggregate_payout)}."
            )

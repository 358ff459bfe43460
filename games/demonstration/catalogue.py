"""The demonstrations of a game: those its kit names, and a hand for every line of every spot's
paytable."""

from collections.abc import Iterator
from functools import cache, partial
from typing import Any

from games.engine.game import Seat, Spot
from games.engine.paytable import Paytable
from games.engine.record import Replay
from games.kit import Demonstration, Kit
from games.printed_paytables import fitting
from games.registry import KITS

SEAT: Seat = 1
"""The seat that a demonstration follows."""
SEATS: tuple[Seat, ...] = (1, 2)
STAKE = 10_00
"""Cents on every spot, unless its rules require more."""


@cache
def demonstrations_of(slug: str) -> tuple[Demonstration, ...]:
    """Every demonstration of a game: those its kit names first, then one for each line."""
    kit = KITS[slug]
    return (*kit.demonstrations, *_lines(kit))


def demonstration_of(slug: str, key: str) -> Demonstration | None:
    """The game's demonstration with this key, if there is one."""
    return next((one for one in demonstrations_of(slug) if one.key == key), None)


def _lines(kit: Kit) -> Iterator[Demonstration]:
    """A hand for every line, under the first house options that have its spot."""
    seen, usual = set(), kit.rules.options().as_json()
    for options in kit.rules.options.every():
        spots = kit.rules.spots(options)
        for spot in (spot for spot in spots if spot.lines):
            if (spot.key, spot.default_paytable) in seen:
                continue
            seen.add((spot.key, spot.default_paytable))
            differ = {k: v for k, v in options.as_json().items() if v != usual[k]}
            yield from _lines_of(kit, spot, spots, differ)


def _lines_of(
    kit: Kit, spot: Spot, spots: tuple[Spot, ...], options: dict[str, Any]
) -> Iterator[Demonstration]:
    wagers = wagers_on(kit, spot, spots)
    for line, words in spot.lines.items():
        yield Demonstration(
            key="-".join((spot.key, spot.default_paytable, line)).replace("_", "-").lower(),
            name=f"{spot.name}: {words[0].lower()}{words[1:]}",
            wanted=partial(hits, spot.key, line),
            options=options,
            wagers=wagers,
            group=f"{spot.name}, {spot.default_paytable}",
            spot=spot.key,
            line=line,
        )


def wagers_on(kit: Kit, spot: Spot, spots: tuple[Spot, ...]) -> dict[Seat, dict[str, int]]:
    """The wagers: the first seat bets on a spot and on the spots it requires, if they take bets
    before the deal; everyone bets on the main spot."""
    needed, known = {kit.main_bet, spot.key}, {one.key: one for one in spots}
    needed |= {known[key].requires or key for key in needed}
    stakes = {one.key: max(STAKE, one.minimum_alone) for one in spots if one.opening}
    first = {key: stake for key, stake in stakes.items() if key in needed}
    others = {kit.main_bet: stakes[kit.main_bet]}
    return {seat: first if seat == SEAT else others for seat in SEATS}


def paytables_for(slug: str, shown: Demonstration) -> list[Paytable]:
    """The printed paytables that can pay a line; [] for a hand that is not about a line."""
    rules = KITS[slug].rules
    spots = rules.spots(rules.options.read(dict(shown.options)))
    spot = next((one for one in spots if one.key == shown.spot), None)
    return list(fitting(slug, spot)) if spot else []


def hits(spot: str, line: str, played: Replay) -> bool:
    """Whether the seat's wager on a spot hit a line."""
    return played.line(SEAT, spot) == line

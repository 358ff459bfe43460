"""Counting at blackjack: how long its figures take, on one core in a separate process, and how much
a long run through the engine differs from them.

`python -m bench.protection` measures and prints the figures alone.
"""

import json
import os
import random
import statistics
import subprocess
import sys
from dataclasses import replace
from functools import partial
from typing import Any

from bench.odds import other_paytable, peak_kb, seconds
from config import BASE_DIR
from games.blackjack.counting import (
    EFFORT,
    at_depths,
    bad_beat_bet,
    counting,
    main_bet,
    shoes_dealt,
)
from games.blackjack.options import BlackjackOptions
from games.blackjack.rules import Blackjack
from games.engine.paytable import Paytable
from games.protection.counting import Counting
from games.protection.effects import best_level_one, effects
from tests.protection.blackjack_shoes import STAKE, counted_shoes, paytables

SEED = 21
SHOES = 14_000
"""Shoes of two decks, dealt to 75 percent: some 200,000 rounds."""

DEPTH = 75


def _figures() -> dict[str, Any]:
    options = BlackjackOptions()
    known = paytables(options)
    side = known["bad_beat"]
    found: dict[str, Any] = {"effects_first_s": round(seconds(partial(_effects, side)), 2)}
    others = [other_paytable(side, Blackjack(), more) for more in (1, 2, 3)]
    times = [seconds(partial(_effects, other)) for other in others]
    found["effects_new_paytable_ms"] = round(1000 * statistics.median(times), 1)
    figures: list[Counting] = []
    found["penetration_s"] = round(
        seconds(lambda: figures.extend(counting(options, known, STAKE, spots=("bad_beat",)))), 1
    )
    found["penetration_worst_error"] = round(
        max(one.standard_error for one in figures[0].by_penetration), 3
    )
    found |= _main_with_one_deck()
    found["main_effects_s"] = round(seconds(lambda: effects(main_bet(options, STAKE))), 1)
    found["peak_mb"] = peak_kb() // 1024
    return found | {f"engine.{key}": value for key, value in _by_engine().items()}


def _main_with_one_deck() -> dict[str, float]:
    """Units won on the main wager with one deck, for which most exact values are needed."""
    options = BlackjackOptions(decks=1)
    figures: list[Counting] = []
    effort = {"main": replace(EFFORT["main"], at_count=2)}
    known = paytables(options)
    took = seconds(
        lambda: figures.extend(
            counting(options, known, STAKE, spots=("main",), decks=(1,), effort=effort)
        )
    )
    worst = max(one.standard_error for one in figures[0].by_penetration)
    return {"main_one_deck_s": round(took, 1), "main_one_deck_error": round(worst, 3)}


def _effects(side: Paytable) -> None:
    effects(bad_beat_bet(BlackjackOptions(), side, STAKE))


def _by_engine() -> dict[str, float]:
    """Units won on P5 for 100 rounds by the engine and as computed, and standard errors between."""
    options = BlackjackOptions(decks=2)
    bet = bad_beat_bet(options, paytables(options)["bad_beat"], STAKE)
    depths = at_depths(bet, shoes_dealt(options, 150_000, 1, SEED), valued=8000, seed=SEED)
    figure = next(one for one in depths if one.depth == DEPTH)
    tags = best_level_one(effects(bet)).tags
    chance = random.Random(SEED)
    shoes = list(counted_shoes(options, tags, figure.trigger, DEPTH, SHOES, chance))
    rounds = sum(shoe.rounds for shoe in shoes)
    units = sum(shoe.units for shoe in shoes) / rounds
    error = 100 * sum((one.units - units * one.rounds) ** 2 for one in shoes) ** 0.5 / rounds
    apart = 100 * units - figure.units_per_100
    return {
        "rounds": rounds,
        "units_per_100": round(100 * units, 2),
        "computed": round(figure.units_per_100, 2),
        "errors_off": round(apart / (error**2 + figure.standard_error**2) ** 0.5, 2),
    }


def measure() -> dict[str, Any]:
    """Seconds, milliseconds, megabytes, and units."""
    command = [sys.executable, "-m", "bench.protection"]
    printed = subprocess.run(command, cwd=BASE_DIR, check=True, stdout=subprocess.PIPE).stdout
    return {f"protection.blackjack.{key}": value for key, value in json.loads(printed).items()}


if __name__ == "__main__":
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    json.dump(_figures(), sys.stdout)

"""Exact figures: the first ones of a process, those of a new paytable, its memory, and the time for
a decision's values once warm. Each game in a separate process, on one core.

`python -m bench.odds GAME` measures one game and prints its figures.
"""

import json
import os
import random
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from bench.engine import records
from config import BASE_DIR
from games import printed_paytables
from games.blackjack.odds.bad_beat import bad_beat_bet
from games.engine.paytable import Paytable, read_paytable
from games.engine.record import AnyGame, read_paytables
from games.registry import GAMES, KITS

STAKE = 100
DECISIONS = 200
SEED = 21
ONE_TO_ONE = re.compile(r"(\d+):1")


def seconds(work: Callable[[], object]) -> float:
    """How long some work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def other_paytable(paytable: Paytable, game: AnyGame, more: int) -> Paytable:
    """A paytable that pays more on each of its lines to one."""
    lines = {
        line: f"{int(found[1]) + more}:1" if (found := ONE_TO_ONE.fullmatch(pays)) else pays
        for line, pays in paytable.as_lines().items()
    }
    return read_paytable({"lines": lines}, game.slug, paytable.spot, tuple(lines))


def _figures(game: AnyGame) -> dict[str, Any]:
    options = game.options()
    known = read_paytables({}, game, options, printed_paytables.printed)
    found: dict[str, Any] = {}
    if "bad_beat" in known:
        beat = seconds(lambda: bad_beat_bet(options, known["bad_beat"], STAKE))
        found["bad_beat_first_s"] = round(beat, 2)
    found["first_s"] = round(seconds(lambda: KITS[game.slug].game_odds(options, known, STAKE)), 2)
    times = [seconds(partial(_odds_of_new, game, known, more)) for more in (1, 2, 3)]
    found["new_paytable_ms"] = round(1000 * statistics.median(times), 1)
    found["peak_mb"] = peak_kb() // 1024
    if values := _value_times(game):
        found["values_ms"] = {
            "median": round(1000 * statistics.median(values), 2),
            "max": round(1000 * max(values), 1),
        }
    return found


def peak_kb() -> int:
    """The peak memory of this program, without the one that started it."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


def _odds_of_new(game: AnyGame, known: Mapping[str, Paytable], more: int) -> None:
    others = {spot: other_paytable(paytable, game, more) for spot, paytable in known.items()}
    KITS[game.slug].game_odds(game.options(), others, STAKE)


def _value_times(game: AnyGame) -> list[float]:
    """Seconds for the values of one seat's random decisions; the first ones only warm up."""
    unfinished = [
        replace(record, actions=record.actions[:place])
        for record in records(game, random.Random(SEED), DECISIONS, most=1)
        for place in range(len(record.actions))
    ]
    times = [seconds(partial(KITS[game.slug].advice, record)) for record in unfinished]
    return times[len(times) // 4 :]


def measure() -> dict[str, Any]:
    """Seconds, milliseconds and megabytes of every game."""
    figures: dict[str, Any] = {}
    for slug in GAMES:
        command = [sys.executable, "-m", "bench.odds", slug]
        printed = subprocess.run(command, cwd=BASE_DIR, check=True, stdout=subprocess.PIPE).stdout
        figures |= {f"odds.{slug}.{key}": value for key, value in json.loads(printed).items()}
    return figures


if __name__ == "__main__":
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    json.dump(_figures(GAMES[sys.argv[1]]), sys.stdout)

"""What a house can expect, and shared and seen cards: how long the figures take, on one core in a
separate process, in processor seconds, so that other work does not count.

`python -m bench.sharing` measures and prints the figures alone.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from bench.odds import peak_kb
from config import BASE_DIR
from games import printed_paytables
from games.big_50.nets import round_nets
from games.big_draw import sharing as big_draw
from games.big_raise import sharing as big_raise
from games.big_raise.sharing import Leak
from games.blackjack.hole_cards import known
from games.engine.record import AnyGame, read_paytables
from games.protection.house import expectation, rounds_until_ahead
from games.protection.shared import Gain, Sample
from games.registry import GAMES

STAKE = 100
SEED = 21
MIX = {"poker_hand": 500, "all_red": 100, "big_50": 100, "range": 300}
ROUNDS = 1_000_000
DEALS = 2000


def _processor_seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _felt(slug: str) -> tuple[AnyGame, Any, Any]:
    game = GAMES[slug]
    options = game.options()
    return game, options, read_paytables({}, game, options, printed_paytables.printed)


def _house() -> dict[str, float]:
    """A mix of wagers on one hand of Big 50."""
    _, options, tables = _felt("big-50")
    nets = round_nets(options, tables, MIX)
    return {
        "house.million_rounds_s": round(_processor_seconds(lambda: expectation(nets, ROUNDS)), 3),
        "house.until_ahead_s": round(_processor_seconds(lambda: rounds_until_ahead(nets)), 3),
    }


def _shared(name: str, gain: Callable[[Sample], Gain]) -> dict[str, float]:
    """Seconds for the tables that are made once; then for a standard error of 0.1 points."""
    first = _processor_seconds(lambda: gain(Sample(2, SEED)))
    start = time.process_time()
    found = gain(Sample(DEALS, SEED))
    deal = (time.process_time() - start) / DEALS
    deals = DEALS * (found.standard_error / 0.1) ** 2
    return {
        f"{name}.first_s": round(first, 1),
        f"{name}.tenth_of_a_point_s": round(deal * deals, 1),
    }


def _figures() -> dict[str, Any]:
    _, draw, draw_tables = _felt("big-draw")
    _, raised, raise_tables = _felt("big-raise")
    _, blackjack, _ = _felt("blackjack")
    found: dict[str, Any] = _house()
    found |= _shared(
        "big_draw.20_known",
        lambda sample: big_draw.gain(draw, draw_tables, STAKE, 20, sample),
    )
    found |= _shared(
        "big_raise.12_known",
        lambda sample: big_raise.gain(raised, raise_tables, STAKE, Leak(others=6), sample),
    )
    found["blackjack.hole_card_s"] = round(_processor_seconds(lambda: known(blackjack, STAKE)), 1)
    return found | {"sharing.peak_mb": peak_kb() // 1024}


def measure() -> dict[str, Any]:
    """Seconds of the processor, and megabytes."""
    command = [sys.executable, "-m", "bench.sharing"]
    printed = subprocess.run(command, cwd=BASE_DIR, check=True, stdout=subprocess.PIPE).stdout
    return {f"protection.{key}": value for key, value in json.loads(printed).items()}


if __name__ == "__main__":
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    json.dump(_figures(), sys.stdout)

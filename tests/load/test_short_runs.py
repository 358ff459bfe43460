"""Short runs of `make load` and `make chaos`, on each backend."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from config import BASE_DIR
from tests.settings import BACKEND

pytestmark = [pytest.mark.backend, pytest.mark.timeout(400)]

GAMES = 4


def run(module: str, *options: str) -> dict[str, Any]:
    """The report of a run with a table of each game; fails with all of it when one thing was
    wrong."""
    shared = ("--backend", BACKEND, "--tables", str(GAMES), "--seats", "3", "--hurry", "4")
    ended = subprocess.run(
        [sys.executable, "-m", module, *shared, *options],
        cwd=BASE_DIR,
        env={**os.environ, "PGOPTIONS": ""},  # what is committed must outlive a cut here
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    report = dict(json.loads(ended.stdout))
    assert report["wrong"] == {"count": 0, "first": []}
    return report


def test_clients_play_every_game_and_count_as_the_ledger_does() -> None:
    processes = "2" if BACKEND == "services" else "1"
    report = run("bench.load", "--seconds", "8", "--processes", processes)
    assert report["rounds"]
    assert report["actions"]["sit"] >= 3 * GAMES
    assert report["checks"]["final balances"] >= 3 * GAMES
    assert report["errors"] == {}
    assert report["processor_ms_per_action"]["all"] > 0


def test_whatever_is_killed_or_cut_no_cent_is_lost_and_everybody_comes_back() -> None:
    once = ("--seconds", "0", "--cut", "2", "--pause", "1", "--calm", "5")  # each trouble once
    any_time = ("--slowest", "400")  # so few actions have no slowest hundredth: `make chaos` asks
    report = run("bench.load.chaos", *once, *any_time)
    assert report["actions"]["bets"] > 0
    assert report["checks"]["final balances"] >= 3 * GAMES
    cuts = {"PostgreSQL cut for 2 s", "Redis cut for 2 s"} if BACKEND == "services" else set()
    assert all(trouble["recovered_after"] is not None for trouble in report["trouble"])
    assert {trouble["what"] for trouble in report["trouble"]} == cuts | {
        "a process stopped",
        "a process killed",
        "all processes killed",
    }

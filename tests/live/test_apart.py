"""Sums in a process of their own: they give way, and are gone when nobody waits for them."""

import os
import signal
import subprocess
import sys
from concurrent.futures import BrokenExecutor

import pytest

from config import BASE_DIR
from games.engine.errors import BadRecord
from games.exact.answers import answer
from games.printed_paytables import printed
from games.runtime.compute_process import apart

LEAST = 19


def test_sums_go_last_and_who_waits_for_them_does_not() -> None:
    own = os.getpriority(os.PRIO_PROCESS, 0)
    with apart() as compute:
        assert compute(os.getpriority, os.PRIO_PROCESS, 0) == LEAST
        assert compute(os.getpid) != os.getpid()
    assert os.getpriority(os.PRIO_PROCESS, 0) == own


def test_a_refusal_arrives_as_it_was_raised() -> None:
    with apart() as compute, pytest.raises(BadRecord, match="There is no game"):
        compute(answer, {"about": "published", "game": "whist"}, printed)


def test_who_waits_for_a_killed_process_is_told() -> None:
    with apart() as compute, pytest.raises(BrokenExecutor):
        compute(os.kill, compute(os.getpid), signal.SIGKILL)


def test_sums_end_with_whoever_waits_for_them() -> None:
    program = (
        "import os, time\n"
        "from games.runtime.compute_process import apart\n"
        "with apart() as compute:\n"
        "    print(compute(os.getpid), flush=True)\n"
        "    compute(time.sleep, 600)\n"
    )
    waiting = subprocess.Popen(
        [sys.executable, "-c", program], cwd=BASE_DIR, stdout=subprocess.PIPE, text=True
    )
    assert waiting.stdout is not None
    assert int(waiting.stdout.readline()) != waiting.pid
    waiting.kill()
    assert waiting.stdout.read() == ""  # ends when no process has the other end any more
    waiting.wait()

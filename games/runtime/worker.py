"""The worker that a site process starts by itself: `manage.py compute_odds`, one at a time.

It has its own session, so that it finishes what it has begun even if the site ends, and it
ends when nothing is waiting. Several site processes may each have one: reports are claimed.
"""

import subprocess
import sys
from pathlib import Path
from threading import Lock, Thread
from time import monotonic

from django.conf import settings

COMMAND = [sys.executable, str(Path(__file__).parents[2] / "manage.py"), "compute_odds"]

PAUSE = 5.0
"""Seconds between two starts, so that a worker that keeps failing is no burden."""

_lock = Lock()
_running: subprocess.Popen[bytes] | None = None
_started = -PAUSE


def ensure_worker() -> subprocess.Popen[bytes] | None:
    """Make sure that a worker is running, unless ODDS_WORKER leaves that to a service. Returns the
    one started now, if any."""
    global _running, _started
    if not settings.ODDS_WORKER:
        return None
    with _lock:
        busy = _running is not None and _running.poll() is None
        if busy or monotonic() - _started < PAUSE:
            return None
        _started = monotonic()
        _running = subprocess.Popen(  # noqa: S603 (our own command)
            COMMAND,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        # Waits for its end, so that it does not stay a zombie.
        Thread(target=_running.wait, daemon=True).start()
        return _running

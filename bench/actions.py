"""What an action at a live table costs, by part: a small crowd plays all games at a site of its
own, on the embedded default."""

import json
import subprocess
import sys
from typing import Any

from config import BASE_DIR

PLAYED = ("--tables", "8", "--seats", "5", "--seconds", "30", "--hurry", "2", "--seed", "7")


def measure() -> dict[str, Any]:
    """Milliseconds of the processor by part, and of the kinds of actions. Raises CalledProcessError
    if anything was wrong."""
    run = subprocess.run(
        [sys.executable, "-m", "bench.load", *PLAYED],
        cwd=BASE_DIR,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    costs = json.loads(run.stdout)["processor_ms_per_action"]
    return {"live.action_ms": {"all": costs["all"]} | costs["by part"]}

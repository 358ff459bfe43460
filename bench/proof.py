"""Proof packs: how long each pack's program takes to check it, on one core.

`python -m bench.proof` measures and prints the figures alone.
"""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench import site
from games.registry import GAMES

CORE = min(os.sched_getaffinity(0))


def measure() -> dict[str, Any]:
    """By game: seconds of the processor to check a pack with all its usual samples, and kilobytes
    of the pack. Raises CalledProcessError if anything does not hold."""
    from tests.proof.packs import files_of, pack, unpacked

    found: dict[str, Any] = {}
    for game in GAMES:
        with TemporaryDirectory() as folder:
            unpacked(files_of(game), Path(folder))
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            subprocess.run(
                [sys.executable, "-I", "-S", "verify.py"],
                cwd=folder,
                check=True,
                stdout=subprocess.DEVNULL,
                preexec_fn=_on_one_core,
            )
            took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        found[f"proof.{game}.verify_s"] = round(took, 1)
        found[f"proof.{game}.pack_kb"] = round(len(pack(game).zip) / 1000)
    return found


def _on_one_core() -> None:
    os.sched_setaffinity(0, {CORE})


if __name__ == "__main__":
    with site.temporary():
        json.dump(measure(), sys.stdout, indent=2)

"""Node for the checks of the scripts: whether it is there, and what it was asked to install."""

import re
import shutil
import subprocess

from config import BASE_DIR

OLDEST = 20
"""The oldest major version of Node that the checks run on, as in `engines` of package.json."""

BIOME = BASE_DIR / "node_modules" / ".bin" / "biome"


def missing() -> str | None:
    """None if there is a Node that is new enough, else the sentence that says what to install."""
    node = shutil.which("node")
    if node is None:
        return f"There is no node on this machine: install Node {OLDEST} or newer."
    asked = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    version = re.match(r"v(\d+)\.", asked.stdout)
    if version is None:
        return f"{node} does not say its version: install Node {OLDEST} or newer."
    if int(version[1]) < OLDEST:
        return f"Node {asked.stdout.strip()} is too old: install Node {OLDEST} or newer."
    return None


def missing_linter() -> str | None:
    """None if Biome is there and there is a Node to run it, else the sentence that says what to
    do."""
    if sentence := missing():
        return sentence
    if not BIOME.exists():
        return "Biome is not installed: run `npm ci`, which needs npm and its registry."
    return None


def unit_tests() -> list[str]:
    """The command that runs the unit tests of the scripts."""
    files = sorted((BASE_DIR / "tests" / "js").glob("*.test.js"))
    return [str(shutil.which("node")), "--test", "--test-reporter=spec", *map(str, files)]

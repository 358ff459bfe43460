"""Runs every check and every test, in order; ends with what ran and failed: `make test`.

`--lint` leaves the tests out. A step that fails does not stop the others; any failure ends in
exit code 1. The tests that touch the database, tables or sockets run twice: on SQLite with the
in-memory channel layer, then on PostgreSQL with Redis when both answer at TEST_DATABASE_URL and
TEST_REDIS_URL. REQUIRE_SERVICES=1 makes their silence a failure.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from config import BASE_DIR
from tests.support import browser, node, services
from tests.support.failures import FAILURES

BIN = Path(sys.executable).parent
TEST_SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.settings"}
PRODUCTION_SETTINGS = {
    "DJANGO_SETTINGS_MODULE": "config.settings",
    "SECRET_KEY": "not secret, but as long and as varied as a real one has to be: 0123456789",
    "ALLOWED_HOSTS": "cardroom.example",
    "CSRF_TRUSTED_ORIGINS": "https://cardroom.example",
    "DATABASE_URL": "postgres://cardroom@localhost/cardroom",
    "REDIS_URL": "redis://localhost:6379/0",
    "HTTPS": "on",
    "DEBUG": "off",
}
# The tests start the site a hundred times: it is compiled once, whatever the environment says.
COMPILED_ONCE = {"PYTHONDONTWRITEBYTECODE": ""}
# Sync Playwright keeps a loop running in its thread: browser tests have processes of their own.
# Tests of one module stay together as long as both have work, since they share what is computed.
# One process more than a small machine has cores: some tests wait for a clock.
WITHOUT_BROWSER = (
    *("pytest", "--numprocesses=3", "--dist=worksteal", "--ignore=tests/browser", "tests"),
)
IN_BROWSER = ("pytest", "--numprocesses=2", "--dist=loadgroup", "tests/browser")
# A felt looks the same on any database; what two people see of each other, and what comes back
# after a lost link, goes through the channel layer.
IN_BROWSER_LIVE = (
    *IN_BROWSER[:-1],
    *(
        f"tests/browser/test_{name}.py"
        for name in ("big_50", "bots", "hosting", "links", "talk", "your_turn")
    ),
)


class Step(NamedTuple):
    """A program of the virtual environment, or at a path: what it is called, its command line, and
    what it finds in its environment beside ours."""

    name: str
    command: Sequence[str]
    environment: dict[str, str] = {}  # noqa: RUF012 (nothing writes to it)


MANAGE = ("python", "manage.py")
CHECKS = (
    Step("lint", ("ruff", "check", ".")),
    Step("format", ("ruff", "format", "--check", ".")),
    Step("types", ("mypy",)),
    Step("import contracts", ("lint-imports", "--no-cache")),
    Step("templates", ("djlint", "templates", "--lint", "--quiet")),
    Step("layout of templates", ("python", "-m", "tests.templates")),
    Step("words", ("python", "-m", "tests.words")),
    Step("migrations", (*MANAGE, "makemigrations", "--check", "--dry-run"), TEST_SETTINGS),
    Step(
        "production settings",
        (*MANAGE, "check", "--deploy", "--fail-level", "WARNING"),
        PRODUCTION_SETTINGS,
    ),
)
"""Every check of Python and templates that starts no test."""
SCRIPTS = Step("scripts", (str(node.BIOME), "ci", "--error-on-warnings"))
PREPARATIONS = (
    Step("static files", ("python", "-m", "tests.support.site"), TEST_SETTINGS),
    # pytest compiles a test module where it meets it, and here no two processes meet it at once.
    Step("test modules", ("pytest", "--collect-only", "--quiet", "tests"), TEST_SETTINGS),
)
"""What every process that runs tests needs, and would wait for; if it fails, the tests say so."""


def start(step: Step, *, quietly: bool) -> "subprocess.CompletedProcess[str]":
    """Runs a step to its end; quietly: what it prints is kept."""
    return subprocess.run(
        [BIN / step.command[0], *step.command[1:]],
        cwd=BASE_DIR,
        env={**os.environ, **COMPILED_ONCE, **step.environment},
        stdout=subprocess.PIPE if quietly else None,
        stderr=subprocess.STDOUT if quietly else None,
        text=True,
        check=False,
    )


@dataclass
class Run:
    """The steps run so far, one closing line each, and whether any of them failed."""

    lines: list[str] = field(default_factory=list)
    failed: bool = False

    def step(self, step: Step) -> None:
        """Runs a step before our eyes and notes how it ended, and which of its tests failed."""
        announce(step)
        with TemporaryDirectory() as folder:
            failures = Path(folder) / "failures"
            began = time.monotonic()
            ended = start(
                step._replace(environment={**step.environment, FAILURES: str(failures)}),
                quietly=False,
            )
            self._ended(step, ended.returncode, time.monotonic() - began)
            if failures.exists():
                self.lines += [f"{'':>7}    {name}" for name in failures.read_text().splitlines()]

    def beside(self, steps: Sequence[Step], others: Sequence[Step]) -> None:
        """Runs steps, two at a time, while others are done too; shows and notes the steps in their
        order. Of the others nothing is shown."""

        def timed(step: Step) -> tuple[int, str, float]:
            began = time.monotonic()
            ended = start(step, quietly=True)
            return ended.returncode, ended.stdout, time.monotonic() - began

        with ThreadPoolExecutor(max_workers=2) as pool:
            longest_first = sorted(steps, key=lambda step: step.name != "types")
            running = {step.name: pool.submit(timed, step) for step in longest_first}
            for other in others:
                pool.submit(start, other, quietly=True)
            for step in steps:
                code, printed, seconds = running[step.name].result()
                announce(step)
                print(printed, end="", flush=True)
                self._ended(step, code, seconds)

    def _ended(self, step: Step, code: int, seconds: float) -> None:
        self.note("FAILED" if code else "ok", f"{step.name}, {seconds:.0f} s")

    def note(self, verdict: str, text: str) -> None:
        """Adds a closing line; the verdict FAILED fails the whole run."""
        self.failed |= verdict == "FAILED"
        self.lines.append(f"{verdict:>7}  {text}")

    def leave_out(self, text: str) -> None:
        """Adds a closing line for what could not run; REQUIRE_SERVICES=1 makes it a failure."""
        required = os.environ.get("REQUIRE_SERVICES") == "1"
        self.note("FAILED" if required else "NOT RUN", text)


def announce(step: Step) -> None:
    """Says what is run, as it would be typed."""
    print(f"\n== {step.name}: {' '.join(step.command)}", flush=True)


def test(run: Run) -> None:
    """Every test on the embedded backend, and what touches a backend on the services too."""
    if sentence := node.missing():
        run.leave_out(f"unit tests of the scripts. {sentence}")
    else:
        run.step(Step("unit tests of the scripts", node.unit_tests()))
    if advice := browser.install():
        run.note("FAILED", advice)
    embedded = {"TEST_BACKEND": "embedded"}
    run.step(Step("tests on SQLite and memory", WITHOUT_BROWSER, embedded))
    run.step(Step("browser tests on SQLite and memory", IN_BROWSER, embedded))
    if silent := services.silent():
        for sentence in silent:
            run.leave_out(f"on PostgreSQL and Redis. {sentence}")
        return
    on_services = {"TEST_BACKEND": "services"}
    run.step(Step("tests on PostgreSQL and Redis", WITHOUT_BROWSER, on_services))
    run.step(Step("live browser tests on PostgreSQL and Redis", IN_BROWSER_LIVE, on_services))


def main() -> int:
    """Runs the steps and prints the closing lines; 1 if any step failed."""
    parser = argparse.ArgumentParser(prog="python -m tests", description=__doc__)
    parser.add_argument("--lint", action="store_true", help="check only, start no test")
    only_lint = parser.parse_args().lint
    run = Run()
    if sentence := node.missing_linter():
        run.leave_out(f"lint and format of the scripts. {sentence}")
    scripts = () if sentence else (SCRIPTS,)
    run.beside((*CHECKS, *scripts), () if only_lint else PREPARATIONS)
    if not only_lint:
        test(run)
    print("\n" + "\n".join(run.lines), flush=True)
    return 1 if run.failed else 0


if __name__ == "__main__":
    sys.exit(main())

"""Runs every check and every test, in order, and ends with what ran: `make test`.

`--lint` leaves the tests out. A step that fails does not stop the others; any failure ends in
exit code 1. The tests that touch the database, tables or sockets run twice: on SQLite with the
in-memory channel layer, then on PostgreSQL with Redis when both answer at TEST_DATABASE_URL and
TEST_REDIS_URL. The scripts are checked and tested where there is Node. REQUIRE_SERVICES=1 makes it
a failure when one of these is missing.
"""

import argparse
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from config import BASE_DIR
from tests.support import browser, node, services

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


@dataclass
class Run:
    """The steps run so far, one closing line each, and whether any of them failed."""

    lines: list[str] = field(default_factory=list)
    failed: bool = False

    def step(self, name: str, *command: str, environment: dict[str, str] | None = None) -> None:
        """Runs a program and notes how it ended: one of the virtual environment, or at a path."""
        print(f"\n== {name}: {' '.join(command)}", flush=True)
        began = time.monotonic()
        ended = subprocess.run(
            [BIN / command[0], *command[1:]],
            cwd=BASE_DIR,
            env={**os.environ, **COMPILED_ONCE, **(environment or {})},
            check=False,
        )
        seconds = f"{time.monotonic() - began:.0f} s"
        self.note("FAILED" if ended.returncode else "ok", f"{name}, {seconds}")

    def note(self, verdict: str, text: str) -> None:
        """Adds a closing line; the verdict FAILED fails the whole run."""
        self.failed |= verdict == "FAILED"
        self.lines.append(f"{verdict:>7}  {text}")

    def leave_out(self, text: str) -> None:
        """Adds a closing line for what could not run; REQUIRE_SERVICES=1 makes it a failure."""
        required = os.environ.get("REQUIRE_SERVICES") == "1"
        self.note("FAILED" if required else "NOT RUN", text)


def check(run: Run) -> None:
    """Every check that starts no test."""
    manage = ("python", "manage.py")
    run.step("lint", "ruff", "check", ".")
    run.step("format", "ruff", "format", "--check", ".")
    run.step("types", "mypy")
    run.step("import contracts", "lint-imports", "--no-cache")
    run.step("templates", "djlint", "templates", "--lint", "--quiet")
    run.step("layout of templates", "python", "-m", "tests.templates")
    if sentence := node.missing_linter():
        run.leave_out(f"lint and format of the scripts. {sentence}")
    else:
        run.step("scripts", str(node.BIOME), "ci", "--error-on-warnings")
    run.step(
        "migrations",
        *(*manage, "makemigrations", "--check", "--dry-run"),
        environment=TEST_SETTINGS,
    )
    run.step(
        "production settings",
        *(*manage, "check", "--deploy", "--fail-level", "WARNING"),
        environment=PRODUCTION_SETTINGS,
    )


def test(run: Run) -> None:
    """Every test on the embedded backend, and what touches a backend on the services too."""
    if sentence := node.missing():
        run.leave_out(f"unit tests of the scripts. {sentence}")
    else:
        run.step("unit tests of the scripts", *node.unit_tests())
    if advice := browser.install():
        run.note("FAILED", advice)
    embedded = {"TEST_BACKEND": "embedded"}
    run.step("tests on SQLite and memory", *WITHOUT_BROWSER, environment=embedded)
    run.step("browser tests on SQLite and memory", *IN_BROWSER, environment=embedded)
    if silent := services.silent():
        for sentence in silent:
            run.leave_out(f"on PostgreSQL and Redis. {sentence}")
        return
    on_services = {"TEST_BACKEND": "services"}
    run.step("tests on PostgreSQL and Redis", *WITHOUT_BROWSER, environment=on_services)
    run.step(
        "live browser tests on PostgreSQL and Redis", *IN_BROWSER_LIVE, environment=on_services
    )


def main() -> int:
    """Runs the steps and prints the closing lines; 1 if any step failed."""
    parser = argparse.ArgumentParser(prog="python -m tests", description=__doc__)
    parser.add_argument("--lint", action="store_true", help="check only, start no test")
    only_lint = parser.parse_args().lint
    run = Run()
    check(run)
    if not only_lint:
        test(run)
    print("\n" + "\n".join(run.lines), flush=True)
    return 1 if run.failed else 0


if __name__ == "__main__":
    sys.exit(main())

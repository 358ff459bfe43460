"""Which tests failed, for those who run several steps and read only the end."""

import os
from pathlib import Path

import pytest

FAILURES = "FAILED_TESTS_FILE"
"""The environment variable with the path of a file to write them to."""


def write_failures(reporter: pytest.TerminalReporter) -> None:
    """Writes the names of the tests that failed, a line each, if any did and somebody asks."""
    path = os.environ.get(FAILURES)
    failed = [*reporter.stats.get("failed", []), *reporter.stats.get("error", [])]
    if path and failed:
        Path(path).write_text("".join(f"{report.nodeid}\n" for report in failed))

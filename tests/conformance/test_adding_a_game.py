"""Follows docs/adding-a-game.md: High Card's folder goes into a copy of the project, with a line in
the registry, and the copy has a fifth game."""

import difflib
import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from config import BASE_DIR
from tests.conformance import openings
from tests.conformance.high_card.kit import KIT
from tests.conformance.house import house

HERE = Path(__file__).parent
LAST = '    "blackjack",\n'
LEFT_OUT = (
    ".git", ".venv", "node_modules", "__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache",
    ".hypothesis", ".import_linter_cache", "answers", "*.sqlite3*",
)  # fmt: skip


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with High Card among its games: one folder more and one line."""
    copy = tmp_path_factory.mktemp("copy") / "project"
    # The static files that tests keep under var are copied too: they take long to collect.
    shutil.copytree(BASE_DIR, copy, symlinks=True, ignore=shutil.ignore_patterns(*LEFT_OUT))
    shutil.copytree(HERE / "high_card", copy / "games" / "high_card", dirs_exist_ok=True)
    registry = copy / "games" / "registry.py"
    before = registry.read_text("utf-8")
    after = before.replace(LAST, f'{LAST}    "high_card",\n')
    registry.write_text(after, "utf-8")
    changes = [
        line
        for line in difflib.ndiff(before.splitlines(), after.splitlines())
        if not line.startswith("  ")
    ]
    assert changes == ['+     "high_card",']
    return copy


@pytest.mark.timeout(600)
def test_a_folder_and_a_line_make_a_game(project: Path) -> None:
    """The suite over every game, and all that a visitor can do with one, in the copy."""
    done = subprocess.run(
        [
            sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider",
            "tests/conformance/test_every_game.py", "tests/conformance/dropped_in.py",
            "tests/architecture/test_contracts.py",
            "-k", "high-card or high_card or dropped_in",
        ],
        cwd=project,
        env={**os.environ, "TEST_BACKEND": "embedded"},
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    assert "passed" in done.stdout


@settings(max_examples=10)
@given(st.data())
def test_who_sees_the_opening_cards_is_told_by_the_kit(data: st.DataObject) -> None:
    openings.each_viewer_sees_their_opening_cards(house(KIT.rules), data, KIT.opening_cards)


def test_the_site_itself_does_not_know_it(tmp_path: Path) -> None:
    """What the copy plays, the project refuses: nothing of the game is left in it."""
    record = tmp_path / "round.json"
    seats = [{"seat": 2, "wagers": {"main": 100}}]
    record.write_text(json.dumps({"game": KIT.slug, "seats": seats, "deck": "Kc 2d"}))
    with pytest.raises(SystemExit):
        call_command("replay", str(record), stdout=io.StringIO(), stderr=io.StringIO())

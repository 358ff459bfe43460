"""The library: its page's examples, its refusals, and its wheel where there is no site."""

import doctest
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from games import api

ROOT = Path(__file__).parents[2]


def test_the_examples_of_its_page_are_right() -> None:
    flags = doctest.IGNORE_EXCEPTION_DETAIL
    found = doctest.testfile(
        str(ROOT / "docs/library.md"), module_relative=False, optionflags=flags
    )
    assert found.attempted > 10
    assert found.failed == 0


@pytest.mark.parametrize(
    ("asked", "accepted"),
    [
        (lambda: api.edge("roulette", "range"), "big-50, big-raise, big-draw, blackjack"),
        (lambda: api.edge("big-50", "straight"), "poker_hand, all_red, all_black, big_50, range"),
        (lambda: api.protect("big-50", "straight"), "poker_hand, all_red, all_black, big_50"),
        (lambda: api.edge("blackjack", "main", rules={"decks": 9}), "1, 2, 3, 4, 5, 6, 7, 8"),
        (lambda: api.edge("big-50", "range", paytables={"range": "X"}), "B50"),
        (lambda: api.edge("big-50", "range", stake=0), "whole number of cents from 1"),
    ],
)
def test_a_refusal_names_what_is_accepted(asked: object, accepted: str) -> None:
    assert callable(asked)
    with pytest.raises(ValueError, match=accepted):
        asked()


def test_nothing_is_advised_where_nothing_is_decided() -> None:
    seats = [{"seat": 1, "wagers": {"poker_hand": 1000}}]
    hand = {
        "format": "cardroom-round/1",
        "game": "big-50",
        "deck": "8s 8h Kd 5c 2d",
        "seats": seats,
    }
    assert api.advise(hand) == {}


def test_an_edge_is_that_of_the_combinations() -> None:
    """26 cards of a colour: C(26, 5) = 65,780 hands of 2,598,960 are all red and pay 17 to 1."""
    assert api.edge("big-50", "all_red") == 1 - 18 * Fraction(65_780, 2_598_960)


WITHOUT_THE_SITE = """
import sys
from fractions import Fraction
try:
    import django
except ImportError:
    pass
else:
    sys.exit("there is a Django")
from games import api
assert sys.prefix in api.__file__, api.__file__
assert api.edge("big-50", "all_red") == 1 - 18 * Fraction(65_780, 2_598_960)
assert api.bets("blackjack") == ("main", "insurance", "bad_beat")
assert [row["how"] for row in api.protect("big-50", "all_red")["ahead"]] == ["exact"]
hand = {"format": "cardroom-round/1", "game": "big-draw", "deck": "As Ks Qs Js 2d",
        "seats": [{"seat": 1, "wagers": {"first_five": 500, "big_draw": 500}}]}
assert api.advise(hand)[1][0].action == {"action": "draw", "discard": ["2d"]}
assert not any(name.split(".")[0] in ("django", "channels", "accounts") for name in sys.modules)
print("tried")
"""


def run(*command: str | Path, at: Path) -> str:
    """What a command prints; its errors fail the test."""
    shown = subprocess.run(command, cwd=at, capture_output=True, text=True, check=False)
    assert shown.returncode == 0, shown.stdout + shown.stderr
    return shown.stdout


def test_its_wheel_works_in_an_environment_that_has_numpy_and_nothing_else(tmp_path: Path) -> None:
    source = tmp_path / "source"
    shutil.copytree(ROOT / "games", source / "games", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    options = ("--quiet", "--no-index", "--no-deps")
    run(*pip, "wheel", *options, "--no-build-isolation", "-w", tmp_path, source, at=tmp_path)
    (wheel,) = tmp_path.glob("cardroom-*.whl")
    run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "empty", at=tmp_path)
    python = tmp_path / "empty/bin/python"
    run(*pip, "--python", python, "install", *options, wheel, at=tmp_path)
    (packages,) = (tmp_path / "empty/lib").glob("python*/site-packages")
    for folder in Path(np.__file__).parents[1].glob("numpy*"):
        (packages / folder.name).symlink_to(folder)
    assert run(python, "-I", "-c", WITHOUT_THE_SITE, at=tmp_path) == "tried\n"
    installed = {path.name for path in (packages / "games").iterdir()}
    assert not installed & {"models", "web", "admin", "tables", "apps.py", "sweeping.py"}

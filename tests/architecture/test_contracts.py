"""The import contracts of pyproject.toml cover every room that there is.

`lint-imports` checks the contracts themselves; it cannot know a room that nobody named.
"""

import tomllib
from typing import Any

import pytest

from config import BASE_DIR

PURE_ROOMS = ["engine", "rules", "odds"]
PYPROJECT = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())
CONTRACTS: dict[str, Any] = {
    contract["name"]: contract for contract in PYPROJECT["tool"]["importlinter"]["contracts"]
}


def rooms_there_are() -> list[str]:
    return [room for room in PURE_ROOMS if (BASE_DIR / "games" / room / "__init__.py").exists()]


def test_every_pure_room_is_kept_pure() -> None:
    pure = CONTRACTS["games: engine, rules and odds are pure"]["source_modules"]
    assert set(pure) == {f"games.{room}" for room in rooms_there_are()}


@pytest.mark.parametrize("module", ["django", "random", "secrets", "os", "time", "datetime"])
def test_a_pure_room_may_not_know(module: str) -> None:
    assert module in CONTRACTS["games: engine, rules and odds are pure"]["forbidden_modules"]


def test_a_module_of_games_without_a_layer_breaks_the_contract() -> None:
    assert CONTRACTS["games: each layer knows only those below it"]["exhaustive"] is True


@pytest.mark.parametrize("name", CONTRACTS)
def test_every_contract_says_why(name: str) -> None:
    assert CONTRACTS[name]["broken_contract_guidance"].strip().endswith(".")

"""The import contracts of pyproject.toml cover every room that there is.

`lint-imports` checks the contracts themselves; it cannot know a room that nobody named.
"""

import tomllib
from typing import Any

import grimp
import pytest

from config import BASE_DIR
from games.registry import KITS

PYPROJECT = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())
CONTRACTS: dict[str, Any] = {
    contract["name"]: contract for contract in PYPROJECT["tool"]["importlinter"]["contracts"]
}
PURE = CONTRACTS["games: engine, games, odds and coach are pure"]
PURE_ROOMS = {"engine", "odds", "protection", "kit", "coach", "registry", "exact", "proof"}
FOLDERS = {kit.folder.name for kit in KITS.values()}


def test_every_pure_room_and_every_game_is_kept_pure() -> None:
    assert set(PURE["source_modules"]) == {f"games.{room}" for room in PURE_ROOMS | FOLDERS}


@pytest.mark.parametrize("module", ["django", "random", "secrets", "os", "time", "datetime"])
def test_a_pure_room_may_not_know(module: str) -> None:
    assert module in PURE["forbidden_modules"]


def test_a_module_of_games_without_a_layer_breaks_the_contract() -> None:
    assert CONTRACTS["games: each layer knows only those below it"]["exhaustive"] is True


def test_no_game_knows_another_and_only_the_registry_knows_a_game() -> None:
    """A fifth game is a folder beside the others, and taking one out breaks none."""
    graph = grimp.build_graph("games", cache_dir=None)
    crossing = {
        f"{importer} imports {imported}"
        for imported in graph.modules
        for importer in graph.find_modules_that_directly_import(imported)
        if (game := imported.split(".")[1:2]) and game[0] in FOLDERS
        if importer != "games.registry" and importer.split(".")[1] != game[0]
    }
    assert crossing == set()


@pytest.mark.parametrize("name", CONTRACTS)
def test_every_contract_says_why(name: str) -> None:
    assert CONTRACTS[name]["broken_contract_guidance"].strip().endswith(".")

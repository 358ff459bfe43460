"""The import contracts of pyproject.toml cover every room that there is.

`lint-imports` checks the contracts themselves; it cannot know a room that nobody named.
"""

import tomllib
from typing import Any

import grimp
import pytest

from config import BASE_DIR

PURE_ROOMS = ["engine", "rules", "odds", "coach", "protection", "blackjack"]
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


def game_of(module: str, modules: set[str]) -> str:
    """The game whose rules a module holds: big_draw_view belongs to big_draw."""
    return min(name for name in modules if name == module or module.startswith(f"{name}_"))


def test_no_game_knows_another() -> None:
    """A fifth game is a module beside the others, and taking one out breaks none."""
    graph = grimp.build_graph("games", cache_dir=None)
    modules = graph.find_children("games.registry")
    crossing = {
        f"{module} imports {imported}"
        for module in modules
        for imported in graph.find_modules_directly_imported_by(module)
        if imported in modules and game_of(module, modules) != game_of(imported, modules)
    }
    assert modules
    assert crossing == set()


@pytest.mark.parametrize("name", CONTRACTS)
def test_every_contract_says_why(name: str) -> None:
    assert CONTRACTS[name]["broken_contract_guidance"].strip().endswith(".")

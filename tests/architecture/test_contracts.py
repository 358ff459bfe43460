"""The import contracts of pyproject.toml cover every module of `games`, and the folders of the
games, which the contracts do not name, keep them too.
"""

import tomllib
from functools import cache
from typing import Any

import grimp
import pytest

from config import BASE_DIR
from games.registry import FOLDERS

PYPROJECT = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())
CONTRACTS: dict[str, Any] = {
    contract["name"]: contract for contract in PYPROJECT["tool"]["importlinter"]["contracts"]
}
LAYERS = CONTRACTS["games: each layer knows only those below it"]["layers"]
FORBIDDEN = CONTRACTS["games: engine, odds and coach are pure"]["forbidden_modules"]
DJANGOS = {"migrations", "templatetags"}
"""Where Django looks for what it finds by itself."""
BELOW_GAMES = {"engine", "kit", "odds", "protection"}
"""What a game may know beside its own folder."""


@cache
def graph() -> grimp.ImportGraph:
    """Who imports whom."""
    return grimp.build_graph("games", include_external_packages=True, cache_dir=None)


def room_of(module: str) -> str:
    """The part of `games` that a module is in; "" for a module of somebody else's."""
    package, _, rest = module.partition(".")
    return rest.partition(".")[0] if package == "games" else ""


@cache
def imports() -> list[tuple[str, str]]:
    """Every import: by whom, and what."""
    return [
        (module, imported)
        for module in graph().modules
        for imported in graph().find_modules_directly_imported_by(module)
    ]


def test_every_module_of_games_has_a_layer_or_is_a_game() -> None:
    placed = {name.strip(" ()") for layer in LAYERS for name in layer.split("|")}
    children = {room_of(child) for child in graph().find_children("games")}
    assert children - DJANGOS - set(FOLDERS) == placed


def test_a_game_knows_the_ground_and_no_other_game() -> None:
    crossing = {
        f"{module} imports {imported}"
        for module, imported in imports()
        if room_of(module) in FOLDERS
        and (room := room_of(imported))
        and room not in BELOW_GAMES | {room_of(module)}
    }
    assert crossing == set()


def test_nobody_imports_a_game() -> None:
    """The registry finds the kits by their folders' names."""
    assert set(FOLDERS) <= {room_of(module) for module, _ in imports()}
    crossing = {
        f"{module} imports {imported}"
        for module, imported in imports()
        if room_of(imported) in FOLDERS and room_of(module) != room_of(imported)
    }
    assert crossing == set()


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_game_is_pure(folder: str) -> None:
    known = graph().find_upstream_modules(f"games.{folder}", as_package=True)
    assert {name.partition(".")[0] for name in known} & set(FORBIDDEN) == set()


@pytest.mark.parametrize("module", ["django", "random", "secrets", "os", "time", "datetime"])
def test_a_pure_module_may_not_know(module: str) -> None:
    assert module in FORBIDDEN


@pytest.mark.parametrize("name", CONTRACTS)
def test_every_contract_says_why(name: str) -> None:
    assert CONTRACTS[name]["broken_contract_guidance"].strip().endswith(".")

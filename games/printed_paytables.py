"""The paytables as their makers print them: one TOML file each, in the game's own folder."""

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from games.engine.errors import BadPaytable, echoed
from games.engine.game import Spot
from games.engine.paytable import Paytable, read_paytable
from games.registry import GAMES, KITS


def folder_of(game: str) -> Path:
    """Where the paytables of a game are kept."""
    return KITS[game].folder / "paytables"


def files() -> list[Path]:
    """All paytable files, by game."""
    return [path for slug in sorted(KITS) for path in sorted(folder_of(slug).glob("*.toml"))]


def file_of(game: str, spot: str, code: str) -> Path:
    """Where a paytable is kept."""
    return folder_of(game) / f"{spot}.{code}.toml"


@cache
def _read(game: str, spot: str, code: str, lines: tuple[str, ...]) -> Paytable:
    path = file_of(game, spot, code)
    # A code comes from outside; it names a file only when it is one of those listed.
    if path not in folder_of(game).glob(f"{spot}.*.toml"):
        codes = ", ".join(codes_of(game, spot)) or "none"
        raise BadPaytable(f"{spot} has no paytable {echoed(code)}; it has: {codes}.")
    return read_paytable(tomllib.loads(path.read_text("utf-8")), game, spot, lines)


def codes_of(game: str, spot: str) -> list[str]:
    """The codes of the paytables that a spot has."""
    return sorted(path.name.split(".")[1] for path in folder_of(game).glob(f"{spot}.*.toml"))


def printed(game: str, spot: Spot, code: str) -> Paytable:
    """The printed paytable of a spot by its code. Raises BadPaytable."""
    return _read(game, spot.key, code, tuple(spot.lines))


def fitting(game: str, spot: Spot) -> Iterator[Paytable]:
    """The printed paytables that have a spot's lines; some with its name may be for other
    options."""
    for code in codes_of(game, spot.key):
        try:
            yield printed(game, spot, code)
        except BadPaytable:
            continue


def every_paytable() -> Iterator[Paytable]:
    """All paytables of all games, each checked against the lines its game declares.

    Raises BadPaytable for a file that belongs to no spot.
    """
    for slug in sorted(KITS):
        for path in sorted(folder_of(slug).glob("*.toml")):
            key, code, _ = path.name.split(".")
            yield _read(slug, key, code, _declared_lines(slug, key, code))


def _declared_lines(slug: str, key: str, code: str) -> tuple[str, ...]:
    """The lines of a spot, under any house options."""
    raw = tomllib.loads(file_of(slug, key, code).read_text("utf-8"))
    given = set(raw.get("lines", ()))
    candidates = [spot for spot in GAMES[slug].every_spot() if spot.key == key]
    for spot in candidates:
        if set(spot.lines) == given:
            return tuple(spot.lines)
    if not candidates:
        raise BadPaytable(f"{slug} has no spot {echoed(key)} for {key}.{code}.toml.")
    return tuple(candidates[0].lines)

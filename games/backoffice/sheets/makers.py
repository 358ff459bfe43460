"""What a game sheet says about a game in its maker's terms: the file ``sheet.toml`` in its folder.

``maker`` and ``rules`` name the maker and the document followed; ``equipment`` are sentences;
``ranking`` pairs of a hand and its cards, with ``ranking_note``; ``wagers`` each wager, its object
and its source; ``conditions`` what an approval requires and how it is met ("" for the card room to
fill in); ``readings`` what the document leaves open and how it is read here. A game without the
file has none of these sections.
"""

import tomllib
from dataclasses import dataclass
from functools import cache

from games.registry import KITS

Rows = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Maker:
    """The file of one game."""

    maker: str = ""
    rules: str = ""
    equipment: tuple[str, ...] = ()
    ranking_note: str = ""
    ranking: Rows = ()
    wagers: Rows = ()
    conditions: Rows = ()
    readings: Rows = ()


@cache
def maker_of(slug: str) -> Maker:
    """The file of a game; everything "" or () without one."""
    path = KITS[slug].folder / "sheet.toml"
    if not path.is_file():
        return Maker()
    raw = tomllib.loads(path.read_text("utf-8"))
    tables = ("ranking", "wagers", "conditions", "readings")
    rows = {name: tuple(map(tuple, raw[name])) for name in tables if name in raw}
    return Maker(**raw | rows | {"equipment": tuple(raw.get("equipment", ()))})

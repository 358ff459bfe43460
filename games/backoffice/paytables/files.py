"""Import and export of paytables: TOML as in the games' folders, and CSV.

Imports are checked line by line, and all faults are shown at once. A line may be left out: the
person who submits the paytable confirms that it loses. TOML exports are what `read_paytable` reads,
with the same digest.
"""

import csv
import io
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from games.engine.errors import BadPaytable
from games.engine.game import Spot
from games.engine.payout import parse_payout
from games.registry import GAMES

COLUMNS: Mapping[str, Callable[[tuple[Any, str, str]], Any]] = {
    "game": lambda row: row[0].game,
    "spot": lambda row: row[0].spot,
    "code": lambda row: row[0].code,
    "line": lambda row: row[1],
    "pays": lambda row: row[2],
}
"""The columns of a paytable in CSV: the paytable, a line and what it pays."""
SEPARATORS = ",;\t"
"""What spreadsheets put between cells: it depends on their country setting."""
CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,19}")
CODE_ACCEPTED = "1 to 20 letters, digits and hyphens, for example BRH-09"
LARGEST = 64 * 1024
"""The most characters of a paytable: the longest printed one has under a thousand."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")


class BadImport(Exception):
    """A text that is not a valid paytable; `faults` are sentences, one for each fault."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = list(faults)
        super().__init__(" ".join(self.faults))


@dataclass(frozen=True)
class Given:
    """A paytable as imported. `lines` has every line that the spot declares, in its order, with its
    payout as text; "" for a missing one."""

    game: str
    spot: str
    code: str
    lines: Mapping[str, str]
    title: str = ""
    source: str = ""
    printed: Mapping[str, Any] = field(default_factory=dict)


def read(text: str) -> Given:
    """Read a paytable in TOML or CSV, whichever it looks like. Raises BadImport."""
    if len(text) > LARGEST:
        raise BadImport([f"A paytable has at most {LARGEST:,} characters, not {len(text):,}."])
    if not text.strip():
        raise BadImport(["Paste a paytable, or choose a file: TOML or CSV."])
    first = text.lstrip("\ufeff").lstrip().splitlines()[0]
    is_csv = any(mark in first for mark in SEPARATORS) and "=" not in first
    return _checked(_read_csv(text) if is_csv else _read_toml(text))


def _read_toml(text: str) -> dict[str, Any]:
    try:
        raw = tomllib.loads(text.lstrip("\ufeff").replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        raise BadImport([f"This is not valid TOML: {error}."]) from None
    unknown = set(raw) - {"game", "spot", "code", "title", "source", "lines", "printed"}
    if unknown:
        raise BadImport([f"A paytable has no {key!r}." for key in sorted(unknown)])
    if not isinstance(raw.get("lines"), Mapping):
        raise BadImport(["A paytable has its lines below [lines]."])
    if not isinstance(raw.get("printed", {}), Mapping):
        raise BadImport(["'printed' maps names to what the maker printed."])
    return raw


def _read_csv(text: str) -> dict[str, Any]:
    header, rows = _cells(text)
    if missing := [column for column in COLUMNS if column not in header]:
        raise BadImport([f"The first row names the columns {', '.join(COLUMNS)}; {missing} lack."])
    faults, lines = [], {}
    first = next(iter(rows.values()), {})
    for number, row in rows.items():
        for column in ("game", "spot", "code"):
            if row[column] != first[column]:
                faults.append(
                    f"Row {number}: {column} is {row[column]!r}, above {first[column]!r}."
                )
        if row["line"] in lines:
            faults.append(f"Row {number}: the line {row['line']!r} appears twice.")
        lines[row["line"]] = row["pays"]
    if not rows:
        faults.append("There is no row below the names of the columns.")
    if faults:
        raise BadImport(faults)
    return {column: first[column] for column in ("game", "spot", "code")} | {"lines": lines}


def _cells(text: str) -> tuple[list[str], dict[int, dict[str, str]]]:
    """The headings of a table, in lower case, and its rows by number, without the empty ones that
    spreadsheets leave at the end."""
    text = text.lstrip("\ufeff").lstrip("\r\n")
    separator = max(SEPARATORS, key=text.splitlines()[0].count)
    heading, *rows = csv.reader(io.StringIO(text), delimiter=separator, skipinitialspace=True)
    header = [name.strip().lower() for name in heading]
    cells = {number: [cell.strip() for cell in row] for number, row in enumerate(rows, 2)}
    return header, {
        number: dict(zip_longest(header, row[: len(header)], fillvalue=""))
        for number, row in cells.items()
        if any(row)
    }


def _checked(raw: Mapping[str, Any]) -> Given:
    faults = [
        f"The {key} of a paytable is text, not {raw[key]!r}."
        for key in ("game", "spot", "code", "title", "source")
        if not isinstance(raw.get(key, ""), str)
    ]
    if faults:
        raise BadImport(faults)
    game, key, code = (raw.get(name, "") for name in ("game", "spot", "code"))
    lines = {str(line): text for line, text in raw["lines"].items()}
    spot = declared(game, key, lines)
    faults = list(faults_of(spot, lines))
    if not CODE.fullmatch(code):
        faults.append(f"A code is {CODE_ACCEPTED}, not {code!r}.")
    if len(raw.get("title", "")) > 120:
        faults.append("A title has at most 120 letters.")
    if faults:
        raise BadImport(faults)
    return Given(
        game=game,
        spot=key,
        code=code,
        lines={line: lines.get(line, "") for line in spot.lines},
        title=raw.get("title", ""),
        source=raw.get("source", ""),
        printed=dict(raw.get("printed", {})),
    )


def declared(game: str, key: str, lines: Iterable[str]) -> Spot:
    """The spot of a game that has these lines; of several, the one with most of them.

    Raises BadImport for an unknown game or spot.
    """
    if game not in GAMES:
        raise BadImport([f"There is no game {game!r}; the games are {', '.join(GAMES)}."])
    spots = [spot for spot in GAMES[game].every_spot() if spot.key == key and spot.lines]
    if not spots:
        keys = dict.fromkeys(spot.key for spot in GAMES[game].every_spot() if spot.lines)
        raise BadImport([f"{game} has no paytable for {key!r}; it has: {', '.join(keys)}."])
    given = set(lines)
    return max(
        spots, key=lambda spot: (len(given & set(spot.lines)), -len(set(spot.lines) - given))
    )


def faults_of(spot: Spot, lines: Mapping[str, object]) -> Iterator[str]:
    """The faults in the lines of a paytable, one sentence each. A payout of "" is not a fault."""
    for line, text in lines.items():
        if line not in spot.lines:
            yield f"{spot.name} has no line {line!r}; its lines are {', '.join(spot.lines)}."
        elif text != "":
            try:
                parse_payout(text)
            except BadPaytable as error:
                yield f"{spot.lines[line]} ({line}): {error}"


def as_toml(
    *,
    game: str,
    spot: str,
    code: str,
    lines: Iterable[tuple[str, str]],
    title: str = "",
    source: str = "",
    printed: Mapping[str, Any] | None = None,
) -> str:
    """A paytable in the form of the games' own paytable files."""
    facts = {"game": game, "spot": spot, "code": code, "title": title, "source": source}
    written = [f"{key} = {_value(text)}" for key, text in facts.items() if text]
    written += ["", "[lines]", *(f"{_key(line)} = {_value(text)}" for line, text in lines)]
    if printed:
        written += ["", "[printed]", *(f"{_key(key)} = {_value(v)}" for key, v in _sorted(printed))]
    return "\n".join(written) + "\n"


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _value(key)


def _sorted(values: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """By name, numbers by size: a database may have kept them in any order."""
    return sorted(
        values.items(), key=lambda item: (int(item[0]) if item[0].isdecimal() else 0, item[0])
    )


def _value(value: Any) -> str:
    """TOML writes strings, numbers, booleans and lists as JSON does."""
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(key)} = {_value(item)}" for key, item in _sorted(value))
        return f"{{ {inner} }}"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")

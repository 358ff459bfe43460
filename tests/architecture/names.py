"""Where code that is not a game's own names a game, a spot of one or an action of one.

The words come from the kits and from the folders of the games. Python is read token by token, so
that a comment may use plain English; templates, styles and scripts as text.
"""

import ast
import re
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from io import StringIO
from pathlib import Path

from config import BASE_DIR
from games.registry import FOLDERS, KITS

PLAIN = {
    "bet": "what every page calls a wager",
    "double": "what the button of every felt does to the bets that lie there",
    "draw": "what a script does to the screen",
    "fold": "what a table of figures does on a narrow screen",
    "hit": "what a line is that a wager was settled by",
    "main": "the part of a page that is not its frame",
    "play": "what players do",
    "range": "the built-in of Python, and an input that slides",
    "split": "what is done to a text",
    "stand": "an English verb",
}
"""Words of games that are plain English: they name a game only as a whole string."""

FOLDERS_READ = ("games", "accounts", "config", "templates", "static/css", "static/js")
"""Not bench, which measures certain rounds of certain games and is not part of the site."""

KINDS = (".py", ".html", ".txt", ".css", ".js")


@cache
def words() -> frozenset[str]:
    """Every word that is a game's own: slug, folder and name of a game, key and name of a spot,
    name of an action."""
    found = set(FOLDERS)
    for kit in KITS.values():
        found |= {kit.slug, kit.rules.name}
        for spot in kit.rules.every_spot():
            found |= {spot.key, spot.name}
        for path in kit.folder.rglob("*.py"):
            found |= set(_actions(ast.parse(path.read_text("utf-8"))))
    return frozenset(found)


def _actions(tree: ast.AST) -> Iterator[str]:
    """The names of the actions that a module offers or takes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            first = node.args[0] if node.args else None
            if node.func.id in {"Offer", "Action"} and isinstance(first, ast.Constant):
                yield str(first.value)


@dataclass(frozen=True)
class Naming:
    """A word of a game in a file: the path from the project's folder, the line and the word."""

    path: str
    line: int
    word: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line} names {self.word!r}"


def _pattern(some: Iterable[str]) -> re.Pattern[str]:
    alternatives = "|".join(re.escape(word) for word in sorted(some, key=len, reverse=True))
    return re.compile(rf"(?<![^\W_])(?:{alternatives})(?![^\W_])", re.IGNORECASE)


@cache
def _own() -> re.Pattern[str]:
    """A word that is never plain English, as a word of its own or between underscores."""
    return _pattern(word for word in words() if word.lower() not in PLAIN)


@cache
def _quoted() -> re.Pattern[str]:
    """A word in quotes, with nothing beside it."""
    alternatives = "|".join(re.escape(word) for word in sorted(words()))
    return re.compile(rf"""(?P<quote>["'`])(?P<word>{alternatives})(?P=quote)""")


def namings_in(path: str, text: str) -> Iterator[Naming]:
    """Every word of a game in a file."""
    read = _python if path.endswith(".py") else _text
    for line, word in read(text):
        yield Naming(path, line, word.lower())


def _text(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        for word in (*_own().findall(line), *(m["word"] for m in _quoted().finditer(line))):
            yield number, word


def _python(text: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(StringIO(text).readline):
        if token.type in {tokenize.STRING, tokenize.NAME, tokenize.COMMENT}:
            for word in _own().findall(token.string):
                yield token.start[0], word
        if token.type == tokenize.STRING and (quoted := _quoted().fullmatch(token.string)):
            yield token.start[0], quoted["word"]


def files() -> Iterator[Path]:
    """What is read: all of the site but the games' folders, their list and the migrations."""
    games = {BASE_DIR / "games" / folder for folder in FOLDERS}
    for folder in FOLDERS_READ:
        for path in sorted((BASE_DIR / folder).rglob("*")):
            if path.suffix not in KINDS or "migrations" in path.parts:
                continue
            if path != BASE_DIR / "games" / "registry.py" and not games & set(path.parents):
                yield path


def namings() -> list[Naming]:
    """Every word of a game where no game should be named."""
    return [
        naming
        for path in files()
        for naming in namings_in(path.relative_to(BASE_DIR).as_posix(), path.read_text("utf-8"))
    ]

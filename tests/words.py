"""Keeps words that nobody would say out of what people read: `python -m tests.words`, a part of
`make lint`.

Templates are searched without their tags and comments, Python for sentences that are no docstrings.
One line for each find, and exit code 1 if there are any. What must stay is in `ALLOWED`.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from config import BASE_DIR

ROOTS = ("templates", "accounts", "config", "games")

BETTER = {
    "whoever": "anyone who, or you",
    "as it stands": "as it is",
    "no answer stands": "if time runs out, you stand",
    "is told": "reads, or is shown",
    "are told": "read, or are shown",
    "wants two": "needs",
    "has the time again": "gets the full time again",
    "minimum a spot": "minimum per spot",
    "who signs in": "if you sign in",
    "is no json": "is not valid JSON",
    "nobody has to believe": "you don't have to take our word for it",
    "below nothing": "a negative figure",
    "is no number": "is not a number",
    "is none of the choices": "is not one of the choices",
    "on a hunch": "sometimes guesses",
    "does not cover this": "what is left, and until when",
    "no wager is within": "you've reached your limit",
    "has to believe": "you don't have to take our word for it",
    "of one's own": "your own",
    "so far as": "as far as",
    "at most how many": "how many … (0 for none)",
    "is used up": "you have reached, or no longer works",
    "look into your mail": "check your e-mail",
    "there is no way back": "this cannot be undone",
    "see what is marked": "please correct what is marked",
    "no answer folds": "if time runs out, you fold",
    "every stake is back": "every stake is returned",
    "draws on the": "is using the",
    "look on": "watch",
    "anew": "again",
    "is no toml": "is not valid TOML",
    "offered no more": "no longer offered",
    "had gone on meanwhile": "has moved on",
    "follow the choice": "each has its own",
    "whomever": "anyone",
    "is none of": "is not one of",
    "are none of": "are not among",
    "is no valid": "is not a valid",
    "comes of it": "follows",
    "comes of them": "follows",
    "as they stand": "as they are",
    "lies open": "is face up, or is open",
    "of its own accord": "by itself",
    "for as long as": "as long as, or while",
    "that which": "what",
    "tells of": "says, or shows",
    "told of": "read, or are shown",
    "looks on": "watches",
    "in no list": "not listed",
    "once more": "again",
    "thereof": "of it",
    "wherein": "where",
    "whence": "from where",
    "thence": "from there",
}
"""Words that nobody would say, and what to say instead."""

ALLOWED = frozenset(
    {
        # Commands answer byte for byte as the version before did; see tests/upgrade.
        ("games/engine/strict_json.py", "is no json"),
        ("games/engine/strict_json.py", "is no number"),
    }
)
"""A path and words that must stay in it."""

_WORDS = re.compile("|".join(rf"\b{re.escape(words)}\b" for words in BETTER), re.IGNORECASE)
_UNSEEN = re.compile(r"{% comment %}.*?{% endcomment %}|{#.*?#}|{%.*?%}|{{.*?}}|<[^>]*>", re.DOTALL)


def in_template(text: str) -> Iterator[str]:
    """What a template has people read, tags and comments left out."""
    yield " ".join(_UNSEEN.sub(" ", text).split())


def in_python(text: str) -> Iterator[str]:
    """The strings of a module that are sentences: no docstrings, and none without a space."""
    tree = ast.parse(text)
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or id(node) in silent:
            continue
        if isinstance(node.value, str) and " " in node.value:
            yield node.value


def found_in(path: str, texts: Iterator[str]) -> Iterator[str]:
    """The words to be replaced in the texts of a file, in a line each."""
    for text in texts:
        for match in _WORDS.finditer(text):
            words = match[0].lower()
            if (path, words) not in ALLOWED:
                yield f"{path}: {match[0]!r}; better: {BETTER[words]}."


def main() -> int:
    """Prints every find; 1 if there is one."""
    found: list[str] = []
    for root in ROOTS:
        for path in sorted(Path(BASE_DIR, root).rglob("*")):
            name = str(path.relative_to(BASE_DIR))
            if path.suffix in (".html", ".txt"):
                found += found_in(name, in_template(path.read_text()))
            elif path.suffix == ".py" and "migrations" not in path.parts:
                found += found_in(name, in_python(path.read_text()))
    print("\n".join(found) or "The words are plain.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

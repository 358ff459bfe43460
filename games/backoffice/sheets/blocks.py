"""What a game sheet is made of: a few kinds of blocks, which its page and its PDF each draw."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any, ClassVar

from django.template.loader import render_to_string

_DIGEST = re.compile("[0-9a-f]{64}")


class Block:
    """A part of a section. `kind` names the template that draws it on the page, and the function
    that draws it in the PDF."""

    kind: ClassVar[str]

    @property
    def template(self) -> str:
        """The template of the page."""
        return f"games/sheet/{self.kind}.html"


@dataclass(frozen=True)
class Heading(Block):
    """A heading within a section; `code`: printed beside it."""

    kind = "heading"
    words: str
    code: str = ""


@dataclass(frozen=True)
class Text(Block):
    """A paragraph. `tone`: "" for plain, or ``strong``, ``small``."""

    kind = "text"
    words: str
    tone: str = ""


@dataclass(frozen=True)
class Points(Block):
    """A list; `numbered`: of steps in order."""

    kind = "points"
    items: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True)
class Facts(Block):
    """Names with values; digests are set differently. "" is a line to be filled in by hand."""

    kind = "facts"
    rows: tuple[tuple[str, str], ...]

    @property
    def marked(self) -> list[tuple[str, str, bool]]:
        """Each row, and whether its value is a digest."""
        return [(name, words, _DIGEST.fullmatch(words) is not None) for name, words in self.rows]


@dataclass(frozen=True)
class Grid(Block):
    """A table. The first `words` columns are text, the others figures. `widths`: of the columns in
    the PDF in millimetres, 0 for an equal share of the rest. `caption`: for screen readers."""

    kind = "grid"
    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    widths: tuple[float, ...]
    words: int = 1

    @property
    def all_words(self) -> bool:
        """Whether there are no figures in it."""
        return self.words == len(self.heads)

    @property
    def columns(self) -> list[tuple[str, bool]]:
        """The headings, and whether figures are below them."""
        return [(head, place >= self.words) for place, head in enumerate(self.heads)]

    @property
    def cells(self) -> list[list[tuple[str, str, bool]]]:
        """Each row's cells with their headings, and whether they are figures."""
        return [
            [(head, cell, figure) for (head, figure), cell in zip(self.columns, row, strict=True)]
            for row in self.rows
        ]


@dataclass(frozen=True)
class Endings(Block):
    """How the wagers of an example ended: Win, Lose or Tie, and a sentence."""

    kind = "endings"
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Lines(Block):
    """Lines to sign on; each says who signs."""

    kind = "lines"
    words: tuple[str, ...]


@dataclass(frozen=True)
class Together(Block):
    """Blocks that stay on one page."""

    kind = "together"
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Section:
    """A numbered part of a sheet."""

    number: int
    title: str
    blocks: tuple[Block, ...]

    @property
    def key(self) -> str:
        """Unique on the page."""
        return f"section-{self.number}"


class _Reader(HTMLParser):
    """The headings, paragraphs and list items of a simple template, with their tags."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag in ("h3", "p", "li"):
            self.found.append((tag, ""))

    def handle_data(self, data: str) -> None:
        if self.found:
            tag, words = self.found[-1]
            self.found[-1] = tag, words + data


def included(template: str) -> Iterator[Block]:
    """A template of a game's rules as blocks: the same words as on its rules page."""
    reader = _Reader()
    reader.feed(render_to_string(template))
    steps: list[str] = []
    for tag, text in [*reader.found, ("", "")]:
        words = " ".join(text.split())
        if tag == "li":
            steps.append(words)
            continue
        if steps:
            yield Points(tuple(steps), numbered=True)
            steps = []
        if tag:
            yield Heading(words) if tag == "h3" else Text(words)

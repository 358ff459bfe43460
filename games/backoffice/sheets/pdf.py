"""A game sheet as a PDF: the sections of `games.backoffice.sheets.sections`, drawn in the PDF."""

from collections.abc import Iterable, Iterator
from functools import singledispatch
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, Paragraph, Spacer

from games.backoffice.sheets.blocks import (
    Block,
    Endings,
    Facts,
    Grid,
    Heading,
    Lines,
    Points,
    Text,
    Together,
)
from games.backoffice.sheets.paper import (
    BODY,
    CELL,
    H2,
    H3,
    HEAD,
    MARK,
    SMALL,
    STEP,
    STRONG,
    TITLE,
    WIDTH,
    Around,
    laid_out,
    ruled,
    table,
    text,
)  # fmt: skip
from games.backoffice.sheets.sections import front_of, sections_of
from games.backoffice.sheets.sheet import Sheet

Story = Iterator[Flowable]

STYLES = {"": BODY, "strong": STRONG, "small": SMALL}
NAMES = 46 * mm
"""The width of the names of facts."""


def pdf_of(sheet: Sheet) -> bytes:
    """The PDF of a complete sheet."""
    digest = sheet.version.digest if sheet.version else sheet.digest
    around = Around(
        title=f"{sheet.game.name}: game sheet {sheet.about}",
        name=f"Digest {digest[:16]}",
        made=f"Cardroom · made {sheet.at:%-d %B %Y, %H:%M} UTC" if sheet.at else "Cardroom",
        mark=sheet.mark,
        about=f"Rules, limits, paytables and exact odds; digest {sheet.digest}",
    )
    return laid_out(_story(sheet), around)


def _story(sheet: Sheet) -> Story:
    yield text("Game sheet", SMALL)
    yield text(sheet.game.name, TITLE)
    yield text(f"{sheet.about[0].upper()}{sheet.about[1:]}.")
    if sheet.mark:
        yield text(sheet.mark, MARK)
    yield from drawn(front_of(sheet))
    for section in sections_of(sheet):
        yield text(f"{section.number}. {section.title}", H2)
        yield from _all(section.blocks)


def _all(blocks: Iterable[Block]) -> Story:
    for block in blocks:
        yield from drawn(block)


@singledispatch
def drawn(block: Block) -> Story:
    """A block in the PDF."""
    raise TypeError(f"Nobody draws a {block.kind}.")


@drawn.register
def _heading(block: Heading) -> Story:
    yield text(" ".join(filter(None, (block.words, block.code))), H3)


@drawn.register
def _text(block: Text) -> Story:
    yield text(block.words, STYLES[block.tone])


@drawn.register
def _points(block: Points) -> Story:
    for number, item in enumerate(block.items, 1):
        yield Paragraph(escape(item), STEP, bulletText=f"{number}." if block.numbered else "–")


@drawn.register
def _facts(block: Facts) -> Story:
    cells = [[text(name, HEAD), text(words, CELL)] for name, words in block.rows]
    yield ruled(cells, [NAMES, WIDTH - NAMES], heads=0)
    yield Spacer(0, 6)


@drawn.register
def _grid(block: Grid) -> Story:
    yield table(block.heads, block.rows, [width * mm for width in block.widths], words=block.words)
    yield Spacer(0, 4)


@drawn.register
def _endings(block: Endings) -> Story:
    rows = [[text(ending, HEAD), text(words, CELL)] for ending, words in block.rows]
    yield ruled(rows, [16 * mm, WIDTH - 16 * mm], heads=0)


@drawn.register
def _lines(block: Lines) -> Story:
    rows: list[list[Any]] = [[text("", CELL), text(words, SMALL)] for words in block.words]
    made = ruled(rows, [100 * mm, WIDTH - 100 * mm], heads=0)
    made.setStyle([("TOPPADDING", (0, 0), (-1, -1), 20)])
    yield made


@drawn.register
def _together(block: Together) -> Story:
    yield KeepTogether(list(_all(block.blocks)))

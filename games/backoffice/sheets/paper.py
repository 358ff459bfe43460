"""The look of this site's PDFs: fonts, styles, tables, and what surrounds the text of every page.

The fonts are Archivo and Besley as on the pages, cut to single weights (SIL Open Font License,
beside the files); they are embedded.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, cast
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Table

Row = Sequence[str]

FONTS = Path(__file__).with_name("fonts")
TEXT, BOLD, DISPLAY = "Archivo-Regular", "Archivo-SemiBold", "Besley-SemiBold"
MARGIN, TOP = 18 * mm, 20 * mm
PADDING = 6
"""What reportlab leaves free inside a frame, in points."""

WIDTH = A4[0] - 2 * MARGIN
INK, DIM, LINE = HexColor("#17211c"), HexColor("#4f5b54"), HexColor("#c9cec4")

BODY = ParagraphStyle(
    "body", fontName=TEXT, fontSize=9.2, leading=12.6, textColor=INK, spaceAfter=4,
    splitLongWords=1,
)  # fmt: skip
SMALL = ParagraphStyle("small", BODY, fontSize=7.8, leading=10.4, textColor=DIM)
CELL = ParagraphStyle("cell", BODY, fontSize=8.2, leading=10.4, spaceAfter=0)
RIGHT = ParagraphStyle("right", CELL, alignment=TA_RIGHT)
HEAD = ParagraphStyle("head", CELL, fontName=BOLD, fontSize=7.6, textColor=DIM)
HEAD_RIGHT = ParagraphStyle("head-right", HEAD, alignment=TA_RIGHT)
TITLE = ParagraphStyle("title", BODY, fontName=DISPLAY, fontSize=26, leading=30, spaceAfter=2)
H2 = ParagraphStyle(
    "h2", BODY, fontName=DISPLAY, fontSize=14, leading=18, spaceBefore=12, spaceAfter=5,
    keepWithNext=1,
)  # fmt: skip
H3 = ParagraphStyle(
    "h3", BODY, fontName=BOLD, fontSize=10.4, leading=13, spaceBefore=8, spaceAfter=3,
    keepWithNext=1,
)  # fmt: skip
STRONG = ParagraphStyle("strong", BODY, fontName=BOLD, spaceAfter=1, keepWithNext=1)
MARK = ParagraphStyle(
    "mark", BODY, fontName=BOLD, fontSize=13, leading=17, spaceBefore=12, spaceAfter=12,
    borderWidth=1.2, borderColor=INK, borderPadding=6,
)  # fmt: skip
STEP = ParagraphStyle(
    "step", BODY, leftIndent=16, bulletIndent=0, bulletFontName=BOLD, bulletFontSize=9.2
)


@dataclass(frozen=True)
class Around:
    """What surrounds the text of every page: above it `title`, below it `made`, `mark` and `name`.

    about: the subject in the PDF's metadata.
    """

    title: str
    name: str
    made: str
    mark: str
    about: str


def laid_out(story: Iterable[Flowable], around: Around) -> bytes:
    """A PDF in A4. The same story gives the same bytes: the dates in its metadata are fixed.

    story: an iterator, since paragraphs can only be made once the fonts are registered.
    """
    _register()
    out = BytesIO()
    document = SimpleDocTemplate(
        out, pagesize=A4, leftMargin=MARGIN - PADDING, rightMargin=MARGIN - PADDING,
        topMargin=TOP, bottomMargin=TOP, title=around.title, subject=around.about,
        author="Cardroom", creator="Cardroom", lang="en-GB", invariant=1, displayDocTitle=True,
        initialFontName=TEXT,
    )  # fmt: skip
    document.build(
        list(story), canvasmaker=lambda *args, **kwargs: _Numbered(around, *args, **kwargs)
    )
    return out.getvalue()


@cache
def _register() -> None:
    for name in (TEXT, BOLD, DISPLAY):
        pdfmetrics.registerFont(TTFont(name, FONTS / f"{name}.ttf"))


class _Numbered(Canvas):
    """A canvas that counts its pages, and writes the total on each at the end."""

    def __init__(self, around: Around, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._around, self._kept = around, list[dict[str, Any]]()

    def showPage(self) -> None:
        self._kept.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        for number, state in enumerate(list(self._kept), 1):
            kept = self._kept
            self.__dict__.update(state)
            self._kept = kept
            self._frame(number, len(kept))
            super().showPage()
        super().save()

    def _frame(self, number: int, total: int) -> None:
        """Draw what is above and below the text of every page."""
        left, right, top = MARGIN, A4[0] - MARGIN, A4[1] - 13 * mm
        around = self._around
        self.setFillColor(INK)
        self.setFont(BOLD, 8)
        self.drawString(left, top, around.title)
        self.setFont(TEXT, 8)
        self.setFillColor(DIM)
        self.drawString(left, 12 * mm, around.made)
        self.drawRightString(right, 12 * mm, f"{around.name} · Page {number} of {total}")
        if around.mark:
            self.setFont(BOLD, 8)
            self.setFillColor(INK)
            self.drawCentredString(A4[0] / 2, 12 * mm, around.mark)
        self.setStrokeColor(LINE)
        for height in (top - 5, 12 * mm + 10):
            self.line(left, height, right, height)


def text(words: str, style: ParagraphStyle = BODY) -> Paragraph:
    """A paragraph of plain text."""
    return Paragraph(escape(words), style)


def table(heads: Row, rows: Iterable[Row], widths: Sequence[float], *, words: int = 1) -> Flowable:
    """A table with its headings on every page. widths: 0 for an equal share of the rest.

    words: how many of the first columns are text; the others are figures, right-aligned.
    """
    left = (WIDTH - sum(widths)) / max(1, list(widths).count(0))
    cells = [_cells(heads, HEAD, HEAD_RIGHT, words), *(_cells(r, CELL, RIGHT, words) for r in rows)]
    return ruled(cells, [width or left for width in widths], heads=1)


def _cells(
    row: Row, words_in: ParagraphStyle, figure: ParagraphStyle, words: int
) -> list[Paragraph]:
    return [text(cell, words_in if place < words else figure) for place, cell in enumerate(row)]


def ruled(cells: Any, widths: Sequence[float], *, heads: int) -> Flowable:
    """Cells with a rule below each row; heads: how many rows are repeated on every page."""
    made = Table(cells, colWidths=list(widths), repeatRows=heads, hAlign="LEFT")
    made.setStyle([
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LINEBELOW", (0, 0), (-1, -1), 0.4, LINE),
        ("LEFTPADDING", (0, 0), (0, -1), 0),
        ("RIGHTPADDING", (-1, 0), (-1, -1), 0),
        ("TOPPADDING", (0, 0), (-1, -1), 2.4),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2.8),
        *([("LINEBELOW", (0, 0), (-1, 0), 0.9, INK)] if heads else []),
    ])  # fmt: skip
    return cast("Flowable", made)

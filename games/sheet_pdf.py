"""A game sheet as a PDF: the same sections, words and figures as its page.

The same sheet gives the same bytes. The fonts are Archivo and Besley as the pages have them, cut to
single weights (SIL Open Font License, beside the files), and are embedded.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any, cast
from xml.sax.saxutils import escape

from django.template.loader import render_to_string
from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    CondPageBreak,
    Flowable,
    KeepTogether,
    Paragraph,
    SimpleDocTemplate,
    Spacer,
    Table,
)  # fmt: skip

from games.sheet_examples import Example
from games.sheets import Sheet
from games.templatetags.odds import chance, count, gain, minus, percent, points

Story = Iterator[Flowable]
Row = Sequence[str]

FONTS = Path(__file__).with_name("sheet_fonts")
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
    "mark", BODY, fontName=BOLD, fontSize=13, leading=17, spaceBefore=6, spaceAfter=6,
    borderWidth=1.2, borderColor=INK, borderPadding=6,
)  # fmt: skip


def pdf_of(sheet: Sheet) -> bytes:
    """The PDF of a complete sheet."""
    _register()
    out = BytesIO()
    document = SimpleDocTemplate(
        out, pagesize=A4, leftMargin=MARGIN - PADDING, rightMargin=MARGIN - PADDING,
        topMargin=TOP, bottomMargin=TOP,
        title=f"{sheet.game.name}: game sheet {sheet.about}",
        author="Cardroom",
        subject=f"Rules, limits, paytables and exact odds; digest {sheet.digest}",
        creator="Cardroom", lang="en-GB", invariant=1, displayDocTitle=True,
        initialFontName=TEXT,
    )  # fmt: skip
    document.build(
        [flowable for part in _parts(sheet) for flowable in part],
        canvasmaker=lambda *args, **kwargs: _Numbered(sheet, *args, **kwargs),
    )
    return out.getvalue()


@cache
def _register() -> None:
    for name in (TEXT, BOLD, DISPLAY):
        pdfmetrics.registerFont(TTFont(name, FONTS / f"{name}.ttf"))


class _Numbered(Canvas):  # type: ignore[misc] # reportlab brings no types
    """A canvas that knows at the end how many pages there are, and writes it on each."""

    def __init__(self, sheet: Sheet, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._sheet, self._kept = sheet, list[dict[str, Any]]()

    def showPage(self) -> None:  # noqa: N802 # reportlab's name
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
        """What is above and below the text of every page."""
        left, right, top = MARGIN, A4[0] - MARGIN, A4[1] - 13 * mm
        sheet = self._sheet
        self.setFillColor(INK)
        self.setFont(BOLD, 8)
        self.drawString(left, top, f"{sheet.game.name} – game sheet {sheet.about}")
        self.setFont(TEXT, 8)
        self.setFillColor(DIM)
        self.drawRightString(right, top, f"Digest {_digest(sheet)[:16]}")
        self.drawString(left, 12 * mm, f"Cardroom · made {_day(sheet)}")
        self.drawRightString(right, 12 * mm, f"Page {number} of {total}")
        if sheet.mark:
            self.setFont(BOLD, 8)
            self.setFillColor(INK)
            self.drawCentredString(A4[0] / 2, 12 * mm, sheet.mark)
        self.setStrokeColor(LINE)
        for height in (top - 5, 12 * mm + 10):
            self.line(left, height, right, height)


def _digest(sheet: Sheet) -> str:
    """The digest that names the sheet: its version's if it is about one."""
    return sheet.version.digest if sheet.version else sheet.digest


def _day(sheet: Sheet) -> str:
    return f"{sheet.at:%-d %B %Y, %H:%M} UTC"


def _parts(sheet: Sheet) -> Iterator[Story]:
    """The document, section by section."""
    yield _front(sheet)
    yield _rules(sheet)
    yield _options(sheet)
    yield _bets(sheet)
    yield _examples(sheet)
    yield _limits(sheet)


def _text(words: str, style: ParagraphStyle = BODY) -> Paragraph:
    return Paragraph(escape(words), style)


def _front(sheet: Sheet) -> Story:
    yield _text("Game sheet", SMALL)
    yield _text(sheet.game.name, TITLE)
    yield _text(f"{sheet.about[0].upper()}{sheet.about[1:]}.")
    if sheet.mark:
        yield _text(sheet.mark, MARK)
    yield _text("1. Paytables and approvals", H2)
    for pays in sheet.pays:
        version = pays.version
        words = f"{version.code}, version {version.number}, {version.status}"
        facts = [
            (pays.where, ". ".join(filter(None, (words, pays.title)))),
            ("Version digest", version.digest),
            ("Approval", pays.approval[0].upper() + pays.approval[1:]),
        ]
        yield _facts([*facts, *([("Source", version.source)] if version.source else [])])
    yield _facts([
        ("Digest of this sheet", sheet.digest),
        ("Digest of the code that pays", sheet.code),
        ("Made on", _day(sheet)),
    ])  # fmt: skip


def _facts(rows: Iterable[tuple[str, str]]) -> Flowable:
    cells = [[_text(name, HEAD), _text(words, CELL)] for name, words in rows]
    return KeepTogether([_ruled(cells, [46 * mm, WIDTH - 46 * mm], heads=0), Spacer(0, 6)])


def _rules(sheet: Sheet) -> Story:
    slug = sheet.game.slug
    yield _text("2. Rules of play", H2)
    if sheet.differs:
        yield _text("The text tells of the usual house options. Here these hold instead:")
        yield from (_text(f"– {sentence}") for sentence in sheet.differs)
    yield from _included(f"games/{slug}/play.html")
    yield _text("3. Dealing and settlement", H2)
    yield from _included(f"games/{slug}/dealing.html")
    yield from _included(f"games/{slug}/settlement.html")


class _Blocks(HTMLParser):
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


def _included(template: str) -> Story:
    """What the page includes, as text; list items are numbered."""
    blocks = _Blocks()
    blocks.feed(render_to_string(template))
    step = 0
    for tag, words in blocks.found:
        step += tag == "li"
        told = " ".join(words.split())
        if tag == "li":
            yield Paragraph(escape(told), _STEP, bulletText=f"{step}.")
        else:
            yield _text(told, H3 if tag == "h3" else BODY)


_STEP = ParagraphStyle(
    "step", BODY, leftIndent=16, bulletIndent=0, bulletFontName=BOLD, bulletFontSize=9.2
)


def _options(sheet: Sheet) -> Story:
    yield _text("4. House options in force", H2)
    if not sheet.options:
        yield _text("This game leaves nothing to the house.")
        return
    rows = [(one["name"], one["help"], one["value"]) for one in sheet.options]
    yield _table(("Option", "What it means", "Here"), rows, (40 * mm, 96 * mm, 0), words=2)


def _bets(sheet: Sheet) -> Story:
    yield _text("5. What each wager pays", H2)
    yield _text(
        "Return is the probability times what the line wins, in units of the wager. The returns of "
        "all lines add up to the house edge, with its sign changed."
    )
    for bet in sheet.bets:
        yield CondPageBreak(45 * mm)
        yield _text(" ".join(filter(None, (bet["title"], bet["code"]))), H3)
        told = bet["bet"]
        yield _text(told["assumption"] if told else (
            f"Part of {bet['part_of']}, whose edge and assumption hold for both; it costs no wager "
            "of its own. Chances are those of a hand from the deal on."
        ))  # fmt: skip
        if told:
            yield from _edge(told)
        yield _lines(bet)
        for way in told.get("otherwise", ()) if told else ():
            yield _text(f"Played otherwise: {percent(way['edge_percent'])}. {way['assumption']}",
                        SMALL)  # fmt: skip
        if bet["stakes"]:
            yield from _stakes(bet)


def _lines(bet: Any) -> Flowable:
    counted = bet["counted"]
    heads = ["Line", "Pays", *(["Combinations"] if counted else []), "Probability", "Return"]
    rows = [
        [
            line["words"],
            line["pays"],
            *([count(line["combinations"])] if counted else []),
            chance(line["probability"]),
            gain(line["return"]),
        ]
        for line in bet["lines"]
    ]
    return _table(heads, rows, (54 * mm, 22 * mm, *([0] if counted else []), 0, 0))


def _edge(told: Any) -> Story:
    within = told.get("accuracy_percent")
    words = f"House edge {percent(told['edge_percent'])}"
    yield _text(words + (f", within {points(within)} points" if within else ""), STRONG)
    sentences = [
        f"Comes back {percent(told['return_percent'])}",
        f"wins {percent(told['hit_frequency_percent'], 2)} of the time",
    ]
    if told.get("element_of_risk_percent"):
        sentences.append(f"edge of all that is staked {percent(told['element_of_risk_percent'])}")
    if told["exact"]:
        sentences.append(f"edge exactly {minus(told['exact'])}")
    yield _text("; ".join(sentences) + ".")


def _stakes(bet: Any) -> Story:
    yield _text("House edge by stake, prizes of a fixed amount counted in. The lines above are for "
                f"{bet['stake'] // 100} staked.", SMALL)  # fmt: skip
    rows = [
        (f"{row['stake'] // 100:,}", percent(row["edge_percent"]), minus(row["exact"]))
        for row in bet["stakes"]
    ]
    yield _table(("Staked", "House edge", "Exactly"), rows, (62 * mm, 0, 0))


def _examples(sheet: Sheet) -> Story:
    yield _text("6. Examples", H2)
    yield _text("Rounds played and settled by the code that pays, with 10 on every spot. Win, lose "
                "and tie are what the wager comes to.")  # fmt: skip
    for side in sheet.sides:
        if side.name:
            yield _text(side.name, H3)
        if side.never_even:
            yield _text("Never come out even, with no line that gives the stake back: "
                        f"{', '.join(side.never_even)}.")  # fmt: skip
        for number, example in enumerate(side.examples, 1):
            yield KeepTogether(list(_example(number, example)))


def _example(number: int, example: Example) -> Story:
    yield _text(f"{number}. {example.title}", H3)
    for who, cards in example.dealt:
        yield Paragraph(f'<font name="{BOLD}">{escape(who)}:</font> {escape(cards)}', CELL)
    if example.played:
        yield _text(" ".join(example.played), CELL)
    rows = [[_text(one.ending, HEAD), _text(one.words, CELL)] for one in example.outcomes]
    yield Spacer(0, 3)
    yield _ruled(rows, [16 * mm, WIDTH - 16 * mm], heads=0)


def _limits(sheet: Sheet) -> Story:
    yield _text("7. Limits and largest payouts", H2)
    yield from (_text(f"– {sentence}") for sentence in sheet.limits)
    heads = ("Wager", "Least", "Largest", "Pays at best", "Largest payout", "Aggregate covers")
    rows = [
        (row.spot, row.least, row.largest, row.best, row.wins, row.aggregate)
        for row in sheet.bounds
    ]
    yield _table(heads, rows, (56 * mm, 14 * mm, 16 * mm, 0, 0, 0))
    yield _text(
        "Largest payout: what the largest wager wins on the line that pays most; the stake comes "
        "back besides. Where a wager can be raised, all that is raised at most is counted in. All "
        "chips are play money. A part of a cent is rounded down, once, at the wager.",
        ParagraphStyle("foot", SMALL, spaceBefore=5),
    )


def _table(heads: Row, rows: Iterable[Row], widths: Sequence[float], *, words: int = 1) -> Flowable:
    """A table with a head on every page. widths: 0 for an equal part of what the others leave.

    words: how many of the first columns are text; the others are figures, at the right.
    """
    left = (WIDTH - sum(widths)) / max(1, list(widths).count(0))
    cells = [_cells(heads, HEAD, HEAD_RIGHT, words), *(_cells(r, CELL, RIGHT, words) for r in rows)]
    return _ruled(cells, [width or left for width in widths], heads=1)


def _cells(row: Row, text: ParagraphStyle, figure: ParagraphStyle, words: int) -> list[Paragraph]:
    return [_text(cell, text if place < words else figure) for place, cell in enumerate(row)]


def _ruled(cells: Any, widths: Sequence[float], *, heads: int) -> Flowable:
    table = Table(cells, colWidths=list(widths), repeatRows=heads, hAlign="LEFT")
    table.setStyle([
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LINEBELOW", (0, 0), (-1, -1), 0.4, LINE),
        ("LEFTPADDING", (0, 0), (0, -1), 0),
        ("RIGHTPADDING", (-1, 0), (-1, -1), 0),
        ("TOPPADDING", (0, 0), (-1, -1), 2.4),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2.8),
        *([("LINEBELOW", (0, 0), (-1, 0), 0.9, INK)] if heads else []),
    ])  # fmt: skip
    return cast("Flowable", table)

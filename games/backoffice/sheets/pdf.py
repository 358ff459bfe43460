"""A game sheet as a PDF: the same sections, words and figures as its page."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from html.parser import HTMLParser
from typing import Any
from xml.sax.saxutils import escape

from django.template.loader import render_to_string
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, Paragraph, Spacer

from games.backoffice.sheets.examples import Example
from games.backoffice.sheets.paper import (
    AFTER,
    BODY,
    BOLD,
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
from games.backoffice.sheets.sheet import Sheet
from games.templatetags.odds import accuracy, chance, count, gain, minus, percent

Story = Iterator[Flowable]


def pdf_of(sheet: Sheet) -> bytes:
    """The PDF of a complete sheet."""
    around = Around(
        title=f"{sheet.game.name}: game sheet {sheet.about}",
        name=f"Digest {_digest(sheet)[:16]}",
        made=f"Cardroom · made {_day(sheet.at)}" if sheet.at else "Cardroom",
        mark=sheet.mark,
        about=f"Rules, limits, paytables and exact odds; digest {sheet.digest}",
    )
    return laid_out((flowable for part in _parts(sheet) for flowable in part), around)


def _digest(sheet: Sheet) -> str:
    """The digest that names the sheet: its version's if it is about one."""
    return sheet.version.digest if sheet.version else sheet.digest


def _day(at: datetime) -> str:
    return f"{at:%-d %B %Y, %H:%M} UTC"


def _parts(sheet: Sheet) -> Iterator[Story]:
    """The document, section by section."""
    yield _front(sheet)
    yield _rules(sheet)
    yield _options(sheet)
    yield _bets(sheet)
    yield _examples(sheet)
    yield _limits(sheet)


def _front(sheet: Sheet) -> Story:
    yield text("Game sheet", SMALL)
    yield text(sheet.game.name, TITLE)
    yield text(f"{sheet.about[0].upper()}{sheet.about[1:]}.")
    if sheet.mark:
        yield text(sheet.mark, MARK)
    yield text("1. Paytables and approvals", H2)
    for pays in sheet.pays:
        version = pays.version
        facts = [
            (pays.where, ". ".join(filter(None, (pays.words, pays.title)))),
            ("Version digest", version.digest),
            ("Approval", pays.approval[0].upper() + pays.approval[1:]),
        ]
        yield _facts([*facts, *([("Source", version.source)] if version.source else [])])
    yield _facts([
        ("Digest of this sheet", sheet.digest),
        ("Digest of the code that pays", sheet.code),
        *([("Made on", _day(sheet.at))] if sheet.at else []),
    ])  # fmt: skip


def _facts(rows: Iterable[tuple[str, str]]) -> Flowable:
    cells = [[text(name, HEAD), text(words, CELL)] for name, words in rows]
    return KeepTogether([ruled(cells, [46 * mm, WIDTH - 46 * mm], heads=0), Spacer(0, 6)])


def _rules(sheet: Sheet) -> Story:
    slug = sheet.game.slug
    yield text("2. Rules of play", H2)
    if sheet.differs:
        yield text("The text tells of the usual house options. Here these hold instead:")
        yield from (text(f"– {sentence}") for sentence in sheet.differs)
    yield from _included(f"games/{slug}/play.html")
    yield text("3. Dealing and settlement", H2)
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


def included(template: str) -> Iterator[tuple[str, str]]:
    """What the page includes, as text: "h3", "p" or the number of a list item, and the words."""
    blocks = _Blocks()
    blocks.feed(render_to_string(template))
    step = 0
    for tag, words in blocks.found:
        step += tag == "li"
        yield f"{step}." if tag == "li" else tag, " ".join(words.split())


def _included(template: str) -> Story:
    for tag, told in included(template):
        if tag in ("h3", "p"):
            yield text(told, H3 if tag == "h3" else BODY)
        else:
            yield Paragraph(escape(told), STEP, bulletText=tag)


def _options(sheet: Sheet) -> Story:
    yield text("4. House options in force", H2)
    if not sheet.options:
        yield text("This game leaves nothing to the house.")
        return
    rows = [(one.name, one.help, one.value) for one in sheet.options]
    yield table(("Option", "What it means", "Here"), rows, (40 * mm, 96 * mm, 0), words=2)


def _bets(sheet: Sheet) -> Story:
    yield text("5. What each wager pays", H2)
    yield text(
        "Return is the probability times what the line wins, in units of the wager. The returns of "
        "all lines add up to the house edge, with its sign changed."
    )
    for bet in sheet.bets:
        yield KeepTogether([*_bet(bet)])
        if bet["stakes"]:
            yield KeepTogether([*_stakes(bet)])


def _bet(bet: Any) -> Story:
    """A wager: what is assumed, what it costs, and its lines."""
    told = bet["bet"]
    yield text(" ".join(filter(None, (bet["title"], bet["code"]))), H3)
    if told:
        yield text(told["assumption"])
        yield from _edge(told)
    else:
        yield text(
            f"Part of {bet['part_of']}, whose edge and assumption hold for both; it costs no wager "
            "of its own. Chances are those of a hand from the deal on."
        )
    yield _lines(bet)
    for way in told.get("otherwise", ()) if told else ():
        words = f"Played otherwise: {percent(way['edge_percent'])}. {way['assumption']}"
        yield text(words, AFTER)


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
    return table(heads, rows, (54 * mm, 22 * mm, *([0] if counted else []), 0, 0))


def _edge(told: Any) -> Story:
    edge = f"House edge {percent(told['edge_percent'])}"
    yield text(", ".join(filter(None, (edge, accuracy(told)))), STRONG)
    sentences = [
        f"Comes back {percent(told['return_percent'])}",
        f"wins {percent(told['hit_frequency_percent'], 2)} of the time",
    ]
    if told.get("element_of_risk_percent"):
        sentences.append(f"edge of all that is staked {percent(told['element_of_risk_percent'])}")
    if told["exact"]:
        sentences.append(f"edge exactly {minus(told['exact'])}")
    yield text("; ".join(sentences) + ".")


def _stakes(bet: Any) -> Story:
    yield text("House edge by stake, prizes of a fixed amount counted in. The lines above are for "
                f"{bet['stake'] // 100} staked.", SMALL)  # fmt: skip
    rows = [
        (f"{row['stake'] // 100:,}", percent(row["edge_percent"]), minus(row["exact"] or ""))
        for row in bet["stakes"]
    ]
    yield table(("Staked", "House edge", "Exactly"), rows, (62 * mm, 0, 0))


def _examples(sheet: Sheet) -> Story:
    yield text("6. Examples", H2)
    yield text("Rounds played and settled by the code that pays, with 10 on every spot. Win, lose "
                "and tie are what the wager comes to.")  # fmt: skip
    for side in sheet.sides:
        if side.name:
            yield text(side.name, H3)
        if side.never_even:
            yield text("Never come out even, with no line that gives the stake back: "
                        f"{', '.join(side.never_even)}.")  # fmt: skip
        for number, example in enumerate(side.examples, 1):
            yield KeepTogether(list(_example(number, example)))


def _example(number: int, example: Example) -> Story:
    yield text(f"{number}. {example.title}", H3)
    for who, cards in example.dealt:
        yield Paragraph(f'<font name="{BOLD}">{escape(who)}:</font> {escape(cards)}', CELL)
    if example.played:
        yield text(" ".join(example.played), CELL)
    rows = [[text(one.ending, HEAD), text(one.words, CELL)] for one in example.outcomes]
    yield Spacer(0, 3)
    yield ruled(rows, [16 * mm, WIDTH - 16 * mm], heads=0)


def _limits(sheet: Sheet) -> Story:
    yield text("7. Limits and largest payouts", H2)
    yield from (text(f"– {sentence}") for sentence in sheet.limits)
    heads = ("Wager", "Least", "Largest", "Pays at best", "Largest payout", "Aggregate covers")
    rows = [
        (row.spot, row.least, row.largest, row.best, row.wins, row.aggregate)
        for row in sheet.bounds
    ]
    yield table(heads, rows, (56 * mm, 14 * mm, 16 * mm, 0, 0, 0))
    yield text(
        "Largest payout: what the largest wager wins on the line that pays most; the stake comes "
        "back besides. Where a wager can be raised, all that is raised at most is counted in. All "
        "chips are play money. A part of a cent is rounded down, once, at the wager.",
        AFTER,
    )

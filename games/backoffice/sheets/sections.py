"""The sections of a game sheet, described once: its page and its PDF draw the same."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from django.conf import settings

from games.backoffice.sheets.approvals import Pays
from games.backoffice.sheets.blocks import (
    Block,
    Endings,
    Facts,
    Grid,
    Heading,
    Lines,
    Points,
    Section,
    Text,
    Together,
    included,
)
from games.backoffice.sheets.examples import Example
from games.backoffice.sheets.makers import Maker, maker_of
from games.backoffice.sheets.sheet import Sheet
from games.procedure.reading import Step
from games.registry import KITS
from games.templatetags.odds import accuracy, chance, count, gain, minus, percent

Bet = Mapping[str, Any]
Blocks = Iterator[Block]


def front_of(sheet: Sheet) -> Facts:
    """What is above the first section: whose sheet it is, and what it was made from."""
    maker = maker_of(sheet.game.slug)
    rows = [
        ("Game and maker", maker.maker or sheet.game.name),
        *([("Rules followed", maker.rules)] if maker.rules else []),
        ("Licensee", settings.LICENSEE),
        ("Licence", settings.LICENCE),
        ("Location", settings.PREMISES),
        ("Internal controls: reference, approved on", ""),
        ("Stakes", "Play money. Chips cannot be bought or cashed out."),
        ("Digest of this sheet", sheet.digest),
        ("Digest of the code that pays", sheet.code),
        *([("Made on", f"{sheet.at:%-d %B %Y, %H:%M} UTC")] if sheet.at else []),
        ("Received (regulator's stamp)", ""),
    ]
    return Facts(tuple(rows))


def sections_of(sheet: Sheet) -> list[Section]:
    """Every section that has contents, numbered in order."""
    maker = maker_of(sheet.game.slug)
    parts: list[tuple[str, Callable[[Sheet, Maker], Blocks]]] = [
        ("Paytables and approvals", _approvals),
        ("Equipment and layout", _equipment),
        ("Ranking of hands", _ranking),
        ("Rules of play", _rules),
        ("Dealing and settlement", _dealing),
        ("Irregularities and prohibitions", _irregularities),
        ("House options in force", _options),
        ("What each wager pays", _bets),
        ("Examples", _examples),
        ("Limits and largest payouts", _limits),
        ("Game protection", _protection),
        ("How this house reads the rules", _readings),
        ("Version history", _history),
        ("Signatures", _signatures),
    ]
    made = [(title, tuple(part(sheet, maker))) for title, part in parts]
    kept = [(title, blocks) for title, blocks in made if blocks]
    return [Section(number, title, blocks) for number, (title, blocks) in enumerate(kept, 1)]


def _approvals(sheet: Sheet, maker: Maker) -> Blocks:
    for pays in sheet.pays:
        yield Together((Facts(tuple(_approval(pays))),))
    if maker.conditions:
        yield Heading("Conditions of the approval")
        yield Grid(
            "Conditions of the approval", ("The letter requires", "Here"), maker.conditions,
            (88, 0), words=2,
        )  # fmt: skip


def _approval(pays: Pays) -> Iterator[tuple[str, str]]:
    version = pays.version
    yield pays.where, ". ".join(filter(None, (pays.words, pays.title)))
    yield "Version digest", version.digest
    yield "Approval", pays.approval[0].upper() + pays.approval[1:]
    for letter in pays.letters:
        yield f"Letter {letter.reference}, {letter.dated:%-d %B %Y}", letter.digest
    if pays.since:
        yield "In force", pays.since
    if version.source:
        yield "Source", version.source


def _equipment(sheet: Sheet, maker: Maker) -> Blocks:
    if maker.equipment:
        yield Points(maker.equipment)


def _ranking(sheet: Sheet, maker: Maker) -> Blocks:
    if not maker.ranking:
        return
    yield Text(maker.ranking_note)
    rows = tuple((str(rank), *row) for rank, row in enumerate(maker.ranking, 1))
    yield Grid("Ranking of hands", ("Rank", "Hand", "Cards"), rows, (14, 50, 0), words=3)


def _rules(sheet: Sheet, maker: Maker) -> Blocks:
    if sheet.differs:
        yield Text("The rules below assume the usual options. This table differs:")
        yield Points(sheet.differs)
    yield from included(f"games/{sheet.game.slug}/play.html")
    if maker.wagers:
        yield Heading("The wagers and their objects")
        heads = ("Wager", "Object", "Source")
        yield Grid("The wagers and their objects", heads, maker.wagers, (44, 84, 0), words=3)


def _dealing(sheet: Sheet, maker: Maker) -> Blocks:
    yield Points(tuple(map(_step, sheet.steps)), numbered=True)
    clock = f"games/{sheet.game.slug}/clock.html"
    if (KITS[sheet.game.slug].folder / "templates" / clock).is_file():
        yield from included(clock)


def _step(step: Step) -> str:
    left = f" House: {step.house}" if step.house else ""
    return f"{step.words}{left} ({step.source})"


def _irregularities(sheet: Sheet, maker: Maker) -> Blocks:
    rows = tuple((one.case, one.answer, one.source) for one in sheet.irregularities)
    if rows:
        heads = ("If", "Then", "Source")
        yield Grid("Irregularities and prohibitions", heads, rows, (52, 76, 0), words=3)


def _options(sheet: Sheet, maker: Maker) -> Blocks:
    if not sheet.options:
        yield Text("This game leaves nothing to the house.")
        return
    rows = tuple((one.name, one.help, one.value) for one in sheet.options)
    heads = ("Option", "What it means", "Here")
    yield Grid("House options in force", heads, rows, (40, 96, 0), words=3)


def _bets(sheet: Sheet, maker: Maker) -> Blocks:
    yield Text(
        "Return is the probability times what the line wins, in units of the wager. The returns of "
        "all lines add up to the house edge, with its sign changed. The exact figure comes first; "
        "what the maker prints stands beside it, with a sentence where the two differ."
    )
    for bet in sheet.bets:
        yield Together(tuple(_bet(bet)))
        if bet["stakes"]:
            yield Together(tuple(_stakes(bet)))


def _bet(bet: Bet) -> Blocks:
    """A wager: assumptions, cost and lines."""
    figures = bet["bet"]
    yield Heading(bet["title"], bet["code"])
    if figures:
        yield Text(figures["assumption"])
        yield from _edge(figures)
        yield from _printed(bet)
    elif bet["part_of"]:
        yield Text(
            f"Part of {bet['part_of']}, whose edge and assumption hold for both; it costs no wager "
            "of its own. Chances are those of a hand from the deal on."
        )
    yield _lines(bet)
    for row in bet.get("remarks", ()):
        if row["line"]:
            yield Text(f"Printed {minus(row['printed'])}: {row['why']}", "small")
    for way in figures.get("otherwise", ()) if figures else ():
        yield Text(
            f"Played otherwise: {percent(way['edge_percent'])}. {way['assumption']}", "small"
        )


def _edge(figures: Bet) -> Blocks:
    edge = f"House edge {percent(figures['edge_percent'])}"
    yield Text(", ".join(filter(None, (edge, accuracy(figures)))), "strong")
    sentences = [
        f"Comes back {percent(figures['return_percent'])}",
        f"wins {percent(figures['hit_frequency_percent'], 2)} of the time",
    ]
    if figures.get("element_of_risk_percent"):
        sentences.append(
            f"edge of all that is staked {percent(figures['element_of_risk_percent'])}"
        )
    if figures["exact"]:
        sentences.append(f"edge exactly {minus(figures['exact'])}")
    yield Text("; ".join(sentences) + ".")


def _printed(bet: Bet) -> Blocks:
    """The maker's printed edge, with one sentence."""
    row = bet["printed"]
    if row:
        yield Text(f"The maker prints {minus(row['printed'])} %. {row['why']}")


def _lines(bet: Bet) -> Grid:
    known, printed = bet["bet"] or bet["part_of"], bet.get("lines_printed")
    counted = bet.get("counted")
    heads = ["Line", "Pays"]
    heads += ["Combinations"] if counted else []
    heads += ["Probability", "Return"] if known else []
    heads += ["Maker prints"] if printed else []
    rows = []
    for line in bet["lines"]:
        row = [line["words"], line["pays"]]
        row += [count(line["combinations"])] if counted else []
        row += [chance(line["probability"]), gain(line["return"])] if known else []
        row += (
            [minus(line["printed"]["printed"]) if line.get("printed") else "–"] if printed else []
        )
        rows.append(tuple(row))
    title = f"{bet['title']}: pay, chance and return of each line"
    widths = (50 if printed else 54, 22, *([0] * (len(heads) - 2)))
    return Grid(title, tuple(heads), tuple(rows), widths)


def _printed_line(row: Bet | None) -> str:
    """The maker's printed figure for a line: its return, or its chance, with a word saying so."""
    if not row:
        return "–"
    return f"{minus(row['printed'])}{' chance' if row['quantity'] == 'probability' else ''}"


def _stakes(bet: Bet) -> Blocks:
    yield Text(
        "House edge by stake, prizes of a fixed amount counted in. The lines above are for "
        f"{bet['stake'] // 100} staked.",
        "small",
    )
    printed = any(row["printed"] for row in bet["stakes"])
    rows = []
    for row in bet["stakes"]:
        cells = [
            f"{row['stake'] // 100:,}",
            percent(row["edge_percent"]),
            minus(row["exact"] or ""),
        ]
        beside = row["printed"]
        cells += [f"{minus(beside['printed'])} %" if beside else "–"] if printed else []
        rows.append(tuple(cells))
    heads = ("Staked", "House edge", "Exactly", *(["Maker prints"] if printed else []))
    yield Grid("House edge by stake", heads, tuple(rows), (40, *([0] * (len(heads) - 1))))


def _examples(sheet: Sheet, maker: Maker) -> Blocks:
    yield Text(
        "Rounds played and settled by the code that pays, with 10 on every spot. Win, lose and tie "
        "are what the wager comes to."
    )
    for side in sheet.sides:
        if side.name:
            yield Heading(side.name)
        if side.never_even:
            yield Text(f"These bets never push: {', '.join(side.never_even)}.")
        for number, example in enumerate(side.examples, 1):
            yield Together(tuple(_example(number, example)))


def _example(number: int, example: Example) -> Blocks:
    yield Heading(f"{number}. {example.title}")
    yield Facts(example.dealt)
    if example.played:
        yield Text(" ".join(example.played))
    yield Endings(tuple((one.ending, one.words) for one in example.outcomes))


def _limits(sheet: Sheet, maker: Maker) -> Blocks:
    yield Points(sheet.limits)
    heads = ("Wager", "Least", "Largest", "Pays at best", "Largest payout", "Aggregate covers")
    rows = tuple(
        (row.spot, row.least, row.largest, row.best, row.wins, row.aggregate)
        for row in sheet.bounds
    )
    yield Grid("Limits and largest payout of each spot", heads, rows, (56, 14, 16, 0, 0, 0))
    yield Text(
        "Largest payout: what the largest wager wins on the line that pays most; the stake comes "
        "back besides. Where a wager can be raised, all that is raised at most is counted in. All "
        "chips are play money. A part of a cent is rounded down, once, at the wager.",
        "small",
    )


def _protection(sheet: Sheet, maker: Maker) -> Blocks:
    yield Text(sheet.given_away)


def _readings(sheet: Sheet, maker: Maker) -> Blocks:
    if maker.readings:
        heads = ("The maker's rules", "Here")
        yield Grid("How this house reads the rules", heads, maker.readings, (88, 0), words=2)


def _history(sheet: Sheet, maker: Maker) -> Blocks:
    if sheet.history:
        heads = ("Date (UTC)", "Paytable", "What happened")
        yield Grid("Version history", heads, sheet.history, (28, 50, 0), words=3)


def _signatures(sheet: Sheet, maker: Maker) -> Blocks:
    yield Together((
        Text("We have read every page of this sheet. It describes the game as offered here."),
        Lines((
            "For the card room: name, title, date",
            "Table games manager: name, date",
            "Compliance: name, date",
            "For the authority: name, date",
        )),
    ))  # fmt: skip


def rules_text(sheet: Sheet) -> Iterator[str]:
    """The rules of play as plain text, line by line: the same words as on the sheet."""
    maker = maker_of(sheet.game.slug)
    yield f"{sheet.game.name}: rules of play, dealing and settlement\n"
    yield from _plain([*_rules(sheet, maker), *_dealing(sheet, maker)])
    yield "\nHOUSE OPTIONS IN FORCE\n"
    yield from (f"{one.name}: {one.value} ({one.help})" for one in sheet.options)
    yield "\nLIMITS\n"
    yield from sheet.limits
    yield ""


def _plain(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        match block:
            case Heading(words):
                yield f"\n{words.upper()}\n"
            case Text(words):
                yield words
            case Points(items, numbered):
                for number, item in enumerate(items, 1):
                    yield f"{number}. {item}" if numbered else f"- {item}"

"""The proof pack of a game, of one of its tables, or of one of its paytable versions.

For a page, which must not wait, the figures come from reports; for a command they are computed at
once.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games import printed_paytables
from games.backoffice.sheets.given_away import Known, names_of
from games.backoffice.sheets.pdf import pdf_of
from games.backoffice.sheets.sections import rules_text
from games.backoffice.sheets.sheet import Sheet, felts_for, sheet_from
from games.engine.record import AnyGame
from games.exact.protection import spots_of, together
from games.models import OddsReport, PaytableVersion, Table
from games.odds_reports import reports
from games.odds_reports.pages import Part, Progress, felt_words, progress_of
from games.odds_reports.protection import stored
from games.odds_reports.subjects import Shown
from games.proof.answers import answer
from games.proof.packed import Contents, Counted, Filed, Pack, pack_of

Answers = Sequence[Mapping[str, Any]]

SLOW = (
    "Computing game protection: {}. A bet that one deal decides takes seconds, one that is played "
    "on up to three minutes."
)


@dataclass(frozen=True)
class Asked:
    """A requested pack: None while something is missing. `about` and `progress` are for the waiting
    page."""

    about: str
    progress: Progress
    pack: Pack | None


@dataclass(frozen=True)
class _Found:
    """The computed figures of some felts, in their order: odds, counts, and by spot what each bet
    gives away. printed: what the game's maker prints."""

    odds: Answers
    counts: Answers
    protection: Sequence[Known]
    printed: Answers


def pack_asked(
    game: AnyGame, now: datetime, *, table: Table | None = None,
    version: PaytableVersion | None = None,
) -> Asked:  # fmt: skip
    """The pack, if all of it has been computed; otherwise asks a worker for the rest."""
    felts = felts_for(game, table, version)
    asked = list(_questions(game, felts, play=version is None))
    reported = reports.ask([question for _, question in asked], now)
    parts = [Part(words, report) for (words, _), report in zip(asked, reported, strict=True)]
    progress = progress_of(parts, now)
    answers = iter([part.answer for part in parts])
    found = _Found(
        odds=[next(answers) for _ in felts],
        counts=[next(answers) for _ in felts],
        protection=[
            {spot: found for spot in spots_of(felt.terms) if (found := next(answers))}
            for felt in felts
        ],
        printed=next(answers).get("rows", []),
    )
    sheet = _sheet(game, felts, found, table=table, version=version)
    whole = felts and not progress.words and not progress.errors
    return Asked(sheet.about, progress, _pack(sheet, felts, found) if whole else None)


def _questions(
    game: AnyGame, felts: Sequence[Shown], *, play: bool
) -> Iterator[tuple[str, reports.Question]]:
    """Everything that a pack needs, in the order of `_Found`, with descriptions."""
    for felt in felts:
        yield felt_words(game, felt), reports.terms_question(felt.terms, play=play)
    for felt in felts:
        yield f"the counts of {felt_words(game, felt)}", reports.proof_question(felt.terms)
    for felt in felts:
        for spot, name in names_of(felt).items():
            yield f"what {name} gives away", reports.protection_question(felt.terms, spot)
    yield "what the makers print", reports.published_question(game.slug)


def pack_made(
    game: AnyGame, felts: Sequence[Shown], *, table: Table | None = None, asked: str = "",
    say: Callable[[str], None],
) -> Pack:  # fmt: skip
    """The pack of some felts, computed now, except for figures of game protection that a worker has
    stored.

    asked: what the pack is about, in words; "" for a table or the usual felts. say: called before
    something that takes long.
    """
    on_file = reports.on_file(OddsReport)
    known: list[Known] = [stored(felt.terms) if on_file else {} for felt in felts]
    missing = [
        name
        for felt, answers in zip(felts, known, strict=True)
        for spot, name in names_of(felt).items()
        if spot not in answers
    ]
    if missing:
        say(SLOW.format("; ".join(missing)))
    found = _Found(
        odds=[_answer(reports.terms_question(felt.terms, play=False)) for felt in felts],
        counts=[_answer(reports.proof_question(felt.terms)) for felt in felts],
        protection=[
            {
                spot: answers.get(spot) or _answer(reports.protection_question(felt.terms, spot))
                for spot in spots_of(felt.terms)
            }
            for felt, answers in zip(felts, known, strict=True)
        ],
        printed=_answer(reports.published_question(game.slug))["rows"],
    )
    return _pack(_sheet(game, felts, found, table=table, asked=asked), felts, found)


def _answer(question: reports.Question) -> Mapping[str, Any]:
    return answer(question, printed_paytables.printed)


def _sheet(game: AnyGame, felts: Sequence[Shown], found: _Found, **about: Any) -> Sheet:
    return sheet_from(game, felts, found.odds, found.printed, found.protection, **about)


def _pack(sheet: Sheet, felts: Sequence[Shown], found: _Found) -> Pack:
    felt_figures = zip(felts, found.counts, found.protection, strict=True)
    return pack_of(
        Contents(
            game=sheet.game,
            about=sheet.about,
            sheet=pdf_of(sheet),
            rules="\n".join(rules_text(sheet)),
            code=sheet.code,
            filed=list(_filed(sheet)),
            counted=[
                Counted(felt.name, felt.terms, counted, together(list(given_away.values())))
                for felt, counted, given_away in felt_figures
            ],
        )
    )


def _filed(sheet: Sheet) -> Iterator[Filed]:
    """The paytables of a sheet, with their approvals."""
    for pays in sheet.pays:
        version, step = pays.version, pays.step
        yield Filed(
            paytable=version.value,
            number=version.number if version.pk else None,
            status=version.status,
            approval=pays.approval,
            reference=step.reference if step else "",
            approved_on=step.approved_on.isoformat() if step and step.approved_on else "",
        )

"""The proof pack of a game, of one of its tables, or of one of its paytable versions.

What is computed comes from reports for a page, which must not wait, and at once for a command.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games import printed_paytables
from games.backoffice.sheets.pdf import pdf_of
from games.backoffice.sheets.sections import rules_text
from games.backoffice.sheets.sheet import Sheet, felts_for, sheet_told
from games.engine.record import AnyGame
from games.models import PaytableVersion, Table
from games.odds_reports import reports
from games.odds_reports.pages import Part, Progress, felt_words, progress_of
from games.odds_reports.subjects import Shown
from games.proof.answers import answer
from games.proof.packed import Contents, Counted, Filed, Pack, pack_of

Answers = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Asked:
    """A pack that somebody has asked for: None as long as something is missing. `about` and
    `progress` are for the page that waits."""

    about: str
    progress: Progress
    pack: Pack | None


def pack_asked(
    game: AnyGame, now: datetime, *, table: Table | None = None,
    version: PaytableVersion | None = None, protection: Mapping[str, Any] | None = None,
) -> Asked:  # fmt: skip
    """The pack, if all of it has been computed; else it is asked for, and a worker started.

    protection: figures of game protection to put beside it.
    """
    felts = felts_for(game, table, version)
    questions = [
        *(reports.felt_question(felt.felt, play=version is None) for felt in felts),
        *(reports.proof_question(felt.felt) for felt in felts),
        reports.published_question(game.slug),
    ]
    parts = [
        Part(words, report)
        for words, report in zip(_words(game, felts), reports.ask(questions, now), strict=True)
    ]
    progress = progress_of(parts, now)
    answers = [part.answer for part in parts]
    *counts, published = answers[len(felts) :]
    sheet = sheet_told(
        game, felts, answers[: len(felts)], published.get("rows", []), [{} for _ in felts],
        table=table, version=version,
    )  # fmt: skip
    whole = felts and not progress.words and not progress.errors
    pack = _pack(sheet, felts, counts, protection) if whole else None
    return Asked(sheet.about, progress, pack)


def _words(game: AnyGame, felts: Sequence[Shown]) -> Iterator[str]:
    yield from (felt_words(game, felt) for felt in felts)
    yield from (f"the counts of {felt_words(game, felt)}" for felt in felts)
    yield "what the makers print"


def pack_made(
    game: AnyGame, felts: Sequence[Shown], *, table: Table | None = None, asked: str = "",
    protection: Mapping[str, Any] | None = None,
) -> Pack:  # fmt: skip
    """The pack of some felts, computed here and now.

    asked: what the pack is about, in words; "" for a table or the usual felts. protection: figures
    of game protection to put beside it.
    """
    questions = [reports.felt_question(felt.felt, play=False) for felt in felts]
    figures = [answer(question, printed_paytables.printed) for question in questions]
    counts = [
        answer(reports.proof_question(felt.felt), printed_paytables.printed) for felt in felts
    ]
    printed = answer(reports.published_question(game.slug), printed_paytables.printed)["rows"]
    sheet = sheet_told(game, felts, figures, printed, [{} for _ in felts], table=table, asked=asked)
    return _pack(sheet, felts, counts, protection)


def _pack(
    sheet: Sheet, felts: Sequence[Shown], counts: Answers,
    protection: Mapping[str, Any] | None = None,
) -> Pack:  # fmt: skip
    return pack_of(
        Contents(
            game=sheet.game,
            about=sheet.about,
            sheet=pdf_of(sheet),
            rules="\n".join(rules_text(sheet)),
            code=sheet.code,
            filed=list(_filed(sheet)),
            counted=[
                Counted(felt.name, felt.felt, counted)
                for felt, counted in zip(felts, counts, strict=True)
            ],
            protection=protection,
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

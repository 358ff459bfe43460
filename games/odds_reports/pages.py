"""The pages of exact figures: the reports they need, and their progress.

A page asks for all its reports at once and shows what has been computed. While something is
missing, a worker runs and the page polls.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.text import slugify

from games.engine.record import AnyGame
from games.models import OddsReport, Table
from games.odds_reports import reports
from games.odds_reports.bets import ladder, printed_rows, sections
from games.odds_reports.subjects import Shown, felts_of, other_felts, usual_felts
from games.registry import GAMES
from games.runtime.worker import ensure_worker

Values = dict[str, Any]

WAITING = OddsReport.Status.WAITING


@dataclass(frozen=True)
class Part:
    """One report of a page. `words` say what is being computed."""

    words: str
    report: OddsReport

    @property
    def answer(self) -> Mapping[str, Any]:
        """The report's answer, {} until there is one."""
        return self.report.answer or {}


def rules_figures(game: AnyGame, table: Table | None, pick: str, now: datetime) -> Values:
    """The figures on the rules page of a game, or of one of its tables.

    pick: the key of the chart to show if only one is shown at a time; the first for any other text.
    """
    felts = felts_of(table) if table else usual_felts(game)
    others = [] if table else other_felts(game, felts)
    *parts, published = _ask(game, [*felts, *others], now)
    rows = published.answer.get("rows", [])
    by_felt = [
        sections(felt, part.answer, rows)
        for felt, part in zip([*felts, *others], parts, strict=True)
    ]
    main = [section for some in by_felt[: len(felts)] for section in some]
    passing = [section for some in by_felt[len(felts) :] for section in some]
    return {
        "progress": progress_of([*parts, published], now),
        "costs": ladder(main, passing),
        "sections": main,
        "passing": passing,
        "sheets": list(_sheets(felts, parts, pick)),
        "printed": [section for section in main if section["printed"]],
        "differs": felts[0].differs if felts else (),
    }


def published_figures(now: datetime) -> Values:
    """Every figure that the makers print, game by game, as far as it has been computed."""
    asked = [reports.published_question(slug) for slug in GAMES]
    found = reports.ask(asked, now)
    parts = [Part(GAMES[slug].name, report) for slug, report in zip(GAMES, found, strict=True)]
    games = [
        {
            "slug": game.slug,
            "name": game.name,
            "error": part.report.error,
            "rows": list(printed_rows(list(game.every_spot()), part.answer.get("rows", []))),
        }
        for game, part in zip(GAMES.values(), parts, strict=True)
    ]
    return {"progress": progress_of(parts, now), "games": games, "tally": _tally(games)}


def ask_everything(now: datetime) -> int:
    """Ask for the figures of every page that needs no table; returns how many reports that is."""
    return sum(
        len(_ask(game, [*felts, *other_felts(game, felts)], now))
        for game in GAMES.values()
        for felts in [usual_felts(game)]
    )


def _ask(game: AnyGame, felts: Sequence[Shown], now: datetime) -> list[Part]:
    """A part for each felt, and last one for the maker's printed figures."""
    words = [felt_words(game, felt) for felt in felts]
    asked = [reports.terms_question(felt.terms, play=felt.about is None) for felt in felts]
    found = reports.ask([*asked, reports.published_question(game.slug)], now)
    return list(map(Part, [*words, "what the makers print"], found))


def felt_words(game: AnyGame, felt: Shown) -> str:
    """A felt in words, for a page that waits for it."""
    if felt.about:
        return f"{game.name} with {felt.versions[felt.about].title}"
    return ", ".join(filter(None, (game.name, felt.name)))


@dataclass(frozen=True)
class Progress:
    """The progress of a page's reports. `key` changes whenever there is something new to see;
    `words` is "" if nothing is missing; `errors` say why some have no answer."""

    key: str
    words: str
    errors: tuple[str, ...]


def progress_of(parts: Sequence[Part], now: datetime) -> Progress:
    """The progress of these reports; makes sure that a worker runs while some are missing."""
    waiting = [part for part in parts if part.report.status == WAITING]
    if waiting:
        ensure_worker()
    at = [
        part.words for part in waiting
        if part.report.claimed_until and part.report.claimed_until > now
    ]  # fmt: skip
    ready = len(parts) - len(waiting)
    now_at = f" At the moment: {at[0]}." if at else ""
    words = f"Exact figures are being computed: {ready} of {len(parts)} parts are ready.{now_at}"
    return Progress(
        key=f"{ready} {at[0] if at else 'none'}",
        words=words if waiting else "",
        errors=tuple(dict.fromkeys(part.report.error for part in parts if part.report.error)),
    )


def _sheets(felts: Sequence[Shown], parts: Sequence[Part], pick: str) -> Iterator[Values]:
    """Best play on the felts that are shown in full; of several charts, the chosen one as
    `chart`."""
    for felt, part in zip(felts, parts, strict=False):
        for sheet in part.answer.get("sheets", []):
            charts = sheet.get("charts", [])
            picked = [chart for chart in charts if chart["key"] == pick] or charts
            name = slugify(f"{sheet['title']} {felt.name}")
            yield sheet | {"id": name, "side": felt.name, "chart": picked[0] if picked else None}


def _tally(games: Sequence[Values]) -> list[tuple[str, int]]:
    """How many printed figures get each verdict, the best first."""
    verdicts = [row["verdict"] for game in games for row in game["rows"]]
    order = ("exact", "rounding", "reading", "misprint", "differs")
    return [(verdict, verdicts.count(verdict)) for verdict in order if verdict in verdicts]

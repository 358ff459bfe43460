"""The game sheet: everything about a game that a regulator's file needs, as a value.

A sheet is about the game as new tables have it, one table, or one paytable version with everything
else as usual. Page and PDF show the same value. All its figures come from the code that pays:
reports (`games.odds`), examples that the engine plays, payouts, limits.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from games.backoffice.paytables.figures import terms_with
from games.backoffice.sheets.approvals import UNFILED, Pays, history_of, mark_of, pays_of
from games.backoffice.sheets.examples import Example, examples_of
from games.backoffice.sheets.given_away import Known, paragraph
from games.engine.game import Spot
from games.engine.limits import Limits, aggregate_needed, money
from games.engine.payout import payout_words, returned
from games.engine.record import AnyGame
from games.history.details import OptionInWords, options_in_words
from games.models import PaytableVersion, Table
from games.odds_reports import reports
from games.odds_reports.bets import bet_paying, lines_paid, sections
from games.odds_reports.pages import Part, Progress, Values, felt_words, progress_of
from games.odds_reports.protection import stored
from games.odds_reports.subjects import Shown, felts_of, usual_felts
from games.procedure.reading import Irregularity, Step, procedure
from games.registry import KITS
from games.tables.selectors import active_paytables

WHOLE = Progress(key="", words="", errors=())
"""The progress of a complete sheet."""


@dataclass(frozen=True)
class Side:
    """A felt of the sheet without its figures. name: "" for the only one."""

    name: str
    examples: tuple[Example, ...]
    never_even: tuple[str, ...]


@dataclass(frozen=True)
class Bounds:
    """A spot's limits and its largest payout, as text: least and largest wager, what it pays at
    best, cents won then, and what an aggregate limit must cover."""

    spot: str
    least: str
    largest: str
    best: str
    wins: str
    aggregate: str


@dataclass(frozen=True)
class Sheet:
    """A game sheet.

    `progress` is as on the pages of figures: the sheet is complete if it has no words and no
    errors. `digest` covers game, options, paytables and limits; `code` the sources that pay and
    compute. `at`: None on a sheet without a date. `asked`: what it is about in words, "" if table,
    version or the usual felt say so. `history`: day, paytable and event. `given_away`: the
    paragraph on game protection.
    """

    game: AnyGame
    table: Table | None
    version: PaytableVersion | None
    mark: str
    at: datetime | None
    digest: str
    code: str
    progress: Progress
    pays: tuple[Pays, ...]
    options: tuple[OptionInWords, ...]
    differs: tuple[str, ...]
    bets: tuple[Values, ...]
    sides: tuple[Side, ...]
    bounds: tuple[Bounds, ...]
    limits: tuple[str, ...]
    given_away: str
    steps: tuple[Step, ...]
    irregularities: tuple[Irregularity, ...]
    history: tuple[tuple[str, str, str], ...] = ()
    asked: str = ""

    @property
    def complete(self) -> bool:
        """Whether every figure is there."""
        return not self.progress.words and not self.progress.errors

    @property
    def about(self) -> str:
        """What the sheet is about, in words."""
        if self.asked:
            return self.asked
        if self.version:
            return f"with paytable {self.version.code}, version {self.version.number}"
        return f"at table {self.table.name}" if self.table else "as new tables have it"


def sheet_of(
    game: AnyGame, now: datetime, *, table: Table | None = None,
    version: PaytableVersion | None = None,
) -> Sheet:  # fmt: skip
    """The sheet of a game, of one of its tables, or of one of its paytable versions.

    Asks a worker for what has to be computed elsewhere, except figures of game protection, which
    take minutes: the sheet uses those already stored.
    """
    felts = felts_for(game, table, version)
    asked = [
        *(reports.terms_question(felt.terms, play=version is None) for felt in felts),
        reports.published_question(game.slug),
    ]
    words = [*(felt_words(game, felt) for felt in felts), "what the makers print"]
    parts = list(map(Part, words, reports.ask(asked, now)))
    *answers, published = [part.answer for part in parts]
    sheet = sheet_from(
        game, felts, answers, published.get("rows", []), [stored(felt.terms) for felt in felts],
        table=table, version=version,
    )  # fmt: skip
    return replace(sheet, at=now, progress=progress_of(parts, now))


def felts_for(
    game: AnyGame, table: Table | None = None, version: PaytableVersion | None = None
) -> list[Shown]:
    """The felts of a table, of a paytable version, or by default those of new tables."""
    felts = [_felt_with(game, version)] if version else felts_of(table) if table else []
    return felts or usual_felts(game)


def sheet_from(
    game: AnyGame, felts: Sequence[Shown], answers: Sequence[Mapping[str, Any]],
    printed: Sequence[Mapping[str, Any]], protection: Sequence[Known], *,
    table: Table | None = None, version: PaytableVersion | None = None, asked: str = "",
) -> Sheet:  # fmt: skip
    """The sheet of felts whose figures are at hand, without a date.

    printed: the maker's printed figures, as in a report. protection: of each felt, as far as
    computed.
    """
    limits = table.limits if table else Limits()
    by_felt = [list(_bets(felt, one, printed)) for felt, one in zip(felts, answers, strict=True)]
    pays = tuple(pays_of(felts))
    unfiled = any(one.version.pk is None for one in pays)
    by_hand = procedure(KITS[game.slug])
    return Sheet(
        game=game,
        table=table,
        version=version,
        mark=mark_of(version) if version else UNFILED if unfiled else "",
        at=None,
        digest=_digest(felts, limits),
        code=reports.version(),
        progress=WHOLE,
        pays=pays,
        options=tuple(_options(game, felts)),
        differs=tuple(felts[0].differs) if felts else (),
        bets=tuple(bet for some in by_felt for bet in some),
        sides=tuple(_side(game, felt, bets) for felt, bets in zip(felts, by_felt, strict=True)),
        bounds=tuple(
            row
            for felt, bets in zip(felts, by_felt, strict=True)
            for row in _bounds(felt, bets, limits)
        ),
        limits=tuple(_limit_sentences(limits)),
        given_away=paragraph(felts, protection),
        steps=by_hand.under(felts[0].terms.options if felts else game.options()),
        irregularities=by_hand.irregularities,
        history=tuple(history_of([one.version for one in pays])),
        asked=asked,
    )


def _felt_with(game: AnyGame, version: PaytableVersion) -> Shown:
    """The usual felt with one version instead of its own."""
    felt = terms_with(version.value)
    spots = game.spots(felt.options)
    known = {(one.spot, one.digest): one for one in active_paytables(game.slug)}
    pays = {
        key: version if key == version.spot else known[key, paytable.digest]
        for key, paytable in felt.paytables.items()
    }
    choice = game.choice
    name = choice.values[getattr(felt.options, choice.option)] if choice else ""
    return Shown(name, felt, spots, pays)


def _digest(felts: Sequence[Shown], limits: Limits) -> str:
    facts = [
        [felt.terms.as_json() for felt in felts],
        [limits.minimum, limits.maximum, limits.unit, sorted(limits.spots.items())],
        [limits.profile.slug, limits.aggregate_payout],
    ]
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def _options(game: AnyGame, felts: Sequence[Shown]) -> Iterator[OptionInWords]:
    """The house options in force, without what the button chooses."""
    chosen = game.choice.option.replace("_", " ").capitalize() if game.choice else ""
    for option in options_in_words(felts[0].terms.options) if felts else ():
        if option.name != chosen:
            yield option


def _bets(
    felt: Shown, answer: Mapping[str, Any], printed: Sequence[Mapping[str, Any]]
) -> Iterator[Values]:
    """A section for each bet; one whose paytable is part of another bet gets its chances from that
    bet."""
    spots = {spot.name: spot for spot in felt.spots}
    for section in sections(felt, answer, printed):
        spot = spots[section["name"]]
        whole = None
        if section["bet"] is None:
            whole = bet_paying(answer.get("bets", []), spot.key, section["code"])
        part = _within(felt, spot, whole) if whole else {}
        yield {**section, "spot": spot, "part_of": "", **part}


def _within(felt: Shown, spot: Spot, whole: Mapping[str, Any]) -> Values:
    """The lines of a paytable that is part of another bet, and that bet's other outcomes."""
    lines = felt.terms.paytables[spot.key].lines
    base = {one.key: one.name for one in felt.spots}[whole["spot"]]
    paid, rest = lines_paid(spot.key, lines, whole, felt.terms.stake)
    named = [(spot.lines[one.line], payout_words(lines[one.line]), one) for one in paid]
    return {
        "part_of": base,
        "counted": rest.combinations is not None,
        "lines": [
            {
                "line": one.line,
                "words": words,
                "pays": pays,
                "probability": one.probability,
                "combinations": one.combinations,
                "return": one.gain,
            }
            for words, pays, one in [*named, (f"Everything else on {base}", "", rest)]
        ],
    }


def _side(game: AnyGame, felt: Shown, bets: Sequence[Values]) -> Side:
    examples = tuple(examples_of(game, felt.terms.options, felt.terms.paytables))
    even = [bet["name"] for bet in bets if bet["bet"] and not _may_push(bet["bet"])]
    return Side(felt.name, examples, tuple(even))


def _may_push(bet: Mapping[str, Any]) -> bool:
    return any(line["pays"] == "push" for line in bet["lines"])


def _bounds(felt: Shown, bets: Sequence[Values], limits: Limits) -> Iterator[Bounds]:
    """Limits and largest payout of every spot that has a paytable or is a separate bet."""
    for bet in bets:
        spot: Spot = bet["spot"]
        # A prize without its own stake is paid on the wager it belongs to.
        base = next((one for one in felt.spots if one.name == bet["part_of"]), spot)
        least, largest = limits.of(base.key)
        best, wins = _largest(felt, bet, largest)
        paytable = felt.terms.paytables.get(spot.key)
        aggregate = "–"
        if paytable and spot.opening and limits.profile.odds_cap:
            aggregate = money(aggregate_needed(spot, paytable, limits))
        yield Bounds(
            spot=bet["title"],
            least=money(max(least, spot.minimum)) if spot.opening else "–",
            largest=money(largest) if spot.opening else "–",
            best=best,
            wins=wins if spot.opening or base is not spot else "–",
            aggregate=aggregate,
        )


def _largest(felt: Shown, bet: Values, stake: int) -> tuple[str, str]:
    """A spot's highest payout, and the cents that it wins on a stake."""
    paytable = felt.terms.paytables.get(bet["spot"].key)
    if paytable:
        top = max(paytable.lines.values(), key=lambda pays: returned(pays, stake))
        return payout_words(top), money(returned(top, stake) - stake)
    if not bet["bet"]:
        return "", ""
    prize = bet["bet"]["top_prize"]
    return f"{prize:g} × wager", money(int(prize * stake))


def _limit_sentences(limits: Limits) -> Iterator[str]:
    """The table's limits besides those of each spot."""
    profile = limits.profile
    source = f" ({profile.source})" if profile.source else ""
    yield f"Limits profile: {profile.name}{source}."
    yield f"Wagers are multiples of {money(limits.unit)}."
    if profile.max_wager is not None:
        yield f"At most {money(profile.max_wager)} on one wager."
    if profile.max_wagers is not None:
        yield f"At most {profile.max_wagers} wagers on one hand."
    if profile.max_large_wagers is not None:
        yield (f"At most {profile.max_large_wagers} wagers on one hand above "
               f"{money(profile.large_above)}.")  # fmt: skip
    if limits.aggregate_payout is not None:
        yield f"Aggregate payout limit: {money(limits.aggregate_payout)}."
    else:
        yield "No aggregate payout limit is set."
    if profile.odds_cap is not None:
        yield ("An aggregate payout limit must cover the largest wager at the top odds, counted "
               f"at most at {profile.odds_cap} to 1; fixed prizes do not count.")  # fmt: skip

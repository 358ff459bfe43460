"""The felts on a rules page: the game, its options and its paytables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields

from games.engine.game import Spot
from games.engine.options import Options
from games.engine.paytable import Paytable
from games.engine.record import AnyGame
from games.exact.terms import USUAL_STAKE, Terms, least_stake
from games.models import PaytableVersion, Table
from games.odds_reports.reports import on_file
from games.tables.locked_table import fitting
from games.tables.selectors import active_paytables

NOT_ON_FILE = "not on file"


@dataclass(frozen=True)
class Shown:
    """A felt on a page, with the versions it pays by.

    `name` is the side of the button, "" if there is none. `about`: the only spot that the page
    shows; None for all of them. `differs`: what is unusual here, one sentence per option.
    """

    name: str
    terms: Terms
    spots: Sequence[Spot]
    versions: Mapping[str, PaytableVersion]
    about: str | None = None
    differs: Sequence[str] = ()


def usual_felts(game: AnyGame) -> list[Shown]:
    """The game as new tables have it: one felt, or one for each side of the button.

    None if a spot has no active paytable.
    """
    versions = active_paytables(game.slug)
    return list(_sides(game, game.options(), _defaults(game, versions), USUAL_STAKE))


def felts_under(
    game: AnyGame, options: Options, versions: Sequence[PaytableVersion]
) -> list[Shown]:
    """The felt, or one for each side of the button, under house options; a spot without a chosen
    version gets its default."""
    known = [*versions, *_defaults(game, active_paytables(game.slug))]
    return list(_sides(game, options, known, USUAL_STAKE))


def felts_of(table: Table) -> list[Shown]:
    """The felt of a table, or one for each side of its button, at its lowest stake."""
    options = table.rules.options.read(table.options)
    return list(_sides(table.rules, options, list(table.paytables.all()), table.minimum))


def filed_felts(
    game: AnyGame, options: Options, paytables: Mapping[str, Paytable], stake: int
) -> list[Shown]:
    """One felt that pays by these paytables, each with its version on file. A paytable that is not
    on file has a version that is not a row. stake: in cents."""
    choice = game.choice
    name = choice.values[getattr(options, choice.option)] if choice else ""
    versions = {key: _filed(paytable) for key, paytable in paytables.items()}
    terms = Terms(game.slug, options, paytables, stake)
    differs = differences(options, choice.option if choice else "")
    return [Shown(name, terms, game.spots(options), versions, differs=differs)]


def _filed(paytable: Paytable) -> PaytableVersion:
    """The version of a paytable: active ones first, then the newest."""
    if on_file(PaytableVersion):
        known = list(PaytableVersion.objects.filter(digest=paytable.digest).order_by("-number"))
        known.sort(key=lambda version: version.status != PaytableVersion.Status.ACTIVE)
        if known:
            return known[0]
    return PaytableVersion(
        game=paytable.game,
        spot=paytable.spot,
        code=paytable.code,
        number=0,
        title=paytable.title,
        source=paytable.source,
        lines=[list(pair) for pair in paytable.as_lines().items()],
        digest=paytable.digest,
        status=NOT_ON_FILE,
    )


def other_felts(game: AnyGame, shown: Sequence[Shown]) -> list[Shown]:
    """The usual felt with one other active paytable, or with one other option that requires it."""
    versions = active_paytables(game.slug)
    seen = {(key, version.digest) for one in shown for key, version in one.versions.items()}
    others = []
    for options in game.options.every():
        for spot in game.spots(options):
            for version in versions if spot.lines else ():
                fits = fitting(spot, [version]) is not None
                if not fits or (spot.key, version.digest) in seen:
                    continue
                seen.add((spot.key, version.digest))
                known = [version, *_defaults(game, versions)]
                others.append(_shown(game, options, known, USUAL_STAKE, about=spot.key))
    return others


def _sides(
    game: AnyGame, options: Options, versions: Sequence[PaytableVersion], stake: int
) -> Iterator[Shown]:
    """The felt under these options, once for each value of the button's choice."""
    choice = game.choice
    for value, name in choice.values.items() if choice else [("", "")]:
        chosen = {choice.option: value} if choice else {}
        side = game.options.read(options.as_json() | chosen)
        if all(fitting(spot, versions) for spot in game.spots(side) if spot.lines):
            yield _shown(game, side, versions, stake, name=name)


def _shown(
    game: AnyGame,
    options: Options,
    versions: Sequence[PaytableVersion],
    stake: int,
    *,
    name: str = "",
    about: str | None = None,
) -> Shown:
    """A felt that pays by the first of the versions that fit."""
    spots = game.spots(options)
    found = {spot.key: fitting(spot, versions) for spot in spots if spot.lines}
    pays = {key: version for key, version in found.items() if version is not None}
    tables = {key: version.value for key, version in pays.items()}
    terms = Terms(game.slug, options, tables, max(stake, least_stake(spots)))
    choice = game.choice.option if game.choice else ""
    return Shown(name, terms, spots, pays, about, differences(options, choice))


def _defaults(game: AnyGame, versions: Sequence[PaytableVersion]) -> list[PaytableVersion]:
    codes = {(spot.key, spot.default_paytable) for spot in game.every_spot()}
    return [version for version in versions if (version.spot, version.code) in codes]


def differences(options: Options, choice: str = "") -> list[str]:
    """The house options that differ from the usual, in words; `choice` is not a house option."""
    sentences = []
    for declared in fields(options):
        value = getattr(options, declared.name)
        if declared.name != choice and value != declared.default:
            choices = declared.metadata["choices"]
            words = choices[value] if isinstance(choices, Mapping) else _value_words(value)
            sentences.append(f"{declared.metadata['help'].removesuffix('.')}: {words}.")
    return sentences


def _value_words(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)

"""Making paytable versions and tables: what a new card room opens with."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from datetime import datetime
from functools import partial
from itertools import chain, count
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games import printed_paytables
from games.engine.errors import BadLimits, BadOption, BadPaytable
from games.engine.game import Spot
from games.engine.limits import PROFILES, WASHINGTON, check_table, money
from games.engine.options import Options
from games.engine.paytable import Paytable
from games.engine.record import AnyGame
from games.models import (
    Chair,
    LimitsProfile,
    PaytableStep,
    PaytableVersion,
    Table,
    profile_of,
)
from games.registry import GAMES
from games.runtime.announcements import announce_outline
from games.tables.locked_table import fitting

TABLE_NAMES = (
    "Alder", "Birch", "Cedar", "Juniper", "Larch", "Willow", "Hemlock", "Rowan",
    "Aspen", "Hazel", "Linden", "Maple", "Spruce", "Yew", "Elder", "Hawthorn",
)  # fmt: skip
OFFERED = (PaytableVersion.Status.ACTIVE, PaytableVersion.Status.APPROVED)
"""The paytable versions that a new table may pay by."""
SHARED_PER_GAME = 2
HOUSE_BOTS = 3
"""How many bots may fill a shared table that the house opens."""
_MODELLED = ("minimum", "maximum", "unit", "spot_limits", "aggregate_payout", "pace", "strict")
"""What a player's solo table copies from the house's, beside options, paytables and profile."""
_TRIES = 5
"""How often to try again if somebody else has taken a version's number."""


def load_paytables(now: datetime) -> list[PaytableVersion]:
    """Make a version of every printed paytable that is new or whose lines have changed.

    The version that is no longer the printed one is retired; tables and rounds still point to it.
    If somebody has activated a version of the house's own, that one stays: the printed one is
    approved, for the house to activate. The limits profiles of a new card room are loaded with
    them. Returns the new versions. Several machines may run it at once: each version is made by
    one.
    """
    load_profiles(now)
    loaded = (_loaded(paytable, now) for paytable in printed_paytables.every_paytable())
    return [version for version in loaded if version is not None]


def _loaded(paytable: Paytable, now: datetime) -> PaytableVersion | None:
    """The new version of a printed paytable, None if it already exists."""
    for _ in range(_TRIES):
        with suppress(IntegrityError), transaction.atomic():
            return _load(paytable, now)
    return None  # others have made this many versions in the meantime: theirs is newer


def _load(paytable: Paytable, now: datetime) -> PaytableVersion | None:
    versions = PaytableVersion.objects.filter(
        game=paytable.game, spot=paytable.spot, code=paytable.code
    )
    # Read first: any later version takes the number that this one would have.
    newest = versions.order_by("-number").first()
    by_hand = versions.filter(steps__act=PaytableStep.Act.SUBMITTED)
    loaded = versions.exclude(pk__in=by_hand).order_by("-number").first()
    if loaded is not None and loaded.digest == paytable.digest:
        return None
    active = versions.filter(status=PaytableVersion.Status.ACTIVE)
    by_people = active.filter(steps__act=PaytableStep.Act.ACTIVATED).exists()
    if not by_people:
        active.update(status=PaytableVersion.Status.RETIRED)
    return PaytableVersion.objects.create(
        game=paytable.game,
        spot=paytable.spot,
        code=paytable.code,
        number=newest.number + 1 if newest else 1,
        title=paytable.title,
        source=paytable.source,
        lines=list(paytable.as_lines().items()),
        printed=dict(paytable.printed),
        digest=paytable.digest,
        status=PaytableVersion.Status.APPROVED if by_people else PaytableVersion.Status.ACTIVE,
        created=now,
    )


def load_profiles(now: datetime) -> None:
    """Make a row of every limits profile of a new card room that does not exist yet.

    Existing ones stay as they are: a changed law gets another slug.
    """
    for profile in PROFILES.values():
        facts = asdict(profile) | {"dated": profile.dated or None, "created": now}
        LimitsProfile.objects.get_or_create(slug=facts.pop("slug"), defaults=facts)


def have_profiles(**_: Any) -> None:
    """Load the limits profiles as soon as their table exists: every table needs one."""
    if LimitsProfile._meta.db_table in connection.introspection.table_names():
        load_profiles(timezone.now())


def open_table(
    game: AnyGame,
    name: str,
    *,
    options: Options | None = None,
    paytables: Sequence[PaytableVersion] = (),
    seats: int | None = None,
    profile: str = WASHINGTON.slug,
    **fields: Any,
) -> Table:
    """Open a table with its chairs and paytables.

    options: house options, the defaults if left out. paytables: versions instead of the game's
    default ones. seats: how many, the game's default if left out. profile: the slug of a limits
    profile. `fields` are the columns of `Table`. Raises BadOption, BadLimits or BadPaytable for
    something no table of the game may have.
    """
    chosen = options or game.options()
    largest = profile_of(profile).max_wager
    if largest is not None and "maximum" not in fields:
        fields["maximum"] = min(largest, Table._meta.get_field("maximum").get_default())
    table = Table(name=name, game=game.slug, options=chosen.as_json(), profile_id=profile, **fields)
    versions = paying(table, paytables)
    seats = 1 if table.solo else game.default_seats if seats is None else seats
    check_seats(table, seats)
    with transaction.atomic():
        table.save()
        table.paytables.set(versions)
        Chair.objects.bulk_create(Chair(table=table, seat=seat) for seat in range(1, seats + 1))
        if table.listed and not table.solo:
            transaction.on_commit(partial(announce_outline, table.pk))
    return table


def paying(table: Table, paytables: Sequence[PaytableVersion] = ()) -> list[PaytableVersion]:
    """The versions that a table pays by: these where they fit, else the game's default ones.

    The table need not be saved. Raises BadOption, BadLimits or BadPaytable for something no table
    may have.
    """
    game, found = table.rules, dict[int, PaytableVersion]()
    options = game.options.read(table.options)
    _check_paytables(game, paytables)
    if table.positions > 1 and not game.several_positions:
        raise BadOption(f"{game.name} is played at one position a player; positions must be 1.")
    _check_maximum(table)
    for spots in felts(game, options):
        versions = {
            spot.key: fitting(spot, paytables) or _active(game, spot)
            for spot in spots
            if spot.lines
        }
        check_table(table.limits, spots, {key: v.value for key, v in versions.items()})
        found |= {version.pk: version for version in versions.values()}
    return list(found.values())


def _check_maximum(table: Table) -> None:
    """A table takes the wagers it advertises: no more than its profile allows."""
    profile = profile_of(table.profile_id)
    if profile.max_wager is not None and table.maximum > profile.max_wager:
        raise BadLimits(
            f"{profile.name} allow at most {money(profile.max_wager)} on one wager; the maximum of "
            f"the table is {money(table.maximum)}."
        )


def check_seats(table: Table, seats: int) -> None:
    """Raises BadLimits for a number of seats that no table may have."""
    game = table.rules
    if table.solo and seats != 1:
        raise BadLimits(f"A solo table has 1 seat, not {seats}.")
    if not 1 <= seats <= game.max_seats:
        raise BadLimits(f"A table of {game.name} has 1 to {game.max_seats} seats, not {seats}.")


def _check_paytables(game: AnyGame, versions: Sequence[PaytableVersion]) -> None:
    for version in versions:
        if version.game != game.slug:
            raise BadPaytable(f"{version} is no paytable of {game.name}.")
        if version.status not in OFFERED:
            raise BadPaytable(f"{version} is {version.status}; a table pays by an approved one.")


def felts(game: AnyGame, options: Options) -> Iterator[tuple[Spot, ...]]:
    """The spots on the felt, for each choice of the button."""
    if game.choice is None:
        yield game.spots(options)
        return
    for value in game.choice.values:
        yield game.spots(game.options.read(options.as_json() | {game.choice.option: value}))


def _active(game: AnyGame, spot: Spot) -> PaytableVersion:
    return PaytableVersion.objects.get(
        game=game.slug,
        spot=spot.key,
        code=spot.default_paytable,
        status=PaytableVersion.Status.ACTIVE,
    )


def open_house() -> list[Table]:
    """Open two shared tables of every game and the model of its solo tables, if they do not exist
    yet. Several machines may run it at once: each table is opened by one."""
    names = iter(TABLE_NAMES)
    new = []
    with _naming():
        for game in GAMES.values():
            wanted = [(next(names), False) for _ in range(SHARED_PER_GAME)]
            wanted.append((f"{game.name} solo", True))
            for name, solo in wanted:
                if not Table.objects.filter(game=game.slug, name=name).exists():
                    new.append(_open_by_the_house(game, name, solo=solo))
    return new


@contextmanager
def _naming() -> Iterator[None]:
    """The house names one table at a time, so that no two get the same name.

    The lock is a row that every house has; readers, and tables that staff or hosts name, do not
    wait for it. SQLite has one writer anyway.
    """
    with transaction.atomic():
        LimitsProfile.objects.select_for_update(no_key=True).get(slug=WASHINGTON.slug)
        yield


def refresh_house() -> list[Table]:
    """Let the shared tables that the house has opened allow bots as new ones do. Returns those that
    did not. Tables that staff have changed are left alone."""
    changed = []
    for game in GAMES.values():
        named = Q(name__in=TABLE_NAMES) | Q(name__startswith=f"{game.name} ")
        ours = Table.objects.filter(named, game=game.slug, host=None, solo=False, closed=False)
        for table in ours.filter(revision=0).exclude(bots=HOUSE_BOTS):
            Table.objects.filter(pk=table.pk, revision=0).update(bots=HOUSE_BOTS)
            changed.append(table)
    return changed


def open_another(game: AnyGame) -> Table:
    """Open one more shared table of a game, under a name that no other of its tables has."""
    with _naming():
        taken = set(Table.objects.filter(game=game.slug).values_list("name", flat=True))
        numbered = (f"{game.name} {number}" for number in count(len(taken) + 1))
        name = next(name for name in chain(TABLE_NAMES, numbered) if name not in taken)
        return _open_by_the_house(game, name, solo=False)


def open_solo(game: AnyGame, player: User) -> Table:
    """A new solo table for a player: a copy of the house's model, or the defaults."""
    solo: dict[str, Any] = {"solo": True, "listed": False, "host": player}
    models = Table.objects.filter(
        game=game.slug, solo=True, host=None, follows=None, listed=True, closed=False
    )
    model = models.filter(paused=False, closing=False).order_by("pk").first()
    if model is None:
        return open_table(game, f"{game.name} solo", **solo)
    terms = {name: getattr(model, name) for name in _MODELLED}
    return open_table(
        game,
        model.name,
        options=game.options.read(model.options),
        paytables=list(model.paytables.all()),
        profile=model.profile.slug,
        **terms,
        **solo,
    )


def _open_by_the_house(game: AnyGame, name: str, *, solo: bool) -> Table:
    return open_table(game, name, solo=solo, bots=0 if solo else HOUSE_BOTS)

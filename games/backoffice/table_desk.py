"""What staff do with tables: open, change, pause, resume and close them.

Everything is checked here, under the table's lock, and written into the audit log in the same
transaction. Changes take effect with the next round: a round with wagers is played to its end
unchanged.

Services take `by`: the user who acts, or their request. They raise PermissionDenied for users
without permission, `Refused` and the engine's BadOption, BadLimits and BadPaytable if something
cannot be done.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts import audit
from accounts.staff import By, acting
from games.engine.errors import GameError
from games.engine.options import Options
from games.engine.record import AnyGame
from games.models import Chair, LimitsProfile, PaytableVersion, Phase, Table
from games.tables import rounds, setup
from games.tables.chairs import empty
from games.tables.locked_table import Desk, locked
from games.tables.private_tables import offered_profiles
from games.tables.refusals import Refused

OPEN, CHANGE = "games.add_table", "games.change_table"

COLUMNS = (
    "name", "options", "minimum", "maximum", "unit", "profile_id", "aggregate_payout", "positions",
    "pace", "strict", "bots", "listed", "token",
)  # fmt: skip
"""The columns of a table that staff may change."""


class Conflict(Refused):
    """Somebody else has changed the table since it was read."""


@dataclass(frozen=True)
class Wish:
    """A table as requested. Cents; `private`: found only by its link."""

    name: str
    options: Options
    paytables: Sequence[PaytableVersion]
    seats: int
    minimum: int
    maximum: int
    unit: int
    profile: str
    aggregate_payout: int | None
    positions: int
    pace: str
    strict: bool
    bots: int
    private: bool

    def columns(self, token: str = "") -> dict[str, Any]:
        """The columns of `Table`; a private table keeps its link."""
        own = {name: getattr(self, name) for name in COLUMNS if hasattr(self, name)}
        link = (token or secrets.token_urlsafe(32)) if self.private else ""
        more = {"options": self.options.as_json(), "profile_id": self.profile}
        return own | more | {"listed": not self.private, "token": link}


def open_table(by: By, game: AnyGame, wish: Wish, now: datetime) -> Table:
    """Open a table of a game."""
    acting(by, OPEN)
    _check_profile(wish.profile)
    columns = wish.columns() | {"options": wish.options}
    columns["profile"] = columns.pop("profile_id")
    with transaction.atomic():
        columns["revision"] = 1  # made by staff: nothing else updates it
        table = setup.open_table(game, paytables=wish.paytables, seats=wish.seats, **columns)
        audit.record(by, "opened", table, after=facts_of(table))
    return table


def wanted(table: Table) -> tuple[dict[str, Any], list[PaytableVersion]]:
    """The columns and paytables that a table has from its next round on."""
    columns = {name: getattr(table, name) for name in COLUMNS}
    if not table.pending:
        return columns, list(table.paytables.all())
    versions = PaytableVersion.objects.filter(pk__in=table.pending["paytables"])
    return columns | table.pending["columns"], list(versions)


def change(by: By, table_id: int, revision: int, wish: Wish, now: datetime) -> Table:
    """Change a table as requested, from its next round on. revision: the one that was read.

    Raises Conflict if somebody else has changed the table since.
    """
    acting(by, CHANGE)
    with locked(table_id, now) as desk:
        table = desk.table
        _check_going_on(table)
        if table.follows_id is not None:
            raise Refused("A daily deal is the same for everybody; its tables are not changed.")
        if table.revision != revision:
            raise Conflict(
                "Somebody else has changed this table since you opened the page. Your entries are "
                "still in the form: compare them with the table as it is now, and save again."
            )
        old, paytables = wanted(table)
        if wish.profile != old["profile_id"]:
            _check_profile(wish.profile)
        columns = wish.columns(old["token"])
        versions = _paying(table, columns, wish.paytables)
        seats = len(desk.chairs)
        _seat(desk, wish.seats)
        was, becomes = _facts(old, paytables, seats), _facts(columns, versions, wish.seats)
        _let_be(by, desk, columns, versions, audit.changes(was, becomes))
    return table


def _paying(
    table: Table, columns: dict[str, Any], versions: Sequence[PaytableVersion]
) -> list[PaytableVersion]:
    """The versions by which a table would pay with these columns. Raises what `setup.paying`
    raises."""
    new = Table(game=table.game, solo=table.solo, spot_limits=table.spot_limits, **columns)
    return setup.paying(new, versions)


def _let_be(
    by: By,
    desk: Desk,
    columns: dict[str, Any],
    versions: Sequence[PaytableVersion],
    changes: tuple[dict[str, Any], dict[str, Any]],
) -> None:
    """Let a table have these columns and paytables from its next round on, if anything changes."""
    before, after = changes
    if not after:
        return
    desk.table.pending = {
        "columns": columns,
        "paytables": [version.pk for version in versions],
        "words": "The house has changed " + ", ".join(map(_word, after)) + ".",
    }
    desk.table.revision += 1
    rounds.announce_pending(desk)
    audit.record(by, audit.CHANGED, desk.table, before=before, after=after)


def supersede(by: By, old: str, new: LimitsProfile, now: datetime) -> list[str]:
    """Move the open tables under a profile (its slug) to a new one from their next round on, and
    stop offering the old one. A maximum above what the new one allows is lowered to it.

    Returns a sentence for every table that cannot be moved: it stays as it is.
    """
    acting(by, CHANGE)
    LimitsProfile.objects.filter(pk=old).update(offered=False)
    tables = Table.objects.filter(closed=False, closing=False, follows=None, last_round=None)
    left = []
    for table_id in list(tables.order_by("pk").values_list("pk", flat=True)):
        with locked(table_id, now) as desk:
            was, paytables = wanted(desk.table)
            if was["profile_id"] != old:
                continue
            columns = was | {"profile_id": new.pk}
            if new.max_wager is not None:
                columns["maximum"] = min(columns["maximum"], new.max_wager)
            try:
                versions = _paying(desk.table, columns, paytables)
            except GameError as error:
                left.append(f"{desk.table.name}: {error}")
                continue
            seats = len(desk.chairs)
            facts = _facts(was, paytables, seats), _facts(columns, versions, seats)
            _let_be(by, desk, columns, versions, audit.changes(*facts))
    return left


def _seat(desk: Desk, seats: int) -> None:
    """Give a table this many seats, at once, by adding or removing free ones. Raises Refused,
    BadLimits."""
    setup.check_seats(desk.table, seats)
    kept = [chair for chair in desk.chairs if chair.seat <= seats]
    for chair in desk.chairs[len(kept) :]:
        if chair.is_bot and not desk.in_round(chair):
            empty(desk, chair)
        if chair.user_id:
            raise Refused(
                f"Seat {chair.seat} is taken. The table can have {chair.seat} seats or more until "
                "its player leaves."
            )
        chair.delete()
    more = [Chair(table=desk.table, seat=seat) for seat in range(len(kept) + 1, seats + 1)]
    desk.chairs[:] = [*kept, *Chair.objects.bulk_create(more)]
    desk.touched &= {chair.pk for chair in kept}


def pause(by: By, table_id: int, now: datetime) -> None:
    """No further round opens after the current one; the players keep their seats."""
    acting(by, CHANGE)
    with locked(table_id, now) as desk:
        _check_going_on(desk.table)
        if desk.table.paused and not desk.table.host_paused:
            return
        desk.table.host_paused = False  # from now on only the house reopens the table
        rounds.pause(desk)
        _ordered(by, desk, "paused")


def resume(by: By, table_id: int, now: datetime) -> None:
    """Rounds open again."""
    acting(by, CHANGE)
    with locked(table_id, now) as desk:
        _check_going_on(desk.table)
        if not desk.table.paused:
            return
        rounds.resume(desk)
        _ordered(by, desk, "resumed")


def close(by: By, table_id: int, now: datetime, reason: str = "") -> None:
    """Close a table for good: at once, or after a round with wagers. Its players are paid, lose
    their seats and read the reason."""
    acting(by, CHANGE)
    with locked(table_id, now) as desk:
        if desk.table.closed:
            return
        if desk.table.phase == Phase.PLAYING or rounds.open_bets(desk):
            desk.table.closing = True
        else:
            rounds.close(desk)
        _ordered(by, desk, "closed", reason.strip()[:200])


_NEWS = {
    "paused": "The house pauses the table.",
    "resumed": "The house opens the table again.",
    "closed": "The house closes the table.",
}


def _ordered(by: By, desk: Desk, act: str, reason: str = "") -> None:
    desk.add_news(f"{_NEWS[act]} {reason}" if reason else _NEWS[act])
    desk.table.revision += 1
    desk.change()
    state = {name: getattr(desk.table, name) for name in ("paused", "closing", "closed")}
    audit.record(by, act, desk.table, after=state, reason=reason)


def _check_going_on(table: Table) -> None:
    if table.closed or table.closing:
        raise Refused("This table is closed; open another one.")


def _check_profile(slug: str) -> None:
    profiles = offered_profiles()
    if slug not in profiles:
        raise Refused(f"There are no limits {slug!r}; accepted: {', '.join(profiles)}.")


_WORDS = {"options": "the house options", "minimum": "the minimum", "maximum": "the maximum",
          "profile_id": "the limits", "aggregate_payout": "the payout limit", "pace": "the clock",
          "unit": "the chip unit", "strict": "the pacing", "listed": "who finds it"}  # fmt: skip


def _word(name: str) -> str:
    """What was changed, for the players."""
    return _WORDS.get(name, f"the {name}")


def facts_of(table: Table) -> dict[str, Any]:
    """A table as the audit log records it: its terms from the next round on."""
    columns, versions = wanted(table)
    return _facts(columns, versions, table.chairs.count())


def _facts(
    columns: dict[str, Any], versions: Sequence[PaytableVersion], seats: int
) -> dict[str, Any]:
    """Leaves out the link of a private table, which is secret."""
    public = {name: value for name, value in columns.items() if name != "token"}
    return public | {"paytables": sorted(map(str, versions)), "seats": seats}

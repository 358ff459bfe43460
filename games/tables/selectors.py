"""Reads: a table as it is now, the lobby, a player's rounds."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, cast
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from accounts.prepared import Prepared
from games.engine.game import Spot
from games.engine.paytable import Paytable
from games.engine.record import Record, Replay
from games.engine.view import View
from games.models import (
    Chair,
    Headline,
    PaytableVersion,
    Phase,
    Round,
    RoundAction,
    RoundSeat,
    Table,
    profile_of,
)
from games.registry import GAMES
from games.tables.event_log import ByClock, Line, by_clock, by_seat, merged, timed
from games.tables.finished_round import Played, replayed
from games.tables.headlines import MOST_HANDS, ShownHand, lines_of, shown_hands
from games.tables.locked_table import (
    Desk,
    actions_of,
    chair_among,
    chairs_of,
    dealt_under,
    fitting,
    ms,
    parts_of,
    paytables_of,
    record_of,
)
from games.tables.summary import Outline
from games.tables.worths import Worth, worth_of

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


RECENT = 8
"""How many of a player's last rounds the table page lists."""
LOGGED = 3
"""For how many of the last rounds the table page lists everything that happened."""

T = TypeVar("T")

_ROUND = Prepared(Round.objects.all(), "pk")
_TABLE = Prepared(Table.objects.select_related("round"), "pk")
_PARTS_AND_PLAYERS = Prepared(RoundSeat.objects.select_related("user").order_by("seat"), "round")
_SIGNS = Prepared(
    Chair.objects.order_by("seat").values_list(
        "table__version", "table__round_id", "user", "user__account__shown",
        "user__account__balance",
    ),
    "table",
)  # fmt: skip

Stamp = tuple[int, UUID | None]


@dataclass(frozen=True, repr=False)  # keeps cards out of logs and errors
class Snapshot:
    """A table at one version, loaded once and shown to any number of viewers.

    It holds the replayed state, hidden cards included: viewers get what `view` builds, never this.
    `recent` are the last rounds of each player here, `lines` their titles and `worths` what their
    decisions cost, by part. `banks` are the players' chips as others see them, in cents in the
    order of `chairs` (None: nobody); `balances`, by player, are their true ones, which only they
    may see.
    """

    table: Table
    chairs: Sequence[Chair]
    round: Round | None
    spots: tuple[Spot, ...]
    paytables: dict[str, Paytable]
    parts: Sequence[RoundSeat]
    replay: Replay | None
    record: Record | None
    offered: Mapping[str, "Offered"] = field(default_factory=dict)
    recent: Mapping[int, Sequence[RoundSeat]] = field(default_factory=dict)
    lines: Mapping[int, Headline] = field(default_factory=dict)
    worths: Mapping[int, Worth] = field(default_factory=dict)
    clocked: ByClock = field(default_factory=dict)
    moments: Mapping[int, Sequence[int]] = field(default_factory=dict)
    logged: Sequence["Logged"] = ()
    banks: Sequence[int | None] = ()
    balances: Mapping[int, int] = field(default_factory=dict)
    made: dict[Any, Any] = field(default_factory=dict, compare=False)

    def once(self, what: Hashable, make: Callable[[], T]) -> T:
        """What `make` returns, made for the first viewer and reused for everyone with the same
        `what`. It must not be changed, and must depend on the viewer only through `what`."""
        if what not in self.made:
            self.made[what] = make()
        return cast("T", self.made[what])

    @property
    def stamp(self) -> Stamp:
        """Version and round: equal stamps mean equal tables."""
        return self.table.version, self.table.round_id

    @property
    def past(self) -> tuple[UUID | None, bool, list[int | None]]:
        """What `recent`, `lines`, `worths` and `logged` depend on: if it is equal, no round has
        ended or been opened in between."""
        over = self.round is not None and self.round.over
        return self.table.round_id, over, [chair.user_id for chair in self.chairs]

    @property
    def reconciled(self) -> bool:
        """Whether the dealer has turned the hands over."""
        return self.table.phase == Phase.SHOWING

    @property
    def looking(self) -> bool:
        """Whether the players are looking at cards and nothing is left to decide."""
        return (
            self.table.phase == Phase.PLAYING
            and self.replay is not None
            and not self.replay.waiting_on
        )

    def bank_of(self, chair: Chair) -> int | None:
        """The chips of a chair's player as others see them, in cents; None: nobody, or unknown
        because this is a past moment."""
        if not self.banks:
            return None
        return self.once("banks", self._banks)[chair.seat]

    def _banks(self) -> dict[int, int | None]:
        return {chair.seat: bank for chair, bank in zip(self.chairs, self.banks, strict=True)}

    def balance_of(self, chair: Chair) -> int | None:
        """The chips that a chair's player really has, in cents, for that player alone; None as
        above."""
        return self.balances.get(chair.user_id) if chair.user_id else None

    def chair_of(self, user_id: int | None, seat: int | None = None) -> Chair | None:
        """A user's chair: at `seat`, or the first one if no seat is named."""
        return chair_among(self.chairs, user_id, seat)


def snapshot(table_id: int, known: Snapshot | None = None) -> Snapshot:
    """Load a table as it is now. Raises Table.DoesNotExist.

    known: an earlier snapshot of it, from which unchanged parts are reused.
    """
    table = _TABLE.get(table_id)
    chairs = chairs_of(table)
    return _with_chips(_with_past(_felt(table, chairs, known), known), _chips(chairs))


def snapshot_at(desk: Desk, known: Snapshot) -> Snapshot | None:
    """The table as a desk has just left it, with few reads; None if that is not enough.

    known: an earlier snapshot. If the desk moved chips, they did not pass through its chairs and
    are read again.
    """
    users = {chair.user_id: chair.user for chair in desk.chairs if chair.user}
    if desk.table.phase in (Phase.PLAYING, Phase.SHOWING) and desk.table.round:
        if any(part.user_id not in users for part in desk.parts):
            return None
        for part in desk.parts:
            part.user = users[part.user_id]
    felt = _felt(desk.table, desk.chairs, known, desk)
    chips = signs(desk.table.pk).chips if desk.moved_chips else _chips(desk.chairs)
    return _with_chips(_with_past(felt, known), chips)


@dataclass(frozen=True)
class Chips:
    """What the players of a table have: `banks` and `balances` as in `Snapshot`."""

    banks: Sequence[int | None]
    balances: Mapping[int, int]


def _with_chips(felt: Snapshot, chips: Chips) -> Snapshot:
    return replace(felt, banks=chips.banks, balances=chips.balances)


def _chips(chairs: Iterable[Chair]) -> Chips:
    accounts = [chair.user.account if chair.user else None for chair in chairs]
    return Chips(
        [account.shown if account else None for account in accounts],
        {account.user_id: account.balance for account in accounts if account and account.user_id},
    )


def with_balances(snap: Snapshot, chips: Chips) -> Snapshot:
    """A snapshot that is still current, with its players' present balances, which only they see."""
    return replace(snap, balances=chips.balances)


def _with_past(felt: Snapshot, known: Snapshot | None) -> Snapshot:
    if known is not None and known.past == felt.past:
        return replace(
            felt,
            recent=known.recent,
            lines=known.lines,
            worths=known.worths,
            logged=known.logged,
        )
    players = [chair.user_id for chair in felt.chairs if chair.user_id]
    recent = own_rounds_at(felt.table.pk, players)
    parts = [part for parts in recent.values() for part in parts]
    return replace(
        felt,
        recent=recent,
        lines=_lines(felt, parts, known),
        worths=_worths(parts, known),
        logged=logged_before(felt.table),
    )


def _lines(
    felt: Snapshot, parts: Sequence[RoundSeat], known: Snapshot | None
) -> dict[int, Headline]:
    """The lines of finished parts, by part; only rounds new to this process are read."""
    at_hand = None
    if felt.round is not None and felt.round.over and felt.replay is not None:
        at_hand = Played(felt.round, felt.parts, (), felt.record, felt.replay)
    said = known.lines.values() if known is not None else ()
    lines = lines_of(parts, said, at_hand)
    return {part.pk: line for part, line in zip(parts, lines, strict=True)}


def _worths(parts: Sequence[RoundSeat], known: Snapshot | None) -> dict[int, Worth]:
    """What the decisions of finished parts cost, by part: a review does not change once it is
    made."""
    before = known.worths if known is not None else {}
    made = {pk: worth for pk, worth in before.items() if not worth.waiting}
    return {
        part.pk: made.get(part.pk) or worth_of(part, getattr(part, "review", None))
        for part in parts
    }


@dataclass(frozen=True)
class Signs:
    """What a snapshot taken now would contain."""

    stamp: Stamp
    chips: Chips


def signs(table_id: int) -> Signs:
    """A table's stamp and its players' chips. Raises Table.DoesNotExist."""
    rows = _SIGNS.rows(table_id)
    if not rows:
        raise Table.DoesNotExist(f"There is no table {table_id}.")
    version, round_id, *_ = rows[0]
    balances = {user_id: balance for _, _, user_id, _, balance in rows if user_id is not None}
    return Signs((version, round_id), Chips([shown for _, _, _, shown, _ in rows], balances))


def _felt(
    table: Table, chairs: list[Chair], known: Snapshot | None, desk: Desk | None = None
) -> Snapshot:
    """desk: if given, the parts and actions of the round come from it."""
    profile_of(table.profile_id)  # loaded here: scenes are built where no row may be read
    round = table.round
    if round is None or table.phase == Phase.WAITING:
        felt = _laid(table, table.options)
        spots = table.rules.spots(table.rules.options.read(table.options))
        paytables = {spot.key: paytable for spot, paytable in felt}
        return Snapshot(table, chairs, None, spots, paytables, [], None, None)
    spots = table.rules.spots(round.house_options)
    if table.phase == Phase.CHOOSING:
        offered = _offered(table, round)
        return Snapshot(table, chairs, round, spots, {}, [], None, None, offered)
    # A round's paytables are put on the felt once, when its betting opens,
    same = known is not None and known.table.round_id == round.pk and known.paytables
    if known is not None and known.table.notice != table.notice:
        same = False  # unless others have replaced them; see rounds.reprice
    paytables = known.paytables if known and same else paytables_of(round)
    if round.dealt is None:
        return Snapshot(table, chairs, round, spots, paytables, [], None, None)
    parts = desk.parts if desk else parts_of(round, _PARTS_AND_PLAYERS)
    actions = desk.actions if desk else actions_of(round)
    record = record_of(round, parts, actions, paytables)
    return Snapshot(
        table=table,
        chairs=chairs,
        round=round,
        spots=spots,
        paytables=paytables,
        parts=parts,
        replay=replayed(record),
        record=record,
        clocked=by_clock((action.seat, action.by_clock) for action in actions),
        moments=_moments(actions),
    )


def _moments(actions: Iterable[RoundAction]) -> dict[int, list[int]]:
    """When the decisions of each seat were made, as `games.tables.event_log.timed` takes it."""
    return by_seat((action.seat, ms(action.at)) for action in actions)


def log_of(snap: Snapshot, view: View | None) -> list[str]:
    """What has happened in the current round, for the viewer with this view of it."""
    return merged(log_lines(snap, view), snap.table.news, snap.table.round_number)


def log_lines(snap: Snapshot, view: View | None) -> list[Line]:
    """One line for each event of the view. While the round is in play, a view that has only the
    first of the events has the first of these lines."""
    if view is None or snap.round is None or snap.round.dealt is None:
        return []
    ended = ms(snap.round.ended) if snap.round.ended else None
    return list(timed(view, snap.clocked, snap.moments, ms(snap.round.dealt), ended))


Offered = Sequence[tuple[Spot, Paytable]]
"""The spots of a felt that may be chosen, each with what it would pay by."""


def _offered(table: Table, round: Round) -> dict[str, Offered]:
    """The felt for each value of the button's choice."""
    choice = table.rules.choice
    if choice is None:
        return {}
    return {value: _laid(table, {**round.options, choice.option: value}) for value in choice.values}


def _laid(table: Table, options: Mapping[str, Any]) -> Offered:
    """The spots of a felt under some house options, each with the paytable the table has for it."""
    versions = list(table.paytables.all())
    found = (
        (s, fitting(s, versions)) for s in table.rules.spots(table.rules.options.read(options))
    )
    return [(spot, version.value) for spot, version in found if version is not None]


class Occupancy(TypedDict):
    """How many chairs a table has, how many are taken, and how many of those by people."""

    chair_count: int
    taken: int
    people: int


def open_tables() -> "QuerySet[WithAnnotations[Table, Occupancy]]":
    """The tables that are open to everyone, with `chair_count`, `taken` and `people`."""
    return Table.objects.filter(listed=True, closed=False).annotate(
        chair_count=Count("chairs"),
        taken=Count("chairs", Q(chairs__user__isnull=False)),
        people=Count("chairs", Q(chairs__user__is_bot=False)),
    )


def outlines(table_ids: Collection[int] | None = None) -> dict[int, Outline]:
    """The shared tables that the lobby lists, by id: all, or only these."""
    shared = open_tables().filter(solo=False)
    if table_ids is not None:
        shared = shared.filter(pk__in=table_ids)
    rows = shared.values_list(
        "pk", "name", "game", "minimum", "maximum", "phase", "paused",
        "chair_count", "taken", "people",
    )  # fmt: skip
    return {row[0]: Outline(*row) for row in rows}


def own_rounds_at(table_id: int, user_ids: Sequence[int]) -> dict[int, list[RoundSeat]]:
    """The last finished rounds of these players at one table, newest first, by user."""
    finished = RoundSeat.objects.filter(
        round__table_id=table_id, user_id__in=user_ids, ended__isnull=False
    ).select_related("round", "review")
    recent: dict[int, list[RoundSeat]] = {}
    for part in finished.order_by("-ended", "-pk")[: RECENT * len(user_ids)]:
        own = recent.setdefault(part.user_id, [])
        if len(own) < RECENT:
            own.append(part)
    return recent


@dataclass(frozen=True)
class Logged:
    """A finished round in words: as a spectator saw it (None), and as each of its players did.
    hands: those that everyone saw, the best first."""

    number: int
    lines: Mapping[int | None, Sequence[Line]]
    hands: tuple[ShownHand, ...] = ()

    def for_user(self, user_id: int | None, news: Iterable[Mapping[str, Any]]) -> list[str]:
        """What a viewer saw happen, including the last news of the table."""
        return merged(self.lines.get(user_id, self.lines[None]), news, self.number)


def logged_before(table: Table) -> list[Logged]:
    """The last rounds of a table before the one on the felt, newest first."""
    number = table.round_number
    finished = Round.objects.filter(
        table=table, number__lt=number, number__gte=number - LOGGED, ended__isnull=False
    )
    rows = finished.order_by("-number").values_list("pk", "status")
    return [_logged(round_id, status) for round_id, status in rows]


@lru_cache(maxsize=512)
def _logged(round_id: UUID, status: str) -> Logged:
    """A finished round changes at most once, when it is voided; it is read and replayed once in
    each state."""
    round = _ROUND.get(round_id)
    parts, actions = parts_of(round), actions_of(round)
    record = record_of(round, parts, actions, dealt_under(round))
    played = replayed(record)
    ended = ms(round.ended) if round.ended else 0
    ends = [(ended, f"Round void: {round.void_reason}")] if round.void_reason else []
    lines: dict[int | None, Sequence[Line]] = {None: ends}
    hands: tuple[ShownHand, ...] = ()
    if played is not None and parts:
        dealt, moments = ms(round.dealt) if round.dealt else 0, _moments(actions)
        clocked = by_clock((action.seat, action.by_clock) for action in actions)
        for user_id, seat in [(None, None), *((part.user_id, part.seat) for part in parts)]:
            view = record.game.view(played.state, seat)
            lines[user_id] = [*timed(view, clocked, moments, dealt, ended), *ends]
            if user_id is None and not ends:
                hands = shown_hands(round, view, parts)[:MOST_HANDS]
    return Logged(round.number, lines, hands)


def active_paytables(slug: str) -> list[PaytableVersion]:
    """The versions that pay at new tables of a game, in the order of its spots."""
    order = [spot.key for spot in GAMES[slug].every_spot()]
    versions = PaytableVersion.objects.filter(game=slug, status=PaytableVersion.Status.ACTIVE)
    return sorted(versions, key=lambda version: (order.index(version.spot), version.code))

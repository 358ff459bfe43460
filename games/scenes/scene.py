"""The scene: all that one viewer may know of a table, as values that never change.

Pages draw parts of it, `games.scenes.as_json` writes it for programs: what a program reads is what
the felt shows. Each card is in it once, at the seat or in the pile where it lies.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, partial
from typing import Any

from django.contrib.humanize.templatetags.humanize import apnumber

from games.engine.game import Choice
from games.engine.limits import money
from games.engine.view import Event, OfferView, PileView, ResultView, View
from games.models import Chair, Phase, Table
from games.scenes.headings import Heading, heading
from games.scenes.seats import Place, place_shown, seats_alike
from games.scenes.spots import LineScene, SpotScene, lines_shown, spots_shown
from games.tables import durations
from games.tables.chat import Said, heard
from games.tables.locked_table import ms, step_of
from games.tables.selectors import Snapshot, log_of


@dataclass(frozen=True)
class TableScene:
    """A table's public facts. seats: how many. For `last_round`, `dealt_out`, `layout` and `total`
    (cents) see `games.models.Table`."""

    id: int
    name: str
    game: str
    game_name: str
    solo: bool
    strict: bool
    seats: int
    watching: int
    last_round: int | None
    dealt_out: bool
    layout: Mapping[str, int]
    total: int | None


@dataclass(frozen=True)
class RoundScene:
    """The table's round. button: the seat that has it. server_seed: None until it is revealed."""

    id: str
    number: int
    status: str
    commitment: str
    options: Mapping[str, Any]
    button: int | None
    void_reason: str
    server_seed: str | None


@dataclass(frozen=True)
class LimitsScene:
    """The limits of a table in cents; large: how many large wagers a seat may have, in words."""

    minimum: int
    maximum: int
    unit: int
    profile: str
    large: str | None
    aggregate_payout: int | None


@dataclass(frozen=True, kw_only=True)
class Viewer:
    """The viewer. seat: the seat they look from, None for a spectator; seats: all of the viewer's
    own."""

    seat: int | None
    seats: tuple[int, ...]
    may_sit: bool


@dataclass(frozen=True, kw_only=True)
class Player(Viewer):
    """A viewer who has a seat. balance: cents, including what has been paid in the round; None as
    in `SeatScene.bank`. wagers: spot to cents, last_wagers: those of the last round. time_bank:
    seconds, None without a clock. out_by_clock: whether the clock made the seat sit out. alone: at
    a table without a clock, whether nobody else plays."""

    name: str
    balance: int | None
    ready: bool
    leaving: bool
    out: bool
    out_next: bool
    out_by_clock: bool
    time_bank: int | None
    wagers: Mapping[str, int]
    last_wagers: Mapping[str, int]
    alone: bool


@dataclass(frozen=True)
class OfferedSpot:
    """A spot that a choice would add, and what it would pay."""

    key: str
    name: str
    lines: tuple[LineScene, ...]


@dataclass(frozen=True)
class ValueScene:
    """A value that the button may choose, in words; spots: while the choice is open."""

    value: str
    words: str
    spots: tuple[OfferedSpot, ...]


@dataclass(frozen=True)
class ChoiceScene:
    """What the button chooses. seat: who has it; yours: whether it is the viewer's choice; chosen:
    the value, None while the choice is open."""

    asked: bool
    seat: int | None
    yours: bool
    values: tuple[ValueScene, ...]
    chosen: str | None
    chosen_words: str


@dataclass(frozen=True)
class RoundView:
    """A `View` without its seats, which are among the places of the scene."""

    game: str
    viewer: int | None
    step: str
    question: str
    piles: tuple[PileView, ...]
    waiting_on: tuple[int, ...]
    offers: tuple[OfferView, ...]
    results: tuple[ResultView, ...]
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Scene:
    """All that one viewer may know of a table; docs/table-protocol.md explains each field.

    view: None before the deal. Names that end in `_ms` are milliseconds.
    """

    table: TableScene
    version: int
    state: str
    step: str
    deadline_ms: int | None
    window_ms: int
    now_ms: int
    round: RoundScene | None
    options: Mapping[str, Any]
    limits: LimitsScene
    talk: tuple[Said, ...]
    you: Viewer
    spots: tuple[SpotScene, ...]
    places: tuple[Place, ...]
    choice: ChoiceScene | None
    heading: Heading
    log: Sequence[str]
    view: RoundView | None

    @cached_property
    def own(self) -> Place | None:
        """The place from which the viewer looks, None for a spectator."""
        return next((place for place in self.places if place.you), None)


@dataclass(frozen=True)
class Narration:
    """What the film of a round shows at a moment instead of the table's current state."""

    heading: Heading
    state: str
    log: Sequence[str]


def scene(snap: Snapshot, user_id: int | None, now: datetime, seat: int | None = None) -> Scene:
    """Everything that one viewer may know of a table.

    user_id: the viewer, None for a visitor. seat: which of the viewer's seats they look from. Cards
    that the rules do not show this viewer are None.
    """
    chair = snap.chair_of(user_id, seat) or snap.chair_of(user_id)
    return scene_of(snap, chair, view_for(snap, user_id, chair), now)


def scene_of(
    snap: Snapshot,
    chair: Chair | None,
    view: View | None,
    now: datetime,
    narration: "Narration | None" = None,
) -> Scene:
    """The scene of the player in `chair` (None: a spectator), who sees `view` of the round.

    view: None before the deal. narration: what is shown while cards and chips move. Live tables and
    replays both get their scenes here.
    """
    table = snap.table
    return Scene(
        table=snap.once("table", lambda: _table(snap)),
        version=table.version,
        state=narration.state if narration else "looking" if snap.looking else str(table.phase),
        step=step_of(table, chair) if chair else "",
        deadline_ms=_deadline_ms(table),
        window_ms=snap.once("window", lambda: _window_ms(snap)),
        now_ms=ms(now),
        round=snap.once("round", lambda: _round(snap)),
        options=snap.once("options", lambda: _options(snap)),
        limits=snap.once("limits", lambda: _limits(snap)),
        talk=snap.once("talk", lambda: heard(table)),
        you=_you(snap, chair, view),
        spots=spots_shown(snap, chair, view),
        places=tuple(place_shown(snap, other, chair, view) for other in snap.chairs),
        choice=_choice(snap, chair),
        heading=narration.heading if narration else heading(snap, chair, view),
        log=narration.log if narration else log_of(snap, view),
        view=_view(view) if view else None,
    )


def scene_after(
    last: Scene, snap: Snapshot, chair: Chair | None, view: View, narration: Narration
) -> Scene:
    """The scene of a later moment of a film, for the same viewer: whatever has not changed is the
    same value in both."""
    same = _unchanged(last, view)
    return replace(
        last,
        state=narration.state,
        you=last.you if same.issuperset(last.you.seats) else _paid(last.you, snap, chair, view),
        spots=last.spots if chair is None or chair.seat in same else spots_shown(snap, chair, view),
        places=tuple(
            place if place.seat.seat in same else place_shown(snap, other, chair, view)
            for place, other in zip(last.places, snap.chairs, strict=True)
        ),
        heading=narration.heading,
        log=narration.log,
        view=_view(view),
    )


def _unchanged(last: Scene, view: View) -> set[int]:
    """The seats to which nothing has happened since an earlier scene; a change of a seat's bets
    counts too."""
    results = last.view.results if last.view else ()
    if view.results[: len(results)] != results:
        return set()
    paid = {result.seat for result in view.results[len(results) :]}
    seen = {seat.seat: seat for seat in view.seats}
    seats = (place.seat for place in last.places if place.seat.seat not in paid)
    return {shown.seat for shown in seats if shown.played is seen.get(shown.seat)}


def _deadline_ms(table: Table) -> int | None:
    """The deadline as people see it."""
    return ms(table.deadline) if table.deadline and not durations.unhurried(table) else None


def _view(view: View) -> RoundView:
    return RoundView(
        game=view.game,
        viewer=view.viewer,
        step=view.step,
        question=view.question,
        piles=view.piles,
        waiting_on=view.waiting_on,
        offers=view.offers,
        results=view.results,
        events=view.events,
    )


def _table(snap: Snapshot) -> TableScene:
    table = snap.table
    return TableScene(
        id=table.pk,
        name=table.name,
        game=table.game,
        game_name=table.rules.name,
        solo=table.solo,
        strict=table.strict,
        seats=len(snap.chairs),
        watching=table.watching,
        last_round=table.last_round,
        dealt_out=table.dealt_out,
        layout=table.layout,
        total=table.total,
    )


def view_for(snap: Snapshot, user_id: int | None, chair: Chair | None = None) -> View | None:
    """The engine's view of the round for its player (for anyone else: a spectator's); None before
    the deal. chair: which of the viewer's chairs, if there are several."""
    if snap.replay is None or snap.record is None:
        return None
    seat = seat_for(snap, user_id, chair)
    return snap.once(("view", seat), partial(_view_from, snap, seat))


def _view_from(snap: Snapshot, seat: int | None) -> View:
    """What the player in a seat sees; None: what people without a part in the round see."""
    assert snap.replay is not None
    assert snap.record is not None
    view: View = snap.record.game.view(snap.replay.state, seat, reconciled=snap.reconciled)
    return seats_alike(snap, view if snap.record.void is None else _asking_nobody(view))


def seat_for(snap: Snapshot, user_id: int | None, chair: Chair | None = None) -> int | None:
    """The seat of the round from which a viewer sees it, None for a spectator; see `view_for`."""
    own = [part.seat for part in snap.parts if part.user_id == user_id]
    here = [seat for seat in own if chair is not None and seat == chair.seat]
    return next(iter(here or (own if len(own) == 1 else [])), None)


def _asking_nobody(view: View) -> View:
    """The view of a round that was stopped before its end: it is nobody's turn any more."""
    seats = tuple(replace(seat, waiting=False) for seat in view.seats)
    return replace(view, question="", waiting_on=(), offers=(), seats=seats)


def _window_ms(snap: Snapshot) -> int:
    deadline, round = snap.table.deadline, snap.round
    if snap.table.phase == Phase.SHOWING and deadline and round and round.ended:
        return ms(deadline) - ms(round.ended)
    own = [durations.own_window(c) for c in snap.chairs if c.own_until and c.own_until == deadline]
    window = own[0] if own else durations.window(snap.table, looking=snap.looking)
    return int(window.total_seconds() * 1000)


def _round(snap: Snapshot) -> RoundScene | None:
    round = snap.round
    if round is None:
        return None
    return RoundScene(
        id=str(round.pk),
        number=round.number,
        status=round.status,
        commitment=round.commitment,
        options=round.options,
        button=snap.table.button if snap.table.phase == Phase.CHOOSING else round.button,
        void_reason=round.void_reason,
        server_seed=round.revealed_seed,
    )


def _options(snap: Snapshot) -> Mapping[str, Any]:
    """All house options in force: the round's, or the table's if there is no round yet."""
    table, round = snap.table, snap.round
    options = table.rules.options.read(table.options) if round is None else round.house_options
    return options.as_json()


def _limits(snap: Snapshot) -> LimitsScene:
    limits = snap.table.limits
    profile = limits.profile
    large = None
    spots = snap.table.rules.spots(snap.table.rules.options.read(snap.table.options))
    # With no more spots than that, nobody can break the limit.
    if (most := profile.max_large_wagers) is not None and most < len(spots):
        large = f"No more than {apnumber(most)} bets over {money(profile.large_above)}"
    return LimitsScene(
        minimum=limits.minimum,
        maximum=limits.maximum,
        unit=limits.unit,
        profile=profile.name,
        large=large,
        aggregate_payout=limits.aggregate_payout,
    )


def _you(snap: Snapshot, chair: Chair | None, view: View | None) -> Viewer:
    if chair is None or chair.user is None:
        return Viewer(seat=None, seats=(), may_sit=True)
    seats = tuple(other.seat for other in snap.chairs if other.user_id == chair.user_id)
    return Player(
        seat=chair.seat,
        seats=seats,
        may_sit=len(seats) < snap.table.positions,
        name=chair.user.display_name,
        balance=_balance(snap, chair, seats, view),
        ready=chair.ready,
        leaving=chair.leaving,
        out=chair.sits_out,
        out_next=chair.out_next,
        out_by_clock=chair.sits_out and chair.misses >= durations.MISSES,
        time_bank=None if durations.clockless(snap.table) else chair.time_bank,
        wagers=chair.wagers,
        last_wagers=chair.last_wagers,
        alone=durations.waits_for_nobody(snap.table, snap.chairs),
    )


def _paid(you: Viewer, snap: Snapshot, chair: Chair | None, view: View) -> Viewer:
    """The viewer, with the balance at another moment of a film."""
    if chair is None or not isinstance(you, Player):
        return you
    return replace(you, balance=_balance(snap, chair, you.seats, view))


def _balance(snap: Snapshot, chair: Chair, seats: tuple[int, ...], view: View | None) -> int | None:
    """A player's balance, in cents, including what the dealer has paid already in a round that the
    books settle at its end."""
    balance = snap.balance_of(chair)
    if balance is None or view is None or snap.round is None or snap.round.over:
        return balance
    return balance + sum(result.returned for result in view.results if result.seat in seats)


def _choice(snap: Snapshot, chair: Chair | None) -> ChoiceScene | None:
    choice: Choice | None = snap.table.rules.choice
    if choice is None:
        return None
    asked = snap.table.phase == Phase.CHOOSING
    value = (snap.round.options if snap.round else snap.table.options).get(choice.option)
    return ChoiceScene(
        asked=asked,
        seat=snap.table.button,
        yours=asked and chair is not None and chair.seat == snap.table.button,
        values=tuple(
            ValueScene(key, words, _offered(snap, key)) for key, words in choice.values.items()
        ),
        chosen=None if asked else value,
        chosen_words="" if asked else choice.values.get(str(value), ""),
    )


def _offered(snap: Snapshot, value: str) -> tuple[OfferedSpot, ...]:
    """What the felt would pay under one value of the choice, while the choice is open."""
    return tuple(
        OfferedSpot(spot.key, spot.name, lines_shown(spot, paytable))
        for spot, paytable in snap.offered.get(value, ())
    )

"""A finished round as a film: what one of its seats, or a spectator, saw of the felt at each
moment.

The felt of a frame is made like a live one, from a scene and its parts; only the view is old.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from accounts.models import User
from accounts.preferences import USUAL
from accounts.templatetags.money import short
from games.engine.limits import money
from games.engine.playback import Moment, Stage, moments
from games.engine.record import Record
from games.engine.view import Event, View, listed
from games.models import Chair, Phase, Round, RoundAction, RoundSeat, Table
from games.scenes import Scene, scene_of
from games.scenes.fragments import Html, drawn
from games.scenes.headings import MOVING, Heading
from games.scenes.parts import parts_of
from games.scenes.seats import Place
from games.tables.event_log import by_clock, event_sentences, played_by_clock
from games.tables.locked_table import record_of
from games.tables.selectors import Snapshot

_FELT = ("dealer", "board", "mine", "spots", "line")
"""The parts of a table in a frame, besides its seats."""


class Decision(NamedTuple):
    """A decision of the seat being replayed: the `ordinal` of its `RoundAction`, and the seat."""

    ordinal: int
    seat: int


@dataclass(frozen=True)
class Frame:
    """One moment. words: what has just happened, in a sentence; at: when. view: None before the
    deal. played: how many actions had been played. decision: what the seat decides next. event:
    what has just happened on the felt, None if nothing visible."""

    number: int
    at: datetime
    words: str
    stage: Stage | None
    view: View | None
    played: int = 0
    decision: Decision | None = None
    event: Event | None = None


@dataclass(frozen=True, repr=False)  # keeps cards out of logs and errors
class Film:
    """A finished round from the bets to the result. seat: the viewer's, None for a spectator.

    It holds the whole record: viewers get a frame's scene and its HTML, never this.
    """

    round: Round
    seat: int | None
    parts: Sequence[RoundSeat]
    record: Record
    frames: Sequence[Frame]

    def frame(self, number: int) -> Frame | None:
        """The frame of that number, from 1; None if there is none."""
        return self.frames[number - 1] if 0 < number <= len(self.frames) else None

    def scene(self, frame: Frame, *, named: bool = True) -> Scene:
        """What the seat saw at that moment, without its offers.

        named: whether it has the other players' names; otherwise they are called by their seats. It
        has no present balances.
        """
        snap = self._snapshot(frame, named=named)
        shown = scene_of(snap, snap.chair_of(*self._viewer()), frame.view, frame.at)
        if shown.view is not None:
            shown = replace(shown, view=replace(shown.view, offers=()))
        if shown.state != Phase.SHOWING and not (frame.view and frame.view.waiting_on):
            shown = replace(shown, heading=Heading(MOVING[frame.stage]))
        if not named:
            shown = replace(shown, places=tuple(map(_unnamed, shown.places)))
        return shown

    def _viewer(self) -> tuple[int | None, int | None]:
        """The user whose round is shown, and the seat."""
        return next((p.user_id for p in self.parts if p.seat == self.seat), None), self.seat

    def _snapshot(self, frame: Frame, *, named: bool) -> Snapshot:
        """The table as it was, as far as a felt shows it."""
        over = frame.stage in ("over", "void")
        before = Phase.BETTING if frame.view is None else Phase.PLAYING
        table = _table(self.round, Phase.SHOWING if over else before)
        return Snapshot(
            table=table,
            chairs=[
                Chair(
                    pk=part.seat,  # not a row: it only has to differ from the others
                    table=table,
                    seat=part.seat,
                    user=part.user if named else _nobody(part),
                    wagers=part.wagers if frame.stage else {},
                )
                for part in self.parts
            ],
            round=self.round,
            spots=self.round.rules.spots(self.round.house_options),
            paytables=dict(self.record.setup.paytables),
            parts=self.parts,
            replay=None,
            record=None,
        )


def _nobody(part: RoundSeat) -> User:
    """A player of whom only the seat is known: not a row."""
    return User(pk=part.user_id, username=f"seat {part.seat}", is_guest=False)


def _unnamed(place: Place) -> Place:
    """A seat without the name of its player, or what kind of player it is."""
    return replace(place, seat=replace(place.seat, name=f"Seat {place.seat.seat}", bot=""))


def _table(round: Round, phase: Phase) -> Table:
    """The table of a round as it was then, as far as a felt shows it: not a row, and nothing about
    its present state."""
    now = round.table
    kept = ("id", "name", "minimum", "maximum", "unit", "spot_limits", "profile", "solo")
    table = Table(**{name: getattr(now, name) for name in (*kept, "aggregate_payout")})
    table.game, table.options, table.phase = round.game, round.options, phase
    table.round_number, table.button = round.number, round.button
    return table


def film_of(round: Round, seat: int | None) -> Film:
    """A finished round as one of its seats, or a spectator, saw it. Raises ValueError while it is
    in play."""
    if not round.over:
        raise ValueError(f"Round {round.pk} is not over; it cannot be replayed yet.")
    parts = list(round.seats.select_related("user__account").order_by("seat"))
    actions = list(round.actions.order_by("ordinal"))
    record = record_of(round, parts, actions)
    seen = moments(record, seat)
    words = _log(seen, actions)
    frames = [*_choice(round), *(_frame(round, seat, actions, parts, m, words) for m in seen)]
    numbered = tuple(replace(frame, number=number) for number, frame in enumerate(frames, 1))
    return Film(round, seat, parts, record, numbered)


def felt_html(film: Film, shown: Scene, deck: str = USUAL) -> Html:
    """The parts of a felt, as a table page has them, of one of the film's scenes; deck: see
    `games.scenes.fragments.render`."""
    parts = (p for p in parts_of(shown, [], []) if p.id in _FELT or p.id.startswith("seat-"))
    return drawn(film.round.game, parts, deck)


def _log(seen: Sequence[Moment], actions: Sequence[RoundAction]) -> list[str]:
    """The sentences of the whole round; the events of an earlier view are the first of them."""
    view = seen[-1].view
    return event_sentences(view, by_clock((a.seat, a.by_clock) for a in actions)) if view else []


def _choice(round: Round) -> list[Frame]:
    """The button's choice of the game, if there is one."""
    choice = round.rules.choice
    if choice is None:
        return []
    chosen = choice.values[str(getattr(round.house_options, choice.option))]
    who = "" if round.table.solo else f"Seat {round.button} has the button. "
    return [Frame(0, round.opened, f"{who}The game is {chosen}.", None, None)]


def _frame(
    round: Round,
    seat: int | None,
    actions: Sequence[RoundAction],
    parts: Sequence[RoundSeat],
    moment: Moment,
    log: Sequence[str],
) -> Frame:
    last = actions[moment.played - 1] if moment.played else None
    dealt = round.dealt or round.opened
    ended = round.ended or dealt
    at, words = dealt, ""
    match moment.stage:
        case "bets":
            words = _bets(round, seat, parts)
        case "look":
            words = "The players look at their cards."
        case "void":
            at, words = ended, f"The round is void: {round.void_reason} Every stake is returned."
        case "over":
            at, words = ended, _result(moment.view, seat)
        case stage:
            at = ended if stage == "settle" else last.at if last else dealt
            words = _happened(moment, last, seat, log)
    decision = None
    if moment.decision is not None and seat is not None:
        decision = Decision(actions[moment.decision].ordinal, seat)
    view, event = moment.view, None
    if view is not None and moment.event is not None:
        event = view.events[moment.event]
    return Frame(0, at, words, moment.stage, view, moment.played, decision, event)


def _happened(
    moment: Moment, last: RoundAction | None, seat: int | None, log: Sequence[str]
) -> str:
    """The event in words. If a decision is not public yet, only its own seat reads what it was."""
    if moment.event is not None:
        return log[moment.event]
    assert moment.untold is not None
    assert last is not None
    if last.by_clock and last.seat == seat:
        return played_by_clock(moment.untold)
    return moment.untold.words


def _bets(round: Round, seat: int | None, parts: Sequence[RoundSeat]) -> str:
    """``"The bets are down. Seat 1: 5 on this spot and 5 on that one."``."""
    own: dict[str, int] = next((part.wagers for part in parts if part.seat == seat), {})
    spots = round.rules.spots(round.house_options)
    laid = [f"{short(own[spot.key])} on {spot.name}" for spot in spots if own.get(spot.key)]
    return "The bets are down." + (f" Seat {seat}: {listed(laid)}." if laid else "")


def _result(view: View | None, seat: int | None) -> str:
    results = [result for result in (view.results if view else ()) if result.seat == seat]
    if not results:
        return "The round is over."
    net = sum(result.net for result in results)
    ending = f"{'wins' if net > 0 else 'loses'} {money(abs(net))}" if net else "breaks even"
    return f"The round is over. Seat {seat} {ending}."

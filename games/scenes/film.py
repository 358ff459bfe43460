"""What a push shows, step by step: the way from the table a viewer saw last to the one now.

The replay of a finished round and a live table are the same film. Each moment has the viewer's own
view of the round up to then (`games.engine.playback`), and with it everything that becomes true at
that point: cards, totals, words, lit lines, chips, the balance. Everything else on the page stays
as it was before the first moment; the last one shows the table as it is.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from itertools import pairwise
from typing import Any

import orjson

from games.engine.game import Seat
from games.engine.playback import SETTLING, SeatWay, Stage, Way
from games.engine.view import Event, ResultView, SeatView, View
from games.models import Chair, Phase, Round, Table
from games.scenes.headings import MOVING, Heading
from games.scenes.parts import Part, board_spots, log_part, middle_parts, moving_parts, seat_part
from games.scenes.scene import Narration, Scene, scene_after, scene_of, view_for
from games.scenes.seats import Place, results_at, seat_shown, seats_alike
from games.scenes.timeline import decided
from games.tables.event_log import Line, merged
from games.tables.selectors import Snapshot, log_lines

RARE = 25
"""A win of at least this many times the stake is shown as rare."""


@dataclass(frozen=True)
class Rare:
    """A win worth a pause: the name of the bet, and its odds (``"50:1"``)."""

    name: str
    pays: str


@dataclass(frozen=True)
class Shown:
    """What has just happened at a moment of a film: one thing, or several of one kind that a dealer
    does at once. rare: nearly always None."""

    events: tuple[Event, ...]
    rare: Rare | None


@dataclass(frozen=True)
class FilmMoment(Shown):
    """One moment of a film."""

    scene: Scene


@dataclass(frozen=True)
class FeltMoment(Shown):
    """The same for a page. parts: those in which something may have changed. made: what pushes have
    made of them, by deck; viewers who share a moment share this."""

    parts: tuple[Part, ...]
    made: dict[Any, Any] = field(default_factory=dict, compare=False)


def film(
    known: Snapshot | None,
    snap: Snapshot,
    user_id: int | None,
    now: datetime,
    seat: int | None = None,
) -> Iterator[FilmMoment]:
    """The moments between two snapshots of a table for one viewer, in order, without the last one,
    which is the scene of `snap` itself.

    known: what the viewer saw last. If it is None, or the round is void, there is nothing to show.
    user_id, seat: as in `games.scenes.scene`.
    """
    shown = None
    for step in _steps(known, snap, user_id, now, seat):
        shown = step.scene(shown)
        yield FilmMoment(step.events, step.rare, shown)


def film_of_parts(
    known: Snapshot | None,
    snap: Snapshot,
    user_id: int | None,
    now: datetime,
    seat: int | None = None,
) -> Iterator[FeltMoment]:
    """The same film as parts of a felt. What happens at another player's seat changes only that
    seat and the log; what happens in the middle is the same for everyone. The first and last
    moments of a stretch contain everything in which its views differ.
    """
    shown: Scene | None = None
    sent: dict[str, Part] = {}
    for step in _steps(known, snap, user_id, now, seat):
        if shown is not None and step.is_others:
            moment = step.of.snap.once(step.alike(shown), partial(_at_others, step, shown))
        elif shown is not None and step.is_piles:
            moment = step.of.snap.once(step.piles_alike(shown), partial(_at_piles, step, shown))
        else:
            last, shown = shown, step.scene(shown)
            moved = moving_parts(shown, last)
            parts = tuple(part for part in moved if part != sent.get(part.id))
            moment = FeltMoment(step.events, step.rare, parts)
        sent |= {part.id: part for part in moment.parts}
        yield moment


def _at_others(step: "_Step", shown: Scene) -> FeltMoment:
    """A moment at other players' seats. shown: the scene of an earlier one."""
    seats = [seat_part(shown, place) for place in step.places(shown)]
    return FeltMoment(step.events, step.rare, (*seats, log_part(step.log)))


def _at_piles(step: "_Step", shown: Scene) -> FeltMoment:
    """A moment in the middle of the felt. shown: as above."""
    return FeltMoment(step.events, step.rare, middle_parts(step.scene(shown)))


class _Log:
    """The log lines of a stretch's events, with the news of its table."""

    def __init__(self, lines: Sequence[Line], table: Table) -> None:
        self._lines, self._table = lines, table
        self._made: dict[int, Sequence[str]] = {}

    def at(self, count: int) -> Sequence[str]:
        """What has happened after this many events of the round."""
        if count not in self._made:
            news, number = self._table.news, self._table.round_number
            self._made[count] = merged(self._lines[:count], news, number)
        return self._made[count]


@dataclass(frozen=True)
class _Stretch:
    """A stretch of a viewer's way, from one view of the round to the next. snap: the table during
    it. state, log: what is said of it during it. others: the chairs of the other players' seats, by
    place."""

    snap: Snapshot
    chair: Chair | None
    others: Mapping[str, Chair]
    now: datetime
    way: Way
    name: Stage
    state: str
    log: _Log
    decisions: dict[int, str] = field(default_factory=dict)

    def decided(self, count: int) -> str:
        """What the seats have decided so far, in words."""
        if count not in self.decisions:
            view = self.way.after
            events = view.events[: self.way.known + count]
            self.decisions[count] = decided(view.game, events, view.viewer)
        return self.decisions[count]

    def staked(self, seat: int, count: int) -> Mapping[str, int]:
        """What a seat has bet so far."""
        way, gone = self.way.seat(seat, count)
        return way.at(gone).wagers


@dataclass(frozen=True)
class _Seat:
    """Another player's seat at which something happens, with everything seen there: its way, how
    many of its own events have happened, and what has been paid."""

    chair: Chair
    way: SeatWay
    gone: int
    paid: tuple[ResultView, ...]


class _Step:
    """A moment of a stretch. since, count: how many of its events had happened at the previous
    moment, and have happened now; seats: where something happens, () unless all of them are other
    players'."""

    def __init__(self, of: _Stretch, since: int, count: int) -> None:
        self.of, self.since, self.count = of, since, count
        self.events = of.way.new[since:count]
        places = {event.place.partition(".")[0] for event in self.events}
        chairs = [of.others[place] for place in places if place in of.others]
        self.seats = [*map(self._seat, chairs)] if len(chairs) == len(places) else []

    def _seat(self, chair: Chair) -> _Seat:
        way = self.of.way
        paid = results_at(chair.seat, way.results(self.count))
        return _Seat(chair, *way.seat(chair.seat, self.count), paid)

    @property
    def log(self) -> Sequence[str]:
        """What has happened, in words."""
        return self.of.log.at(self.of.way.known + self.count)

    def scene(self, last: Scene | None) -> Scene:
        """last: the viewer's scene of an earlier moment."""
        of = self.of
        narration = Narration(Heading(MOVING[of.name]), of.state, self.log)
        view = _unasked(of.way.view(self.count))
        if last is None:
            return scene_of(of.snap, of.chair, view, of.now, narration)
        return scene_after(last, of.snap, of.chair, view, narration)

    @property
    def is_others(self) -> bool:
        """Whether something happens only at other players' seats, and the lines beside the table,
        which count bets and announce decisions, stay the same."""
        of = self.of
        if not self.seats or self.since == 0 or self.count == len(of.way.new):
            return False
        if self.events[0].kind in SETTLING:
            return True
        return of.decided(self.since) == of.decided(self.count) and all(
            seat.way.at(seat.gone).wagers == of.staked(seat.chair.seat, self.since)
            for seat in self.seats
        )

    @property
    def is_piles(self) -> bool:
        """Whether something happens only in the middle of the felt."""
        way = self.of.way
        if self.since == 0 or self.count == len(way.new):
            return False
        piles = {pile.key for pile in way.after.piles}
        return all(event.place in piles for event in self.events)

    def piles_alike(self, shown: Scene) -> Hashable:
        """A key for viewers who see the same in the middle and in the lines beside the table.
        shown: as below."""
        of, view = self.of, _unasked(self.of.way.view(self.count))
        seen = orjson.dumps((view.piles, [seat.wagers for seat in view.seats]), default=dict)
        return of.log, self.since, self.count, seen, of.decided(self.count), board_spots(shown)

    def alike(self, shown: Scene) -> Hashable:
        """A key for viewers who see the same of a moment at other players' seats. shown: the scene
        of an earlier one."""
        may_sit = shown.you.may_sit
        seats = [
            (seat.way, seat.gone, seat.paid, may_sit and seat.chair.user_id is None)
            for seat in self.seats
        ]
        return self.of.log, self.since, self.count, *seats

    def places(self, shown: Scene) -> Iterator[Place]:
        """The seats at which something happens. shown: the scene of an earlier moment."""
        known = {place.seat.seat: place for place in shown.places}
        for seat in self.seats:
            played = seat.way.at(seat.gone)
            made = seat_shown(self.of.snap, seat.chair, played, seat.paid, waiting=False)
            yield replace(known[made.seat], seat=made)

    @property
    def rare(self) -> Rare | None:
        """The last of the bets just paid that is rare enough for the table to pause."""
        if self.events[0].kind != "pay":
            return None
        results = self.of.way.results(self.count)[-len(self.events) :]
        paid = zip(self.events, results, strict=False)
        found = [(e, r) for e, r in paid if e.stake and e.net >= RARE * e.stake]
        if not found:
            return None
        event, result = found[-1]
        name = next((spot.name for spot in self.of.snap.spots if spot.key == event.spot), "")
        return Rare(name, result.pays)


def _steps(
    known: Snapshot | None, snap: Snapshot, user_id: int | None, now: datetime, seat: int | None
) -> Iterator[_Step]:
    if known is None or snap.record is None or snap.replay is None or snap.record.void is not None:
        return
    chair = snap.chair_of(user_id, seat) or snap.chair_of(user_id)
    table = snap.once(("on the way", known.stamp), partial(_on_the_way, known, snap))
    before = view_for(known, user_id, chair) if _same_round(known, snap) else None
    # Cards that their owner is about to turn are dealt face down.
    state = "looking" if snap.looking else str(Phase.PLAYING)
    own = chair.user_id if chair else None
    others = {f"seat-{it.seat}": it for it in table.chairs if own is None or it.user_id != own}
    for name, start, end in _stages(before, snap, user_id, chair):
        way = Way(start, end, partial(_seat_way, table))
        lines = tuple(log_lines(table, end))
        log = table.once(("log", lines), partial(_Log, lines, table.table))
        stretch = _Stretch(table, chair, others, now, way, name, state, log)
        ends = way.ends(together=True)
        yield from (_Step(stretch, *between) for between in pairwise((0, *ends)))


def _seat_way(
    table: Snapshot, before: SeatView | None, after: SeatView, events: tuple[Event, ...]
) -> SeatWay:
    """The way of a seat, the same for everyone who sees the same there (`seats_alike`)."""
    made = partial(SeatWay, before, after, events)  # which keeps both alive, and so their ids
    return table.once((id(before), id(after), events), made)


def _unasked(view: View) -> View:
    if view.offers or view.question or view.waiting_on:
        return replace(view, offers=(), question="", waiting_on=())
    return view


def _stages(
    before: View | None, snap: Snapshot, user_id: int | None, chair: Chair | None
) -> Iterator[tuple[Stage, View | None, View]]:
    """The stretches of a way, each from one of the viewer's views to the next."""
    after = view_for(snap, user_id, chair)
    first: Stage = "act" if before else "deal"
    assert after is not None
    if not snap.reconciled:
        yield first, before, after
        return
    played = snap.once(("played", after.viewer), partial(_played, snap, after.viewer))
    if len(played.events) > (len(before.events) if before else 0):
        yield first, before, played
        before = played
    yield "settle", before or played, after


def _played(snap: Snapshot, viewer: Seat | None) -> View:
    """The round before the dealer turns the hands over."""
    assert snap.record is not None
    assert snap.replay is not None
    return seats_alike(snap, snap.record.game.view(snap.replay.state, viewer, reconciled=False))


def _same_round(known: Snapshot, snap: Snapshot) -> bool:
    return known.table.round_id == snap.table.round_id and known.replay is not None


def _on_the_way(known: Snapshot, snap: Snapshot) -> Snapshot:
    """The new table, but with the lists, the secrets and the banks of the old one, and with a round
    that is still in play and has paid nothing."""
    table = copy(snap.table)
    table.phase, table.deadline = Phase.PLAYING, None
    round = copy(snap.round)
    if round is not None and round.over:
        round.status, round.ended = Round.Status.PLAYING, None
    same_seats = len(known.banks) == len(snap.chairs)
    return replace(
        snap,
        table=table,
        round=round,
        replay=None,
        banks=known.banks if same_seats else snap.banks,
        balances=_unpaid(snap),
        recent=known.recent,
        lines=known.lines,
        worths=known.worths,
        logged=known.logged,
        made={},
    )


def _unpaid(snap: Snapshot) -> dict[int, int]:
    """Each player's balance, in cents, without this round's payments."""
    balances = dict(snap.balances)
    for part in snap.parts if snap.reconciled else ():
        if part.user_id in balances:
            balances[part.user_id] -= part.returned or 0
    return balances

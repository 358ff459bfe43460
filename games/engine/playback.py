"""A round replayed: every moment as one viewer saw it, from the bets to the result.

A game shows the state of a round, not the way from one state to the next. That way is in the view's
events: a card that a later event brings is not on the felt yet. Nothing is shown here that the
game's own views did not show while the round was played; see `Game.view`.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, repeat
from typing import Any, Literal

from games.engine.errors import GameError
from games.engine.game import Seat
from games.engine.record import Record
from games.engine.view import Event, FaceUp, HandView, PileView, ResultView, SeatView, View

Stage = Literal["bets", "deal", "act", "look", "settle", "over", "void"]

_CARDS = ("deal", "turn", "discard", "draw")
SETTLING = ("take", "pay", "push")
"""The kinds of events that settle a bet."""


@dataclass(frozen=True)
class Moment:
    """What one viewer saw at one moment.

    view: None before the deal. played: how many actions had been played. event: the place in the
    view's events of what has just happened, None if no event shows it. untold: a decision that no
    event shows yet. decision: the place in the record's actions of the next decision of the
    viewer's own seat.
    """

    stage: Stage
    view: View | None
    played: int = 0
    event: int | None = None
    untold: Event | None = None
    decision: int | None = None


def moments(record: Record, viewer: Seat | None) -> tuple[Moment, ...]:
    """The moments of a round as a seat saw them, or a spectator (None).

    A void round is shown as far as it got, and so is one that cannot be replayed to its end.
    """
    moments = [Moment("bets", None)]
    states = _states(record)
    view: View | None = None
    for played, state in enumerate(states):
        if played and record.actions[played - 1][0] == viewer:
            moments[-1] = replace(moments[-1], decision=played - 1)
        after = record.game.view(state, viewer, reconciled=False)
        moments += between(view, after, "act" if played else "deal", played) or [
            Moment("act", after, played, untold=_decided(after, record.actions[played - 1][0]))
        ]
        view = after
    if record.void is None and states and view is not None and not view.waiting_on:
        return (*moments, *_ending(record, states[-1], view, len(states) - 1))
    return (*moments, Moment("void", view and _asking_nobody(view), max(len(states) - 1, 0)))


def _states(record: Record) -> list[Any]:
    """The states after the deal and after each action, as far as the actions can be played."""
    states = []
    try:
        states.append(record.game.deal(record.setup))
        for seat, action in record.actions:
            states.append(record.game.act(states[-1], seat, action))
    except GameError:
        pass
    return states


def _ending(record: Record, state: Any, before: View, played: int) -> Iterator[Moment]:
    """The players' look at their cards if the game has one, the dealer's work, and the result."""
    if record.game.looks:
        yield Moment("look", before, played)
    final = record.game.view(state, before.viewer)
    yield from between(before, final, "settle", played)
    yield Moment("over", final, played)


def between(
    before: View | None,
    after: View,
    stage: Stage = "act",
    played: int = 0,
    *,
    together: bool = False,
) -> list[Moment]:
    """The way from one view of a round to a later one of the same viewer: a moment for each event
    that `after` adds to `before`; the last one shows `after`.

    before: None before the deal. together: consecutive decisions that were hidden are one moment,
    and so are the bets of one hand that are taken, paid or pushed in a row; its event is the last
    of them.
    """
    way = Way(before, after)
    return [
        Moment(stage, way.view(count), played, way.known + count - 1)
        for count in way.ends(together=together)
    ]


def _go_together(event: Event, coming: Event) -> bool:
    if event.kind in SETTLING:
        return (event.kind, event.place) == (coming.kind, coming.place)
    return event.kind == coming.kind == "act"


def _decided(view: View, seat: Seat) -> Event:
    """A decision that no event shows: what it was, if the viewer made it; otherwise only that it
    was made."""
    own = view.seat(seat)
    said = ""
    if own is not None and seat == view.viewer:
        said = next((hand.status for hand in own.hands if hand.status), own.status)
    return Event("act", f"seat-{seat}", f"Seat {seat} {said or 'has decided'}.")


def _asking_nobody(view: View) -> View:
    seats = tuple(_still(seat) for seat in view.seats)
    return replace(view, question="", waiting_on=(), offers=(), seats=seats)


def _still(seat: SeatView) -> SeatView:
    if not seat.waiting and not any(hand.acting for hand in seat.hands):
        return seat
    hands = tuple(replace(hand, acting=False) for hand in seat.hands)
    return replace(seat, hands=hands, waiting=False)


Events = Sequence[Event]


class SeatWay:
    """A seat on the way from one view to the next. events: its own."""

    def __init__(self, before: SeatView | None, after: SeatView, events: tuple[Event, ...]) -> None:
        self.before, self.after, self.events = before, after, events
        self._seen: dict[int, SeatView] = {}

    def at(self, gone: int) -> SeatView:
        """The seat after this many of its events: always the same value."""
        if gone not in self._seen:
            past, coming = self.events[:gone], self.events[gone:]
            self._seen[gone] = _seat(self.before, self.after, past, coming)
        return self._seen[gone]


class Way:
    """The way from one view of a round (None: before the deal) to a later one of the same viewer.
    Whatever is equal at several of its moments is the same value.

    known: how many of the later view's events the first has; new: the others. seat_way: the way of
    a seat, which other viewers may share.
    """

    def __init__(
        self,
        before: View | None,
        after: View,
        seat_way: Callable[[SeatView | None, SeatView, tuple[Event, ...]], SeatWay] = SeatWay,
    ) -> None:
        self.before, self.after = before, after
        self.known = len(before.events) if before else 0
        self.new = after.events[self.known :]
        self._indices: dict[str, list[int]] = {}
        for index, event in enumerate(self.new):
            self._indices.setdefault(event.place.partition(".")[0], []).append(index)
        self._seats = {seat.seat: self._seat_way(seat, seat_way) for seat in after.seats}
        paid = accumulate((event.kind in SETTLING for event in self.new), initial=0)
        self._paid = list(paid)
        self._piles: dict[int, tuple[PileView, ...]] = {}

    def _seat_way(self, after: SeatView, make: Callable[..., SeatWay]) -> SeatWay:
        before = self.before.seat(after.seat) if self.before else None
        indices = self._indices.get(f"seat-{after.seat}", ())
        return make(before, after, tuple(self.new[index] for index in indices))

    def ends(self, *, together: bool = False) -> list[int]:
        """How many of the new events have happened at each moment; together: see `between`."""
        new = self.new
        return [
            count
            for count in range(1, len(new) + 1)
            if not together or count == len(new) or not _go_together(*new[count - 1 : count + 1])
        ]

    def view(self, count: int) -> View:
        """The view after this many of the new events."""
        before, after = self.before, self.after
        if count == len(self.new):
            return after
        return replace(
            after,
            step=(before or after).step,
            question="",
            piles=self._piles_at(count),
            seats=tuple(way.at(gone) for way, gone in map(self.seat, self._seats, repeat(count))),
            waiting_on=(),
            offers=(),
            results=self.results(count),
            events=after.events[: self.known + count],
        )

    def results(self, count: int) -> tuple[ResultView, ...]:
        """The results settled so far."""
        coming = self._paid[-1] - self._paid[count]
        return self.after.results[: len(self.after.results) - coming]

    def seat(self, number: Seat, count: int) -> tuple[SeatWay, int]:
        """The way of a seat, and how many of its own events have happened so far."""
        return self._seats[number], bisect_left(self._indices.get(f"seat-{number}", ()), count)

    def _piles_at(self, count: int) -> tuple[PileView, ...]:
        past, coming = self.new[:count], self.new[count:]
        places = {pile.key for pile in self.after.piles}
        gone = sum(event.place in places for event in past)
        if gone not in self._piles:
            self._piles[gone] = _piles(self.before, self.after, past, coming)
        return self._piles[gone]


def _at(place: str, events: Events) -> list[Event]:
    return [event for event in events if event.place == place]


def _piles(before: View | None, after: View, past: Events, coming: Events) -> tuple[PileView, ...]:
    """The dealer's side. What its cards make is shown only once all of them are face up."""
    places = [pile.key for pile in after.piles]
    if not any(event.place in places and event.kind in _CARDS for event in coming):
        return after.piles
    old = {pile.key: pile.hand for pile in before.piles} if before else {}
    piles = tuple(
        replace(
            pile,
            hand=_lying(old.get(pile.key), pile.hand, _at(pile.key, past), _at(pile.key, coming)),
        )
        for pile in after.piles
    )
    return piles if any(pile.hand.cards for pile in piles) else ()


def _seat(before: SeatView | None, after: SeatView, gone: Events, ahead: Events) -> SeatView:
    """A seat some of whose events have happened and some are still to come."""
    place = f"seat-{after.seat}"
    if before is not None and not gone:
        return _still(before)
    if gone and not ahead:
        return _still(after)
    if not gone:
        return SeatView(after.seat, (), after.wagers)
    same = before is not None and len(before.hands) == len(after.hands)
    hands = []
    for index, hand in enumerate(after.hands):
        here = place + (f".{index}" if index else "")
        old = before.hands[index] if before is not None and same else None
        done, todo = _at(here, gone), _at(here, ahead)
        whole = not any(event.kind in _CARDS for event in todo)
        changed = old is None or any(event.kind in _CARDS for event in done)
        lying = hand if whole and changed else _lying(old, hand, done, todo)
        dealing = before is None and not whole
        carried = _all(hand, after) if dealing else _untaken(old, lying, todo)
        hands.append(replace(lying, wagers=carried))
    return _still(SeatView(after.seat, tuple(hands), after.wagers))


def _all(hand: HandView, seat: SeatView) -> Mapping[str, int]:
    """The bets on a hand while it is being dealt: only its last card shows which can still win."""
    return seat.wagers if hand.wagers else {}


def _untaken(old: HandView | None, hand: HandView, coming: Events) -> Mapping[str, int]:
    """The bets on a hand, in cents by spot, including those still to be taken."""
    left = {event.spot: event.stake for event in coming if event.kind in SETTLING}
    known = old.wagers if old is not None else {}
    return {spot: stake for spot, stake in left.items() if spot in known} | dict(hand.wagers)


def _lying(old: HandView | None, new: HandView, past: Events, coming: Events) -> HandView:
    """A hand on its way from `old` (None: there was none) to `new`, still without its words."""
    moved = [event for event in past if event.kind in _CARDS]
    if old is not None and not moved:
        return replace(old, acting=False)
    brought = sum(len(e.cards) for e in (*past, *coming) if e.kind in ("deal", "draw"))
    cards = list(old.cards if old is not None else new.cards[: len(new.cards) - brought])
    thrown: set[FaceUp | None] = set()
    for event in moved:
        if event.kind == "turn":
            cards = _turned(cards, event.cards)
        elif event.kind != "discard":
            cards += event.cards
        elif set(event.cards) <= set(new.cards):
            thrown.update(event.cards)
        else:
            cards = _without(cards, event.cards, new.cards)
    steps = new.steps[: len(cards)] if None not in cards else ()
    return HandView(
        cards=tuple(cards),
        total=steps[-1] if steps else "",
        marks=tuple("gone" if card in thrown else "" for card in cards) if thrown else (),
        wagers=new.wagers,
        steps=steps,
    )


Cards = Sequence[FaceUp | None]


def _turned(cards: Cards, shown: Cards) -> list[FaceUp | None]:
    """Cards turned over: all of them, or as many as were face down."""
    if len(shown) == len(cards):
        return [new or old for old, new in zip(cards, shown, strict=True)]
    left = iter(shown)
    return [card or next(left, None) for card in cards]


def _without(cards: Cards, discard: Cards, kept: Cards) -> list[FaceUp | None]:
    """Cards without the discarded ones, which the viewer may not have seen. kept: the remaining
    ones, with the replacements."""
    left = [card for card in cards if card is None or card in kept]
    for _ in range(len(discard) - (len(cards) - len(left))):
        left.remove(None)
    return left

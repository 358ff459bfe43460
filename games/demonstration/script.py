"""A round for a demonstration: step by step, each with what to say and the maker's sentence behind
it."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine.errors import GameError
from games.engine.game import Seat
from games.engine.limits import money
from games.engine.playback import Moment, moments
from games.engine.record import Record
from games.engine.view import Event, View, listed
from games.kit import Kit
from games.procedure.moves import Move, course
from games.procedure.reading import Step, procedure

_STAGES = {
    "bets": "Bets", "deal": "Cards", "act": "Decisions", "look": "Looking", "over": "Result",
    "void": "Void",
}  # fmt: skip
_EVENTS = {"take": "Settling", "pay": "Settling", "push": "Settling"}
"""The name of a step with an event of this kind, whenever it comes."""
_AFTER = "Turning"
"""The name of the stage after the decisions."""


@dataclass(frozen=True)
class Shown:
    """One step. stage: the part of the round it is in. say: what has just happened, for the
    speaker. view: None before the deal. place: where it happened, "" for nowhere in particular.
    rule: the step of the maker's procedure, None if it has none."""

    number: int
    stage: str
    say: str
    view: View | None
    place: str = ""
    rule: Step | None = None


def script(kit: Kit, record: Record, viewer: Seat | None, opening: str = "") -> tuple[Shown, ...]:
    """The steps of a finished round as a seat, or a spectator (None), sees it.

    opening: what to say first, before the bets are read out.
    """
    seen, rules = list(_shown_moments(record, viewer)), _Rules(kit, record)
    return tuple(
        Shown(
            number=number,
            stage=_stage(moment),
            say=_said(record, moment, viewer, opening),
            view=moment.view,
            place=event.place if (event := _event(moment)) else "",
            rule=rules.of(moment),
        )
        for number, moment in enumerate(seen, 1)
    )


def _shown_moments(record: Record, viewer: Seat | None) -> Iterator[Moment]:
    """The moments of a round, without decisions that are shown only once all have been made."""
    seen = moments(record, viewer)
    last = seen[-1].view
    decided = {event.place for event in last.events if event.kind == "act"} if last else set()
    yield from (one for one in seen if one.untold is None or one.untold.place not in decided)


def _event(moment: Moment) -> Event | None:
    if moment.untold is not None:
        return moment.untold
    if moment.view is None or moment.event is None:
        return None
    return moment.view.events[moment.event]


def _stage(moment: Moment) -> str:
    event = _event(moment)
    if event is not None and event.kind in _EVENTS:
        return _EVENTS[event.kind]
    return _AFTER if moment.stage == "settle" else _STAGES[moment.stage]


def _said(record: Record, moment: Moment, viewer: Seat | None, opening: str) -> str:
    event = _event(moment)
    if event is not None:
        return event.words
    if moment.stage == "bets":
        return " ".join(filter(None, (opening, _bets(record))))
    if moment.stage == "look":
        return "The players look at their cards."
    return " ".join(_nets(moment.view))


def _bets(record: Record) -> str:
    """``"Seat 1 bets 10.00 on this spot and 5.00 on that one. Seat 2 …"``."""
    setup = record.setup
    names = {spot.key: spot.name for spot in record.game.spots(setup.options)}
    return " ".join(
        f"Seat {seat} bets {listed([f'{money(c)} on {names[k]}' for k, c in wagers.items()])}."
        for seat, wagers in sorted(setup.wagers.items())
    )


def _nets(view: View | None) -> Iterator[str]:
    """How the round ended for each seat."""
    yield "The round is over."
    for seat in view.seats if view else ():
        net = sum(result.net for result in view.results if result.seat == seat.seat) if view else 0
        verb = "wins" if net > 0 else "loses"
        yield f"Seat {seat.seat} {f'{verb} {money(abs(net))}' if net else 'breaks even'}."


def document_of(kit: Kit) -> str:
    """The name of the document that a game's procedure quotes; "" if it has none."""
    try:
        return procedure(kit).document
    except GameError:
        return ""


class _Rules:
    """Which step of the maker's procedure each moment of a round is."""

    def __init__(self, kit: Kit, record: Record) -> None:
        try:
            self.moves: tuple[Move, ...] = course(record, procedure(kit)).moves
        except GameError:  # a game without a procedure can still be shown
            self.moves = ()

    def of(self, moment: Moment) -> Step | None:
        """The step that is done, or the one that asked for a decision."""
        if moment.view is None:
            return self._called(0)
        if moment.untold is not None:
            return self._called(len(moment.view.events))
        if moment.event is None:
            return None
        done = (move.step for move in self.moves if move.events[0] <= moment.event < move.events[1])
        return next(done, None) or self._called(moment.event)

    def _called(self, count: int) -> Step | None:
        """The last call after this many events."""
        calls = [m.step for m in self.moves if m.deed == "call" and m.events[0] <= count]
        if not count:
            calls = [step for step in calls if step.call == "opening"]
        return calls[-1] if calls else None

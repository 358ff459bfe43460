"""A round as the moves of its dealer: the answer key, worked out by the engine.

What is dealt, turned, taken and paid are the events of the round's own view, in its order, and the
amounts are those of its results; between them stand the calls that the procedure asks for. Nothing
here says what a bet pays.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from games.engine.errors import BadRecord
from games.engine.game import Action, Seat
from games.engine.limits import money
from games.engine.record import Record
from games.engine.view import Event, FaceUp, ResultView, View
from games.procedure.reading import SEAT, BadProcedure, Call, Procedure, Recognised, Step

Deed = Literal["call", "give", "turn", "discard", "look", "take", "pay", "push"]

_DEEDS: dict[str, Deed] = {
    "deal": "give", "draw": "give", "turn": "turn", "discard": "discard", "act": "look",
    "take": "take", "pay": "pay", "push": "push",
}  # fmt: skip
"""What a dealer does for each kind of event."""

RESULTS = ("take", "pay", "push")


@dataclass(frozen=True)
class Move:
    """One thing that a dealer does.

    place: "" for a call to all, ``seat-3``, ``seat-3.1`` (second hand), ``dealer``, ``community``.
    seats: those that are asked. cards: what it brings, None for a card face down. spot, stake and
    net: of a bet, in cents; bet: what the felt calls it, line and words: how it ended, pays: its
    odds. chips: cents that come out of the tray: what is paid, or what goes back
    of a bet of which a part is lost. events: how many of the view's events there are before it, and
    after it. heard: what players have said since the move before; claimed_at: the key of the step
    at which a player says that the bet wins, "" for a bet that the dealer reads.
    """

    step: Step
    deed: Deed
    place: str = ""
    cards: tuple[FaceUp | None, ...] = ()
    spot: str = ""
    stake: int = 0
    net: int = 0
    chips: int = 0
    bet: str = ""
    line: str = ""
    words: str = ""
    pays: str = ""
    seats: tuple[Seat, ...] = ()
    events: tuple[int, int] = (0, 0)
    heard: tuple[str, ...] = ()
    claimed_at: str = ""

    @property
    def chosen_card(self) -> str:
        """The card that the dealer chooses: one thrown away face up; "" for any other move."""
        if self.deed != "discard" or len(self.cards) != 1:
            return ""
        return self.cards[0] or ""

    @property
    def aim(self) -> tuple[str, str, str, int]:
        """What tells it from the other moves: for a call its step, else its place and bet, and how
        many cards are given."""
        if self.deed == "call":
            return "call", self.step.key, "", 0
        kind = "settle" if self.deed in RESULTS else self.deed
        return kind, self.place, self.spot, len(self.cards) if self.deed == "give" else 0


@dataclass(frozen=True)
class Course:
    """A whole round: its moves in order, and the round as a spectator sees it at the end."""

    moves: tuple[Move, ...]
    view: View


def course(record: Record, procedure: Procedure) -> Course:
    """The moves of a finished round. Raises BadRecord if the round is not settled, BadProcedure
    where the procedure has no step for something that happens, GameError as `replay` does."""
    game, options = record.game, record.setup.options
    if record.void is not None:
        raise BadRecord("A void round was not settled, so it cannot be dealt here.")
    states = [game.deal(record.setup)]
    for seat, action in record.actions:
        states.append(game.act(states[-1], seat, action))
    if game.waiting_on(states[-1]):
        raise BadRecord("The round is not over: a seat still has to act.")
    final = game.view(states[-1], None)
    names = {spot.key: spot.name for spot in game.spots(options)}
    writer = _Writer(procedure, procedure.under(options), final, names)
    writer.call("opening")
    for number, state in enumerate(states):
        if number:
            seen = game.view(state, None, reconciled=False).events
            writer.hear(*record.actions[number - 1], len(seen))
        writer.add_events(len(game.view(state, None, reconciled=False).events))
        if number == 0:
            writer.call("dealt")
        waiting = sorted(game.waiting_on(state))
        if waiting:
            offers = game.legal_actions(state, waiting[0])
            writer.ask(frozenset(offer.action for offer in offers), waiting)
    writer.add_events(len(final.events))
    writer.call("closing")
    return Course(tuple(writer.moves), final)


class _Writer:
    """Puts moves down one after the other, and knows at which step the dealer is."""

    def __init__(
        self, procedure: Procedure, steps: Sequence[Step], view: View, names: Mapping[str, str]
    ) -> None:
        self.procedure, self.steps, self.view, self.names = procedure, steps, view, names
        self.results = _results(view)
        self.moves: list[Move] = []
        self.at, self.seen = 0, 0
        self.asked: dict[str, set[Seat]] = {}
        self.heard: list[str] = []
        self.shows_acts = any(map(_is_players, view.events))

    def call(self, when: Call) -> None:
        """The calls of one time."""
        for place, step in enumerate(self.steps):
            if step.call == when:
                self.at = place
                self._put(Move(step, "call", events=(self.seen, self.seen)))

    def ask(self, actions: frozenset[str], seats: list[Seat]) -> None:
        """Seats are waited on: those that have not been asked by this step yet are asked."""
        place = next((n for n, one in enumerate(self.steps) if actions & set(one.asks)), None)
        if place is None:
            raise BadProcedure(
                f"{self.procedure.game}: no step asks for {', '.join(sorted(actions))}."
            )
        step = self.steps[place]
        known = self.asked.setdefault(step.key, set())
        new = [seat for seat in seats if seat not in known]
        known.update(new)
        if new:
            self.at = place
            where = f"seat-{new[0]}" if len(new) == 1 else ""
            events = (self.seen, self.seen)
            self._put(Move(step, "call", where, seats=tuple(new), events=events))

    def hear(self, seat: Seat, action: Action, count: int) -> None:
        """A player has decided: what is said where no event will say so."""
        new = self.view.events[self.seen : count]
        if any(map(_is_players, new)) or (self.shows_acts and not new):
            return
        what = action.name if action.amount is None else f"{action.name} {money(action.amount)}"
        if action.discard is not None:
            what = f"{what}, {len(action.discard)} discarded"
        self.heard.append(f"Seat {seat}: {what}.")

    def add_events(self, count: int) -> None:
        """Add the view's events up to this number: the dealer's as moves, the players' as heard."""
        while self.seen < count:
            event, place = self.view.events[self.seen], self.seen
            self.seen += 1
            if _is_players(event):
                self.heard.append(event.words)
                continue
            self._add(event, place)

    def _add(self, event: Event, place: int) -> None:
        for number, one in enumerate(self.steps):
            if one.event and self._fits(one.before, event, place):
                self.at = number
                deed = _DEEDS[one.event.kinds[0]]
                self._put(Move(one, deed, one.event.place, events=(place, place)))
        before, result = self.at, self.results.get(place)
        self.at = self._step_of(event, place)
        step, last = self.steps[self.at], self.moves[-1] if self.moves else None
        move = self._move(step, event, result, (place, place + 1))
        if step.whole and last and self.at == before and last.step is step:
            events = (last.events[0], place + 1)
            self.moves[-1] = replace(move, events=events, heard=last.heard)
        else:
            self._put(replace(move, claimed_at=self._claimed_at(event, place)))

    def _put(self, move: Move) -> None:
        self.moves.append(replace(move, heard=tuple(self.heard)))
        self.heard = []

    def _claimed_at(self, event: Event, place: int) -> str:
        steps = (one for one in self.steps if self._fits(one.tells, event, place))
        return next((step.key for step in steps), "")

    def _move(
        self, step: Step, event: Event, result: ResultView | None, events: tuple[int, int]
    ) -> Move:
        move = Move(step, _DEEDS[event.kind], event.place, event.cards, events=events)
        if result is None:
            return move
        return replace(
            move, spot=result.spot, stake=result.stake, net=result.net,
            chips=result.net if result.net > 0 else result.returned if result.net < 0 else 0,
            bet=self.names.get(result.spot, result.spot), line=result.line, words=result.words,
            pays=result.pays,
        )  # fmt: skip

    def _step_of(self, event: Event, place: int) -> int:
        """The step that an event belongs to: of those that fit the one that is at hand or follows,
        else the last before it, since what is done seat by seat starts again."""
        fits = [n for n, one in enumerate(self.steps) if self._fits(one.event, event, place)]
        ahead = [n for n in fits if n >= self.at]
        if fits:
            return ahead[0] if ahead else fits[-1]
        raise BadProcedure(f"{self.procedure.game}: no step for: {event.words}")

    def _fits(self, wanted: Recognised | None, event: Event, place: int) -> bool:
        if wanted is None or event.kind not in wanted.kinds:
            return False
        if event.place.partition("-")[0] != wanted.place:
            return False
        result = self.results.get(place) or self._next_result(event, place)
        if wanted.spots and (result is None or result.spot not in wanted.spots):
            return False
        if wanted.lines and (result is None or result.line not in wanted.lines):
            return False
        return any(status.startswith(wanted.status) for status in self._statuses(event.place))

    def _next_result(self, event: Event, place: int) -> ResultView | None:
        """The next bet that is settled where something happens."""
        later = range(place + 1, len(self.view.events))
        return next(
            (
                self.results[n]
                for n in later
                if n in self.results and self.view.events[n].place == event.place
            ),
            None,
        )

    def _statuses(self, place: str) -> set[str]:
        piles = {pile.hand.status for pile in self.view.piles if pile.key == place}
        if piles:
            return piles
        seat = self.view.seat(int(place.partition("-")[2].partition(".")[0] or 0))
        return {"", seat.status, *(hand.status for hand in seat.hands)} if seat else {""}


def _is_players(event: Event) -> bool:
    """Whether an event is what a player did, and not the dealer."""
    return event.kind == "act" and event.place.startswith(SEAT)


def _results(view: View) -> dict[int, ResultView]:
    """The result that each event of a bet shows, by the event's place."""
    places = [n for n, event in enumerate(view.events) if event.kind in RESULTS]
    return dict(zip(places, view.results, strict=True))


def heard(moves: Sequence[Move], done: frozenset[int]) -> tuple[str, ...]:
    """What a dealer has heard before the move that is due: what players said last, and which bets
    win whose cards the dealer does not see."""
    due = order(moves, done)
    if not due:
        return ()
    asked = {moves[place].step.key for place in done if moves[place].deed == "call"}
    wins = [
        f"Seat {move.place.partition('-')[2].partition('.')[0]} says that {move.bet} wins."
        for place, move in enumerate(moves)
        if place not in done and move.claimed_at in asked
    ]
    return (*moves[due[0]].heard, *wins)


def order(moves: Sequence[Move], done: frozenset[int]) -> list[int]:
    """The places of the moves that may come next: the first that is not done, and those in a row
    with it to whose step the procedure gives no order."""
    left = [place for place in range(len(moves)) if place not in done]
    if not left:
        return []
    first = moves[left[0]].step
    return list(_in_a_row(moves, left, first)) if first.any_order else left[:1]


def _in_a_row(moves: Sequence[Move], left: list[int], step: Step) -> Iterator[int]:
    for place in left:
        if moves[place].step is not step:
            return
        yield place

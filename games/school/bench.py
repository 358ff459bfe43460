"""The table as the dealer sees it: what the page of a round shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from games.engine.limits import money
from games.engine.playback import moments
from games.engine.view import FaceUp, HandView, SeatView, View
from games.kit import Kit
from games.models import SchoolRun
from games.procedure.chips import CHIPS
from games.procedure.judging import in_words
from games.procedure.moves import RESULTS, Course, Deed, Move, heard, order
from games.procedure.reading import SEAT, Procedure, Step, procedure
from games.registry import KITS
from games.school.deals import deal
from games.tables.bot_policy import PERSONAS, whim

CALL_KEYS = "qweryi"
SPOT_KEYS = "asfhj"
CHIP_KEYS = "mnbvcx"
DEED_KEYS: dict[Deed, str] = {
    "give": "g", "turn": "t", "discard": "d", "look": "l", "take": "k", "push": "u", "pay": "p",
}  # fmt: skip
DEED_WORDS: dict[Deed, str] = {
    "give": "Give", "turn": "Turn", "discard": "Discard", "look": "Look", "take": "Take",
    "push": "Push", "pay": "Pay",
}  # fmt: skip
PILE_KEYS = {"dealer": "0", "community": "9"}
COUNTS = (1, 2, 3, 4, 5)


EMPTY = HandView()


@dataclass(frozen=True)
class Button:
    """What can be pressed or chosen: a value, its words, its key; picked: whether it is chosen."""

    value: str
    words: str
    key: str
    picked: bool = False


@dataclass(frozen=True)
class Place:
    """A place that cards or bets lie at, and what lies there."""

    value: str
    name: str
    key: str
    hand: HandView = EMPTY
    words: str = ""
    bets: str = ""
    now: bool = False
    picked: bool = False

    @property
    def cards(self) -> tuple[FaceUp | None, ...]:
        """The codes of its cards, None face down."""
        return self.hand.cards


@dataclass(frozen=True)
class Seat:
    """A seat at the table: its number, who sits there ("" for nobody), its hands, and whether it
    has the button."""

    number: int
    name: str
    hands: tuple[Place, ...] = ()
    button: bool = False


@dataclass(frozen=True)
class SpotCell:
    """A bet of the seat in the middle: its stake, and what has become of it."""

    spot: Button
    stake: int
    ended: str
    now: bool


@dataclass(frozen=True)
class StepRow:
    """A step of the list. state: "done", "now" or "". parts: its moves at the seat at hand, each
    with what has become of it."""

    step: Step
    state: str
    parts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Bench:
    """Everything that a page of a round shows. due: the move that is due, None if the round is
    over."""

    procedure: Procedure
    due: Move | None
    moves: int
    done: int
    steps: tuple[StepRow, ...]
    seats: tuple[Seat, ...]
    piles: tuple[Place, ...]
    spots: tuple[SpotCell, ...]
    calls: tuple[Button, ...]
    deeds: tuple[Button, ...]
    settling: tuple[Button, ...]
    counts: tuple[Button, ...]
    chips: tuple[tuple[int, str, str], ...]
    middle: Place | None
    choosing: tuple[str, ...]
    heard: tuple[str, ...]


@dataclass(frozen=True)
class Picked:
    """What was chosen for the last move, so that it stays chosen."""

    place: str = ""
    spot: str = ""
    count: str = "1"


@lru_cache(maxsize=128)
def _views(game: str, seed: str, number: int, seats: int) -> Mapping[int, View]:
    """What everyone sees of a round after each of its events."""
    record, dealt = deal(game, seed, number, seats)
    views = {}
    for moment in moments(record, None):
        if moment.view is not None and moment.stage != "over":
            views[len(moment.view.events)] = moment.view
    views[len(dealt.view.events)] = dealt.view
    return views


def bench(run: SchoolRun, picked: Picked) -> Bench:
    """The table as it is now in a run's round."""
    kit = KITS[run.game]
    record, dealt = deal(run.game, run.seed, run.number, run.seats)
    due = order(dealt.moves, frozenset(run.done))
    move = dealt.moves[due[0]] if due else None
    seen = move.events[0] if move else len(dealt.view.events)
    views = _views(run.game, run.seed, run.number, run.seats)
    view = views[max(count for count in views if count <= seen)] if seen else None
    shown = run.kind == SchoolRun.Kind.SHOWN
    if shown and move:
        picked = Picked(move.place or picked.place, move.spot, picked.count)
    wagers = record.setup.wagers
    table = _Table(kit, dealt, frozenset(run.done), view, wagers, picked, move if shown else None,
                   run.kind != SchoolRun.Kind.TEST,
                   record.setup.button if kit.rules.choice else None)  # fmt: skip
    dealing = procedure(kit)
    steps = dealing.under(record.setup.options)
    return Bench(
        procedure=dealing,
        due=move,
        moves=len(dealt.moves),
        done=len(run.done),
        steps=tuple(table.step(step) for step in steps),
        seats=tuple(table.seat(number, _name(run, number)) for number in _numbers(kit)),
        piles=tuple(table.piles()),
        spots=tuple(table.spots(kit.rules.spots(record.setup.options))),
        calls=tuple(
            Button(f"call {step.key}", step.title, key)
            for step, key in zip(_calls(dealing), CALL_KEYS, strict=False)
        ),
        deeds=tuple(_deed(deed) for deed in ("give", "turn", "discard", "look")
                    if deed in _deeds_of(dealing)),
        settling=(_deed("take"), _deed("push"), _deed("pay")),
        counts=tuple(Button(str(n), str(n), "", str(n) == picked.count) for n in COUNTS),
        chips=tuple(
            (cents, f"{cents / 100:g}", key)
            for cents, key in zip(tuple(CHIPS)[::-1], CHIP_KEYS, strict=True)
        ),
        middle=table.middle(),
        choosing=table.choosing(),
        heard=heard(dealt.moves, frozenset(run.done)),
    )  # fmt: skip


def _calls(dealing: Procedure) -> list[Step]:
    return [step for step in dealing.steps if step.call or step.asks]


def _numbers(kit: Kit) -> range:
    return range(1, kit.rules.default_seats + 1)


def _name(run: SchoolRun, seat: int) -> str:
    return PERSONAS[(whim(run.seed) + seat) % len(PERSONAS)].name


def _deed(deed: Deed) -> Button:
    return Button(deed, DEED_WORDS[deed], DEED_KEYS[deed])


def _deeds_of(dealing: Procedure) -> set[str]:
    """The deeds that a game's procedure has besides calls and the settling of bets."""
    kinds = {kind for step in dealing.steps if step.event for kind in step.event.kinds}
    names = {"deal": "give", "turn": "turn", "discard": "discard", "act": "look"}
    return {names[kind] for kind in kinds if kind in names}


class _Table:
    """What lies on the table before the move that is due. marked: that move, if it is shown; named:
    whether hands may be named, which a test does not do; button: who has it."""

    def __init__(
        self, kit: Kit, dealt: Course, done: frozenset[int], view: View | None,
        wagers: Mapping[int, Mapping[str, int]], picked: Picked, marked: Move | None,
        named: bool, button: int | None,
    ) -> None:  # fmt: skip
        self.kit, self.moves, self.done, self.view = kit, dealt.moves, done, view
        self.final, self.wagers, self.picked, self.marked = dealt.view, wagers, picked, marked
        self.named, self.button = named, button

    def step(self, step: Step) -> StepRow:
        """A row of the list of steps."""
        mine = [place for place, move in enumerate(self.moves) if move.step.key == step.key]
        if self.marked is None or step.key != self.marked.step.key:
            over = bool(mine) and self.done.issuperset(mine)
            return StepRow(step, "done" if over else "")
        seat = _seat_of(self.marked.place)
        here = [
            place for place, move in enumerate(self.moves)
            if move.deed in RESULTS and _seat_of(move.place) == seat
        ] if self.marked.deed in RESULTS else []  # fmt: skip
        return StepRow(step, "now", tuple(self._part(place) for place in here))

    def _part(self, place: int) -> tuple[str, str]:
        move = self.moves[place]
        return _where(move), self._ended(move) if place in self.done else (
            "now" if move is self.marked else ""
        )

    def _ended(self, move: Move) -> str:
        if move.deed == "pay":
            return f"✓ +{money(move.net)}"
        if move.deed == "push":
            return "✓ push"
        return f"✓ half back, {money(move.chips)}" if move.chips else "✓ taken"

    def seat(self, number: int, name: str) -> Seat:
        """A seat with its hands."""
        if number not in self.wagers:
            return Seat(number, "")
        view = self.view.seat(number) if self.view else None
        hands = view.hands if view and view.hands else (EMPTY,)
        bets = self._bets(number, view)
        places = [
            self._place(f"seat-{number}" + (f".{index}" if index else ""), hand, view,
                        str(number) if not index else "", bets if not index else "")
            for index, hand in enumerate(hands)
        ]  # fmt: skip
        return Seat(number, name, tuple(places), number == self.button)

    def _place(
        self, value: str, hand: HandView, view: SeatView | None, key: str, bets: str
    ) -> Place:
        return Place(
            value, value, key, hand, hand.status or (view.status if view else ""), bets,
            self.marked is not None and self.marked.place == value, self.picked.place == value,
        )  # fmt: skip

    def _stakes(self, number: int, view: SeatView | None) -> Mapping[str, int]:
        return view.wagers if view else self.wagers[number]

    def _bets(self, number: int, view: SeatView | None) -> str:
        names = {spot.key: spot.name for spot in self.kit.rules.every_spot()}
        stakes = self._stakes(number, view)
        return ", ".join(f"{names.get(spot, spot)} {money(cents)}"
                         for spot, cents in stakes.items())  # fmt: skip

    def piles(self) -> Sequence[Place]:
        """The dealer's cards and the board, if the game has them."""
        have = {pile.key: pile.hand for pile in self.view.piles} if self.view else {}
        return [
            Place(
                pile.key, "You" if pile.key == "dealer" else pile.name,
                PILE_KEYS.get(pile.key, ""), self._shown(have.get(pile.key, EMPTY)),
                have[pile.key].words if self.named and pile.key in have else "", "",
                self.marked is not None and self.marked.place == pile.key,
                self.picked.place == pile.key,
            )
            for pile in self.final.piles
        ]  # fmt: skip

    def spots(self, spots: Sequence[Any]) -> Sequence[SpotCell]:
        """The bets of the seat in the middle, in the order of settling."""
        place = self.picked.place
        number = _seat_of(place)
        view = self.view.seat(number) if self.view else None
        stakes = self._stakes(number, view) if number in self.wagers else {}
        cells = []
        for spot, key in zip(spots, SPOT_KEYS, strict=False):
            ended = [
                self._ended(move) for at, move in enumerate(self.moves)
                if at in self.done and move.spot == spot.key and _seat_of(move.place) == number
            ]  # fmt: skip
            marked = self.marked is not None and self.marked.spot == spot.key
            picked = self.picked.spot == spot.key
            button = Button(spot.key, spot.name, key, picked)
            cells.append(SpotCell(button, stakes.get(spot.key, 0), ", ".join(ended), marked))
        return cells

    def _shown(self, hand: HandView) -> HandView:
        """A hand without the marks that show what it makes, if it may not be named."""
        if self.named:
            return hand
        marks = tuple("gone" if mark == "gone" else "" for mark in hand.marks)
        return replace(hand, marks=marks, lost=False)

    def middle(self) -> Place | None:
        """The hand of the seat in the middle, shown large."""
        number = _seat_of(self.picked.place)
        view = self.view.seat(number) if self.view and number else None
        if view is None or not view.hands:
            return None
        index = int(self.picked.place.partition(".")[2] or 0)
        hand = view.hands[min(index, len(view.hands) - 1)]
        words = hand.words if self.named else ""
        return Place(self.picked.place, f"Seat {number}", "", self._shown(hand), words)

    def choosing(self) -> tuple[str, ...]:
        """The dealer's own open cards, one of which may be discarded in games that ask for it."""
        own = any(
            step.event and "discard" in step.event.kinds and step.event.place != SEAT
            for step in procedure(self.kit).steps
        )
        pile = next((one for one in self.piles() if one.value == "dealer"), None)
        if not own or pile is None or "gone" in pile.hand.marks:
            return ()
        return tuple(code for code in pile.cards if code)


def _seat_of(place: str) -> int:
    kind, _, rest = place.partition("-")
    return int(rest.partition(".")[0]) if kind == SEAT and rest[:1].isdecimal() else 0


def _where(move: Move) -> str:
    hand = move.place.partition(".")[2]
    return f"{move.bet}, hand {int(hand) + 1}" if hand else move.bet


def due_in_words(move: Move) -> str:
    """The move that is due, as an instruction."""
    words = in_words(move)
    return words[0].upper() + words[1:]

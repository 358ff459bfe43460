"""The result of a run: its faults with their cards, sums and rules, counted by kind."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.limits import money
from games.engine.view import FaceUp
from games.models import SchoolRun
from games.procedure.judging import FAULTS, in_words, where
from games.procedure.moves import Course, Move
from games.procedure.reading import Procedure, Step, procedure
from games.registry import KITS
from games.school import runs
from games.school.deals import deal


@dataclass(frozen=True)
class FaultRow:
    """A fault as a result lists it: where, its name, and the cards that it is about."""

    title: str
    name: str
    words: str
    seconds: int
    step: Step
    hands: tuple[tuple[FaceUp | None, ...], ...]


@dataclass(frozen=True)
class KindRow:
    """A kind of fault: how many, of which names, and its share of the most common in percent."""

    name: str
    count: int
    names: str
    share: int


@dataclass(frozen=True)
class Result:
    """A whole run as its page shows it. allowed: seconds a round of a test, 0 for practice."""

    title: str
    right: int
    payments: int
    seconds: int
    allowed: int
    faults: tuple[FaultRow, ...]
    kinds: tuple[KindRow, ...]
    procedure: Procedure
    same_version: bool


def result(run: SchoolRun) -> Result:
    """The result of a run."""
    kit = KITS[run.game]
    right, payments = runs.payments(run)
    dealing = procedure(kit)
    test = run.kind == SchoolRun.Kind.TEST
    # A run of an older procedure has other moves: its faults are shown without them.
    same = dealing.digest == run.digest
    return Result(
        title=_title(run),
        right=right,
        payments=payments,
        seconds=runs.seconds(run),
        allowed=runs.allowed(run) if test and same else 0,
        faults=tuple(_fault(run, fault) for fault in run.faults) if same else (),
        kinds=_kinds(run),
        procedure=dealing,
        same_version=same,
    )


def _title(run: SchoolRun) -> str:
    if run.passed is None:
        return f"{len(run.rounds)} round{'s' if len(run.rounds) != 1 else ''} dealt"
    return "Passed" if run.passed else "Not passed"


def _fault(run: SchoolRun, fault: dict[str, int | str]) -> FaultRow:
    number, place = int(fault["round"]), int(fault["place"])
    dealt = deal(run.game, run.seed, number, run.seats)[1]
    move = dealt.moves[place]
    finished = run.rounds[number]["seconds"] if number < len(run.rounds) else 0
    what = f", {where(move.place)}, {move.bet}" if move.spot else f": {in_words(move)}"
    ended = f"{move.words[:1].upper()}{move.words[1:]}" if move.spot else ""
    pays = f", {move.pays} on {money(move.stake)}" if move.pays and move.stake else ""
    words = f"{ended}{pays}. {fault['words']}" if ended else str(fault["words"])
    return FaultRow(
        f"Round {number + 1}{what}", str(fault["name"]), words, finished, move.step,
        _hands(dealt, move),
    )  # fmt: skip


def _hands(dealt: Course, move: Move) -> tuple[tuple[FaceUp | None, ...], ...]:
    """The open cards that a move is about: the seat's, and those they are read with."""
    kind, _, rest = move.place.partition("-")
    piles = [pile.hand.cards for pile in dealt.view.piles]
    if kind != "seat":
        return tuple(cards for cards in [move.cards] if any(cards))
    number, _, index = rest.partition(".")
    seat = dealt.view.seat(int(number))
    own = seat.hands[int(index or 0)].cards if seat else ()
    hands = [own, *piles] if move.spot else [own]
    return tuple(cards for cards in hands if any(cards))


def _kinds(run: SchoolRun) -> tuple[KindRow, ...]:
    counted = Counter(fault["fault"] for fault in run.faults)
    most = max(counted.values(), default=1)
    return tuple(
        KindRow(words, counted[kind], _names(run, kind), 100 * counted[kind] // most)
        for kind, words in FAULTS.items()
    )


def _names(run: SchoolRun, kind: str) -> str:
    names: Sequence[str] = [fault["name"] for fault in run.faults if fault["fault"] == kind]
    return ", ".join(dict.fromkeys(names)) or "none"

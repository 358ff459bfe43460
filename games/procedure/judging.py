"""Compares what a dealer did with what was due, naming the rule."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from games.engine.limits import money
from games.procedure.chips import correction
from games.procedure.moves import RESULTS, Deed, Move, order

Fault = Literal["amount", "settling", "order", "cards", "discard", "call"]

FAULTS: dict[Fault, str] = {
    "amount": "Amount paid",
    "settling": "Take, pay or push",
    "order": "Order",
    "cards": "Cards",
    "discard": "House way",
    "call": "Calls",
}
"""The kinds of faults in words, as a result lists them."""


@dataclass(frozen=True)
class Made:
    """What somebody did: as a `Move`, with the step's key for a call, the number of cards given,
    the card thrown away, and the cents and chips put out."""

    deed: Deed
    place: str = ""
    step: str = ""
    spot: str = ""
    count: int = 0
    card: str = ""
    cents: int = 0
    chips: tuple[int, ...] = ()

    @property
    def aim(self) -> tuple[str, str, str, int]:
        """What distinguishes it from other moves; see `Move.aim`."""
        if self.deed == "call":
            return "call", self.step, "", 0
        if self.deed in RESULTS:
            return "settle", self.place, self.spot, 0
        return self.deed, self.place, "", self.count if self.deed == "give" else 0


@dataclass(frozen=True)
class Verdict:
    """What a move was worth. place: that of the move it was, or should have been. fault: None for a
    right one. name: the fault in two or three words; words: a sentence or two on it."""

    place: int
    fault: Fault | None = None
    name: str = ""
    words: str = ""

    @property
    def right(self) -> bool:
        """Whether it was the right move."""
        return self.fault is None


def made_of(move: Move) -> Made:
    """The move as a dealer makes it correctly."""
    return Made(
        move.deed,
        "" if move.deed == "call" else move.place,
        move.step.key if move.deed == "call" else "",
        move.spot,
        len(move.cards) if move.deed == "give" else 0,
        move.chosen_card,
        move.chips,
    )


def check(made: Made, moves: Sequence[Move], done: frozenset[int]) -> Verdict:
    """Judge a move of a round of which some moves (places) are done. Raises ValueError when none is
    left to be made."""
    due = order(moves, done)
    if not due:
        raise ValueError("The round is over.")
    for place in due:
        if made.aim == moves[place].aim:
            return _of_the_right_one(made, moves[place], place)
    return _of_a_wrong_one(made, moves, done, due[0])


def _of_the_right_one(made: Made, due: Move, place: int) -> Verdict:
    """Judge the move that was due: its result, card or amount may be wrong."""
    if made.deed != due.deed:
        return Verdict(place, "settling", f"{_ENDS[due.deed]}, not {_ENDS[made.deed]}", _why(due))
    if due.chosen_card and made.card != due.chosen_card:
        return Verdict(place, "discard", "wrong card")
    if made.deed in RESULTS and made.cents != due.chips:
        return _of_a_wrong_amount(made, due, place)
    return Verdict(place)


def _of_a_wrong_amount(made: Made, due: Move, place: int) -> Verdict:
    away = made.cents - due.chips
    name = f"{money(abs(away))} {'over' if away > 0 else 'short'}"
    words = f"{_why(due)} You put out {money(made.cents)}."
    return Verdict(place, "amount", name, f"{words} {correction(made.chips, due.chips)}".strip())


def _why(due: Move) -> str:
    if due.deed == "pay":
        on = f" on {money(due.stake)}" if due.stake else ""
        odds = f" {due.pays}{on}:" if due.pays else f"{on}:" if on else ""
        return f"It pays{odds} {money(due.chips)}."
    if due.deed == "take" and due.chips:
        return f"Part of the {money(due.stake)} is lost: {money(due.chips)} goes back."
    return "The bet is taken." if due.deed == "take" else "Nothing moves: it is a push."


_ENDS = {"take": "take", "pay": "pay", "push": "push"}


def _of_a_wrong_one(made: Made, moves: Sequence[Move], done: frozenset[int], due: int) -> Verdict:
    wanted = moves[due]
    others = {place: move for place, move in enumerate(moves) if move.aim == made.aim}
    if any(place not in done for place in others):
        return Verdict(due, _fault(made, wanted), "too early", _comes_first(wanted))
    if others:
        return Verdict(due, _fault(made, wanted), "already done", _comes_first(wanted))
    if made.deed == wanted.deed == "give" and made.place == wanted.place:
        return Verdict(due, "cards", "wrong number of cards", _comes_first(wanted))
    return Verdict(due, _fault(made, wanted), "not now", _comes_first(wanted))


def _fault(made: Made, wanted: Move) -> Fault:
    if made.deed in RESULTS:
        return "order"
    if made.deed == "call" or wanted.deed == "call":
        return "call"
    return "cards" if wanted.deed not in RESULTS else "order"


def _comes_first(wanted: Move) -> str:
    return f"First: {in_words(wanted)}."


def where(place: str) -> str:
    """The name of a place: ``"seat 3, hand 2"``, ``"yourself"``, ``"the community cards"``."""
    kind, _, rest = place.partition("-")
    if kind != "seat":
        return {"dealer": "yourself", "community": "the community cards"}.get(place, place)
    seat, _, hand = rest.partition(".")
    return f"seat {seat}, hand {int(hand) + 1}" if hand else f"seat {seat}"


def in_words(move: Move) -> str:
    """A move in words: ``"two cards to seat 3"``, ``"take the side bet of seat 5"``."""
    place = where(move.place)
    match move.deed:
        case "call":
            return f"{move.step.title} ({place})" if move.place else move.step.title
        case "give":
            count = len(move.cards)
            cards = f"{_COUNTS[count]} card{'s' if count != 1 else ''}"
            return (
                f"{cards} face down as the community cards"
                if move.place == "community"
                else (f"{cards} to {place}")
            )
        case "turn":
            return f"turn {_OWN.get(move.place, f'the cards of {place}')}"
        case "discard":
            return (
                "discard from your own cards"
                if move.place == "dealer"
                else (f"pick up the discards of {place}")
            )
        case "look":
            return "look at your hole card"
        case "push":
            return f"leave the {move.bet} of {place}"
        case _:
            return f"{move.deed} the {move.bet} of {place}"


_COUNTS = ("no", "one", "two", "three", "four", "five")
_OWN = {"dealer": "your own cards", "community": "the community cards"}

"""Example rounds (`games.proof.rounds`) in words, for a game sheet."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from games.engine.cards import name_of, parse_card
from games.engine.options import Options
from games.engine.paytable import Paytable
from games.engine.record import AnyGame, Record, replay
from games.engine.view import View, listed
from games.proof.rounds import rounds_of

Ending = Literal["Win", "Lose", "Tie"]

_PLAYED = ("act", "draw", "discard")
_SETTLED = ("take", "pay", "push")


@dataclass(frozen=True)
class Outcome:
    """How one wager of an example ended: seat, spot, ending, and a sentence about it."""

    seat: str
    spot: str
    ending: Ending
    words: str


@dataclass(frozen=True)
class Example:
    """A round played by the engine.

    dealt: whose cards and which, in words. played: sentences. outcomes: in the order of settlement.
    """

    title: str
    dealt: tuple[tuple[str, str], ...]
    played: tuple[str, ...]
    outcomes: tuple[Outcome, ...]


def examples_of(
    game: AnyGame, options: Options, paytables: Mapping[str, Paytable]
) -> Iterator[Example]:
    """The examples that these house options allow, as these paytables pay them.

    Raises GameError for a file that does not replay.
    """
    for title, record in rounds_of(game, options, paytables):
        yield _played(title, record)


def _played(title: str, record: Record) -> Example:
    game, end = record.game, replay(record)
    view = game.view(end.state, None)
    names = {spot.key: spot.name for spot in game.spots(record.setup.options)}
    return Example(
        title,
        tuple(_dealt(game.hands(game.deal(record.setup)), game.hands(end.state))),
        tuple(event.words for event in view.events if event.kind in _PLAYED),
        tuple(_outcomes(view, names)),
    )


def _dealt(first: Mapping[str, Any], last: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Everyone's cards at the end, in words; before them the discarded ones."""
    for key, cards in last.items():
        who = f"Seat {key}" if key.isdigit() else key.capitalize()
        before = first.get(key, ())
        if key.isdigit() and not set(before) <= set(cards):
            yield f"{who}, dealt", _named(before)
            who = f"{who}, in the end"
        if cards:
            yield who, _named(cards)


def _named(cards: Sequence[str]) -> str:
    return listed([name_of(parse_card(code)) for code in cards])


def _outcomes(view: View, names: Mapping[str, str]) -> Iterator[Outcome]:
    for event in view.events:
        if event.kind in _SETTLED:
            ending: Ending = "Win" if event.net > 0 else "Lose" if event.net < 0 else "Tie"
            seat = event.place.removeprefix("seat-").split(".")[0]
            yield Outcome(seat, names.get(event.spot, event.spot), ending, event.words)

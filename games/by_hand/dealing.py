"""A round of real cards as far as it has come: what it is dealt under, the cards that were keyed,
each with its place in the deck, and the decisions.

The rules deal from a deck. Of a real one only the cards that somebody has seen are known, so the
other places are filled with cards that are still out of sight; no card is looked at, nor any
decision asked for, that could depend on those. See `games.by_hand.following`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from games.engine.cards import DECK, Card, name_of
from games.engine.errors import BadRecord
from games.engine.game import Action, Seat, Setup
from games.engine.record import AnyGame, Record, Replay, replay

SOURCE = "dealt by hand"
"""What a record says of where its cards come from."""


class NotNow(BadRecord):
    """A card or a decision that is not possible: a card already out, or another seat's turn. The
    message says so to the person who keyed it."""


@dataclass(frozen=True)
class Keyed:
    """A card that was keyed: its place in the deck, and where it lies, in words (``"Seat 3"``)."""

    place: int
    card: Card
    to: str


@dataclass(frozen=True)
class Decided:
    """A decision of a seat."""

    seat: Seat
    action: Action


Move = Keyed | Decided


@dataclass(frozen=True)
class Dealing:
    """A round that is dealt by hand. setup: its deck is not read. names: of people, by seat."""

    game: AnyGame
    setup: Setup[Any]
    names: Mapping[Seat, str] = field(default_factory=dict)
    moves: tuple[Move, ...] = ()

    @cached_property
    def keyed(self) -> Mapping[int, Card]:
        """The cards keyed so far, by their place in the deck."""
        return {move.place: move.card for move in self.moves if isinstance(move, Keyed)}

    @cached_property
    def actions(self) -> tuple[tuple[Seat, Action], ...]:
        """The decisions, in order."""
        return tuple((m.seat, m.action) for m in self.moves if isinstance(m, Decided))

    @property
    def decks(self) -> int:
        """How many decks are shuffled together."""
        return self.game.decks(self.setup.options)

    @cached_property
    def left(self) -> tuple[Card, ...]:
        """The cards not keyed yet, starting with those of which no copy has been keyed."""
        out = Counter(self.keyed.values())
        rest = [card for card in DECK for _ in range(self.decks - out[card])]
        fresh = [card for card in DECK if not out[card]]
        others = Counter(rest) - Counter(fresh)
        return (*fresh, *others.elements())

    def deck(self, instead: Mapping[int, Card] | None = None) -> tuple[Card, ...]:
        """A deck with every keyed card in its place. instead: cards for places that are not keyed;
        each changes places with the one that would lie there."""
        known = {**self.keyed, **(instead or {})}
        rest = _without(self.left, (instead or {}).values())
        total = self.decks * len(DECK)
        return tuple(known[place] if place in known else next(rest) for place in range(total))

    def played(self, instead: Mapping[int, Card] | None = None) -> Replay:
        """The round with such a deck. Raises GameError if a decision does not fit it."""
        setup = replace(self.setup, deck=self.deck(instead))
        return replay(Record(self.game, setup, self.actions))

    def called(self, seat: Seat) -> str:
        """``"Seat 3, Cleo"``, or the seat alone."""
        name = self.names.get(seat, "")
        return f"Seat {seat}, {name}" if name else f"Seat {seat}"

    def after(self, move: Move) -> "Dealing":
        """The round with one more move."""
        return replace(self, moves=(*self.moves, move))

    def back(self) -> "Dealing":
        """The round with its last card or decision undone."""
        return replace(self, moves=self.moves[:-1])

    def record(self) -> Record:
        """The finished round as a record: its deck is the cards that were keyed."""
        cards = tuple(self.keyed[place] for place in range(len(self.keyed)))
        return Record(self.game, replace(self.setup, deck=cards), self.actions)

    def check_out(self, card: Card) -> None:
        """Raise NotNow if no copy of this card is left, saying who has it."""
        holders = [m.to for m in self.moves if isinstance(m, Keyed) and m.card == card]
        if len(holders) < self.decks:
            return
        if self.decks == 1:
            raise NotNow(f"The {name_of(card)} is already out. {holders[0]} has it.")
        raise NotNow(
            f"The {name_of(card)} is out {len(holders)} times, once for each of {self.decks} decks."
        )


def _without(cards: Sequence[Card], gone: Iterable[Card]) -> Iterator[Card]:
    """Cards without some of them, each as often as it is named."""
    out = Counter(gone)
    for card in cards:
        if out[card]:
            out[card] -= 1
        else:
            yield card

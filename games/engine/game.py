"""The protocol every game speaks, and the values that cross it.

A game is a pure object. Its state is private to its module; everything else deals, acts, views and
settles through the methods of `Game`, and names no game.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from games.engine.amounts import Amounts
from games.engine.cards import Card, codes_of, parse_card
from games.engine.errors import BadRecord, IllegalAction, brief, echoed
from games.engine.options import Options
from games.engine.paytable import Paytable
from games.engine.view import View

Seat = int
"""A betting position, 1 at the dealer's left."""

Wagers = Mapping[Seat, Mapping[str, int]]
"""Opening wagers: seat to spot to cents."""

H = TypeVar("H", bound=Options)  # the house options


@dataclass(frozen=True)
class Spot:
    """A place on the felt where a wager goes.

    `lines` maps the lines its paytable must have to their names in words, best first; empty for a
    spot without a paytable, whose odds a felt prints from `pays`. `endings` are the lines of such a
    spot in words, if they are more than won, lost, pushed or void. `requires` names another spot
    that must have a wager too. A spot that is not `opening` takes no wager before the deal: it is
    staked during the round. `minimum` is the least stake in cents that the game's own rules allow,
    `minimum_alone` the least if the seat wagers on nothing else; a table's minimum applies as well.
    """

    key: str
    name: str
    lines: Mapping[str, str] = field(default_factory=dict)
    default_paytable: str = ""
    requires: str | None = None
    opening: bool = True
    pays: str = ""
    endings: Mapping[str, str] = field(default_factory=dict)
    minimum: int = 1
    minimum_alone: int = 1


def reported_under(spots: Iterable[Spot]) -> dict[str, str]:
    """The spot under which each spot's results are reported: raises, under the opening spot before
    them in the order of settlement."""
    reported, opening = {}, ""
    for spot in spots:
        opening = spot.key if spot.opening else opening
        reported[spot.key] = opening
    return reported


@dataclass(frozen=True)
class Choice:
    """What the seat with the button chooses before the bets: a value of one house option."""

    option: str
    values: Mapping[str, str]
    default: str


@dataclass(frozen=True, slots=True)
class Action:
    """One decision of a seat. `amount` is in cents, `discard` are cards of the hand."""

    name: str
    amount: int | None = None
    discard: tuple[Card, ...] | None = None

    def as_json(self) -> dict[str, Any]:
        """As a record writes it; `read_action` reads it back."""
        raw: dict[str, Any] = {"action": self.name}
        if self.amount is not None:
            raw["amount"] = self.amount
        if self.discard is not None:
            raw["discard"] = list(codes_of(self.discard))
        return raw


def read_action(raw: Mapping[str, Any]) -> Action:
    """Read the action of a record or a request. Raises BadRecord or BadCard."""
    name, amount, discard = raw.get("action"), raw.get("amount"), raw.get("discard")
    if not isinstance(name, str):
        raise BadRecord(f"An action has a name in 'action', not {echoed(name)}.")
    if amount is not None and type(amount) is not int:
        raise BadRecord(
            f"The amount of an action is a whole number of cents, not {echoed(amount)}."
        )
    if discard is not None:
        if not isinstance(discard, list):
            raise BadRecord(
                f"A discard is a list of cards, for example ['7h'], not {echoed(discard)}."
            )
        return Action(name, amount, tuple(parse_card(code) for code in discard))
    return Action(name, amount)


@dataclass(frozen=True, slots=True)
class Offer:
    """An action a seat may take now.

    `amounts`: the accepted amounts in cents, ascending, if the action needs one; as
    `games.engine.amounts.Amounts` if a large stake makes them many. `discard_from`: the cards that
    may be discarded, if the action takes a discard. `cost`: cents the action adds to the seat's
    stake if it needs no amount.
    """

    action: str
    amounts: Sequence[int] | None = None
    discard_from: tuple[Card, ...] | None = None
    cost: int = 0

    def admits(self, action: Action) -> bool:
        """Whether `action` is one of the actions offered."""
        if action.name != self.action:
            return False
        if (self.amounts is None) != (action.amount is None):
            return False
        if self.amounts is not None and action.amount not in self.amounts:
            return False
        if self.discard_from is None:
            return action.discard is None
        discard = action.discard
        if discard is None or len(set(discard)) != len(discard):
            return False
        return set(discard) <= set(self.discard_from)

    def actions(self) -> Iterator[Action]:
        """Every action offered, one by one."""
        if self.amounts is not None:
            yield from (Action(self.action, amount) for amount in self.amounts)
        elif self.discard_from is not None:
            for count in range(len(self.discard_from) + 1):
                for cards in combinations(self.discard_from, count):
                    yield Action(self.action, discard=cards)
        else:
            yield Action(self.action)

    def __str__(self) -> str:
        if isinstance(self.amounts, Amounts):
            return f"{self.action} with an amount {self.amounts}"
        if self.amounts is not None:
            low, high = self.amounts[0], self.amounts[-1]
            steps = {after - before for before, after in pairwise(self.amounts)}
            spacing = f", in steps of {steps.pop()}" if len(steps) == 1 else ""
            return f"{self.action} with an amount from {low} to {high} cents{spacing}"
        if self.discard_from is not None:
            return f"{self.action} with a discard from {' '.join(codes_of(self.discard_from))}"
        return self.action


@dataclass(frozen=True, slots=True)
class SpotResult:
    """How one wager ended: cents staked, cents returned (stake included), and the line.

    `read_result` makes it from the JSON of `as_json`.
    """

    seat: Seat
    spot: str
    stake: int
    returned: int
    line: str
    hand: int | None = None

    @property
    def net(self) -> int:
        """Cents won (positive) or lost (negative)."""
        return self.returned - self.stake

    def as_json(self) -> dict[str, Any]:
        """A result as a record writes it."""
        raw: dict[str, Any] = {
            "seat": self.seat, "spot": self.spot, "stake": self.stake,
            "returned": self.returned, "net": self.net, "line": self.line,
        }  # fmt: skip
        return raw if self.hand is None else raw | {"hand": self.hand}


def read_result(raw: Mapping[str, Any]) -> SpotResult:
    """Read a result as a record writes it."""
    return SpotResult(**{key: value for key, value in raw.items() if key != "net"})


@dataclass(frozen=True)
class Setup(Generic[H]):
    """Everything a deal needs: options, paytables by spot, opening wagers, the deck in order.

    `button` is the seat dealt first if a game has a button. `unit` is the chip unit in cents;
    raises in the round must be multiples of it.
    """

    options: H
    paytables: Mapping[str, Paytable]
    wagers: Wagers
    deck: tuple[Card, ...]
    button: Seat | None = None
    unit: int = 100

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats with a wager, ascending."""
        return tuple(sorted(self.wagers))


class State(Protocol):
    """What every game's state has."""

    @property
    def setup(self) -> Setup[Any]:
        """The setup from which the round was dealt."""


S = TypeVar("S", bound=State)


class Game(ABC, Generic[H, S]):
    """One game's rules, free of web, clock, randomness and storage.

    A new game subclasses it (docs/adding-a-game.md). `S` is the game's own frozen state. A game
    without decisions leaves `waiting_on`, `legal_actions`, `apply`, `timeout_action` and
    `committed` as they are here.
    """

    slug: ClassVar[str]
    name: ClassVar[str]
    max_seats: ClassVar[int]
    default_seats: ClassVar[int]
    options: type[H]
    choice: ClassVar[Choice | None] = None
    looks: ClassVar[bool] = False
    """Whether players look at their cards although nothing is left to decide."""

    several_positions: ClassVar[bool] = False
    """Whether the rules let one player bet at more than one position, if the house allows it."""
    decision_seconds: ClassVar[int] = 20
    """Seconds for a decision at a shared table with a normal clock."""

    def decks(self, options: H) -> int:
        """How many decks are shuffled together."""
        return 1

    def cut_card(self, options: H) -> int | None:
        """How many cards are dealt before a reshuffle; None: the shoe is shuffled every round."""
        return None

    @abstractmethod
    def spots(self, options: H) -> tuple[Spot, ...]:
        """The spots on the felt, in settlement order."""

    def every_spot(self) -> Iterator[Spot]:
        """The spots under the defaults and under every single other option, each once."""
        seen: list[Spot] = []
        for options in self.options.every():
            for spot in self.spots(options):
                if spot not in seen:
                    seen.append(spot)
                    yield spot

    def reserve(self, wagers: Mapping[str, int]) -> int:
        """Cents a seat should hold beyond its opening wagers before they are taken."""
        return 0

    def secret_most(self, wagers: Mapping[str, int]) -> int:
        """The most, in cents, that a seat may add to its opening wagers by decisions that others do
        not see at once."""
        return 0

    @abstractmethod
    def deal(self, setup: Setup[H]) -> S:
        """Deal the opening cards. Raises DeckTooShort."""

    def waiting_on(self, state: S) -> frozenset[Seat]:
        """The seats that must act now; empty if the round is over."""
        return frozenset()

    def legal_actions(self, state: S, seat: Seat) -> tuple[Offer, ...]:
        """What the seat may do now; () unless it is its turn."""
        return ()

    def apply(self, state: S, seat: Seat, action: Action) -> S:
        """The state after a legal action. Callers use `act`, which checks first."""
        raise NotImplementedError(f"Nothing is decided in {self.name}.")

    def timeout_action(self, state: S, seat: Seat) -> Action:
        """What the clock plays for a seat whose time has run out."""
        raise NotImplementedError(f"Nothing is decided in {self.name}.")

    def committed(self, state: S) -> Mapping[Seat, int]:
        """Cents each seat has staked so far, raises and doubles included."""
        return {seat: sum(wagers.values()) for seat, wagers in state.setup.wagers.items()}

    @abstractmethod
    def dealt(self, state: S) -> int:
        """How many cards have come off the deck."""

    @abstractmethod
    def settle(self, state: S) -> tuple[SpotResult, ...]:
        """Every wager's result in the dealer's order. Call it only when no seat has to act."""

    def as_shown(self, options: H, results: Sequence[SpotResult]) -> Sequence[SpotResult]:
        """The results of a seat as a page lists them: if a dealer makes one payment for several
        wagers, they become one result, with their cents added."""
        return results

    @abstractmethod
    def view(self, state: S, viewer: Seat | None, *, reconciled: bool = True) -> View:
        """What a viewer may see, built from scratch.

        `viewer` is a seat, or None for a spectator. Once no seat has to act, `reconciled` says
        whether the dealer has turned the hands over; before that it has no effect.
        """

    @abstractmethod
    def hands(self, state: S) -> Mapping[str, Any]:
        """All cards in play by seat (as text) and ``dealer`` or ``community``: for the record of a
        finished round and for audits, never for a view. A split seat has a list of hands."""

    def act(self, state: S, seat: Seat, action: Action) -> S:
        """The state after `seat` acts. Raises IllegalAction."""
        offers = self.legal_actions(state, seat)
        if not any(offer.admits(action) for offer in offers):
            raise IllegalAction(self._refusal(state, seat, action, offers))
        return self.apply(state, seat, action)

    def _refusal(self, state: S, seat: Seat, action: Action, offers: Sequence[Offer]) -> str:
        if offers:
            accepted = "; ".join(str(offer) for offer in offers)
            detail = "" if action.amount is None else f" {action.amount}"
            if action.discard is not None:
                detail += f" {' '.join(codes_of(action.discard)) or 'nothing'}"
            return f"Seat {seat} may not {brief(action.name)}{detail} now; accepted: {accepted}."
        waiting = ", ".join(str(other) for other in sorted(self.waiting_on(state)))
        if not waiting:
            return f"Seat {seat} may not {brief(action.name)}: the round is over."
        return f"It is not seat {seat}'s turn to {brief(action.name)}; waiting on seat {waiting}."

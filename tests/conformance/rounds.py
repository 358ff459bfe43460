"""Random rounds of any game, drawn by Hypothesis: options, paytables, wagers, deck and actions."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from random import Random
from typing import Any, TypeVar

from hypothesis import strategies as st

from games import printed_paytables
from games.engine.cards import DECK, Card, rank_of
from games.engine.errors import BadOption, BadPaytable
from games.engine.game import Action, Offer, Seat, Setup, Spot
from games.engine.options import Options, choices_of
from games.engine.paytable import Paytable
from games.engine.record import AnyGame, PaytableSource, Record, write_record

T = TypeVar("T")

MOST_STEPS = 400
"""No round of any game has as many decisions."""


@dataclass(frozen=True)
class House:
    """A game with the paytables it may be played with."""

    game: AnyGame
    printed: PaytableSource = printed_paytables.printed
    codes_of: Callable[[str, str], list[str]] = printed_paytables.codes_of

    def paytables_of(self, spot: Spot) -> list[Paytable]:
        """The paytables of a spot; of those that bear its name, some may be for other options."""
        tables = []
        for code in self.codes_of(self.game.slug, spot.key):
            try:
                tables.append(self.printed(self.game.slug, spot, code))
            except BadPaytable:
                continue
        return tables


@dataclass(frozen=True, repr=False)
class Course:
    """A round from the deal on: the state after the deal and after each action."""

    game: AnyGame
    setup: Setup[Any]
    actions: tuple[tuple[Seat, Action], ...]
    states: tuple[Any, ...]

    def __repr__(self) -> str:
        """The record, ready for `manage.py replay`: what Hypothesis prints of a failing round."""
        return json.dumps(write_record(self.record))

    @property
    def end(self) -> Any:
        """The last state."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        """Whether nobody is waited on at the end."""
        return not self.game.waiting_on(self.end)

    @property
    def record(self) -> Record:
        """The inputs of the round."""
        return Record(self.game, self.setup, self.actions)

    @property
    def viewers(self) -> tuple[Seat | None, ...]:
        """Everyone who may look: a spectator, every seat, and one that is not there."""
        return None, *range(1, self.game.max_seats + 2)

    def until(self, step: int) -> "Course":
        """The first `step` actions of it."""
        return Course(self.game, self.setup, self.actions[:step], self.states[: step + 1])


def retraced(
    game: AnyGame, setup: Setup[Any], actions: tuple[tuple[Seat, Action], ...]
) -> Iterator[Any]:
    """The states of a round, one by one. Raises GameError where an action is illegal."""
    state = game.deal(setup)
    yield state
    for seat, action in actions:
        state = game.act(state, seat, action)
        yield state


# A strategy is made once for each size it is needed in: to make one takes longer than to draw.


@cache
def _up_to(most: int) -> st.SearchStrategy[int]:
    return st.integers(0, most)


@cache
def _places(count: int, least: int, most: int | None) -> st.SearchStrategy[list[int]]:
    return st.lists(_up_to(count - 1), unique=True, min_size=least, max_size=most)


def one_of(draw: st.DrawFn, values: Sequence[T]) -> T:
    """Any of some values."""
    return values[draw(_up_to(len(values) - 1))]


def some_of(
    draw: st.DrawFn, values: Sequence[T], *, least: int = 0, most: int | None = None
) -> list[T]:
    """Any number of some values, each once, in any order."""
    return [values[place] for place in draw(_places(len(values), least, most))]


def options_of(draw: st.DrawFn, game: AnyGame) -> Any:
    """House options that go together."""
    values = {field.name: one_of(draw, choices_of(field)) for field in fields(game.options)}
    try:
        return game.options.read(values)
    except BadOption:
        return game.options()


def wagers_of(
    draw: st.DrawFn, game: AnyGame, options: Options, unit: int
) -> Mapping[Seat, Mapping[str, int]]:
    """Opening wagers of one seat or more: mostly whole chips, now and then an odd sum."""
    opening = {spot.key: spot for spot in game.spots(options) if spot.opening}
    wagers = {}
    for seat in sorted(some_of(draw, range(1, game.max_seats + 1), least=1)):
        keys = set(some_of(draw, sorted(opening), least=1))
        keys |= {needed for key in keys if (needed := opening[key].requires) is not None}
        wagers[seat] = {
            key: stake_on(draw, spot, unit, alone=len(keys) == 1)
            for key, spot in opening.items()
            if key in keys
        }
    return wagers


def stake_on(draw: st.DrawFn, spot: Spot, unit: int, *, alone: bool) -> int:
    """Cents that the rules of a spot allow."""
    least = spot.minimum_alone if alone else spot.minimum
    if draw(_up_to(9)) == 0:
        return least + draw(_up_to(300))
    return (-(-least // unit) + draw(_up_to(20))) * unit


def deck_of(draw: st.DrawFn, decks: int) -> tuple[Card, ...]:
    """A shuffled shoe, often with a few ranks in front: then pairs, splits and quads happen."""
    random = Random(draw(_up_to(2**32 - 1)))
    favoured = some_of(draw, range(13), most=4)
    cards = list(DECK) * decks
    random.shuffle(cards)
    chosen = [card for card in cards if rank_of(card) in favoured]
    others = [card for card in cards if rank_of(card) not in favoured]
    few, some = random.randrange(min(len(chosen), 30) + 1), random.randrange(12)
    front = chosen[:few] + others[:some]
    random.shuffle(front)
    return tuple(front + chosen[few:] + others[some:])


@cache
@st.composite
def setups(draw: st.DrawFn, house: House) -> Setup[Any]:
    """Everything a deal needs."""
    game = house.game
    options = options_of(draw, game)
    unit = one_of(draw, (1, 50, 100))
    return Setup(
        options=options,
        paytables={
            spot.key: one_of(draw, house.paytables_of(spot))
            for spot in game.spots(options)
            if spot.lines
        },
        wagers=wagers_of(draw, game, options, unit),
        deck=deck_of(draw, game.decks(options)),
        button=one_of(draw, range(1, game.max_seats + 1)),
        unit=unit,
    )


def action_of(draw: st.DrawFn, offer: Offer) -> Action:
    """One of the actions offered."""
    if offer.amounts is not None:
        return Action(offer.action, one_of(draw, offer.amounts))
    if offer.discard_from is not None:
        return Action(offer.action, discard=tuple(some_of(draw, offer.discard_from)))
    return Action(offer.action)


@cache
@st.composite
def courses(draw: st.DrawFn, house: House, *, finished: bool = True) -> Course:
    """A round played at random, to its end or (`finished` False) to any point of it."""
    game, setup = house.game, draw(setups(house))
    states, actions = [game.deal(setup)], list[tuple[Seat, Action]]()
    while waiting := sorted(game.waiting_on(states[-1])):
        assert len(actions) < MOST_STEPS, "the round does not end"
        seat = one_of(draw, waiting)
        action = action_of(draw, one_of(draw, game.legal_actions(states[-1], seat)))
        actions.append((seat, action))
        states.append(game.act(states[-1], seat, action))
    course = Course(game, setup, tuple(actions), tuple(states))
    return course if finished else course.until(draw(_up_to(len(actions))))


def with_deck(setup: Setup[Any], deck: tuple[Card, ...]) -> Setup[Any]:
    """The same round from another deck."""
    return replace(setup, deck=deck)

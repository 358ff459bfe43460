"""Random rounds of any game, drawn by Hypothesis: options, paytables, wagers, deck and actions."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any

from hypothesis import strategies as st

from games import catalogue
from games.engine.cards import DECK, Card, rank_of
from games.engine.errors import BadOption, BadPaytable
from games.engine.game import Action, Offer, Seat, Setup, Spot
from games.engine.options import Options, choices_of
from games.engine.paytable import Paytable
from games.engine.record import AnyGame, PaytableSource, Record, write_record

MOST_STEPS = 400
"""No round of any game has as many decisions."""


@dataclass(frozen=True)
class House:
    """A game with the paytables it may be played with."""

    game: AnyGame
    printed: PaytableSource = catalogue.printed
    codes_of: Callable[[str, str], list[str]] = catalogue.codes_of

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


@st.composite
def options_of(draw: st.DrawFn, game: AnyGame) -> Any:
    """House options that go together."""
    values = {
        field.name: draw(st.sampled_from(choices_of(field))) for field in fields(game.options)
    }
    try:
        return game.options.read(values)
    except BadOption:
        return game.options()


@st.composite
def wagers_of(
    draw: st.DrawFn, game: AnyGame, options: Options, unit: int
) -> Mapping[Seat, Mapping[str, int]]:
    """Opening wagers of one seat or more: mostly whole chips, now and then an odd sum."""
    opening = {spot.key: spot for spot in game.spots(options) if spot.opening}
    seats = draw(st.sets(st.integers(1, game.max_seats), min_size=1))
    wagers = {}
    for seat in sorted(seats):
        keys = draw(st.sets(st.sampled_from(sorted(opening)), min_size=1))
        keys |= {needed for key in keys if (needed := opening[key].requires) is not None}
        wagers[seat] = {
            key: draw(stake_on(spot, unit, alone=len(keys) == 1))
            for key, spot in opening.items()
            if key in keys
        }
    return wagers


@st.composite
def stake_on(draw: st.DrawFn, spot: Spot, unit: int, *, alone: bool) -> int:
    """Cents that the rules of a spot allow."""
    least = spot.minimum_alone if alone else spot.minimum
    if draw(st.integers(0, 9)) == 0:
        return least + draw(st.integers(0, 300))
    return (-(-least // unit) + draw(st.integers(0, 20))) * unit


@st.composite
def deck_of(draw: st.DrawFn, decks: int) -> tuple[Card, ...]:
    """A shuffled shoe, often with a few ranks in front: then pairs, splits and quads happen."""
    random = Random(draw(st.integers(0, 2**32 - 1)))
    favoured = draw(st.sets(st.integers(0, 12), max_size=4))
    cards = list(DECK) * decks
    random.shuffle(cards)
    chosen = [card for card in cards if rank_of(card) in favoured]
    others = [card for card in cards if rank_of(card) not in favoured]
    few, some = random.randrange(min(len(chosen), 30) + 1), random.randrange(12)
    front = chosen[:few] + others[:some]
    random.shuffle(front)
    return tuple(front + chosen[few:] + others[some:])


@st.composite
def setups(draw: st.DrawFn, house: House) -> Setup[Any]:
    """Everything a deal needs."""
    game = house.game
    options = draw(options_of(game))
    unit = draw(st.sampled_from((1, 50, 100)))
    return Setup(
        options=options,
        paytables={
            spot.key: draw(st.sampled_from(house.paytables_of(spot)))
            for spot in game.spots(options)
            if spot.lines
        },
        wagers=draw(wagers_of(game, options, unit)),
        deck=draw(deck_of(game.decks(options))),
        button=draw(st.integers(1, game.max_seats)),
        unit=unit,
    )


@st.composite
def action_of(draw: st.DrawFn, offer: Offer) -> Action:
    """One of the actions offered."""
    if offer.amounts is not None:
        return Action(offer.action, draw(st.sampled_from(offer.amounts)))
    if offer.discard_from is not None:
        cards = st.sampled_from(offer.discard_from)
        return Action(offer.action, discard=tuple(draw(st.lists(cards, unique=True))))
    return Action(offer.action)


@st.composite
def courses(draw: st.DrawFn, house: House, *, finished: bool = True) -> Course:
    """A round played at random, to its end or (`finished` False) to any point of it."""
    game, setup = house.game, draw(setups(house))
    states, actions = [game.deal(setup)], list[tuple[Seat, Action]]()
    while waiting := sorted(game.waiting_on(states[-1])):
        assert len(actions) < MOST_STEPS, "the round does not end"
        seat = draw(st.sampled_from(waiting))
        action = draw(action_of(draw(st.sampled_from(game.legal_actions(states[-1], seat)))))
        actions.append((seat, action))
        states.append(game.act(states[-1], seat, action))
    course = Course(game, setup, tuple(actions), tuple(states))
    return course if finished else course.until(draw(st.integers(0, len(actions))))


def with_deck(setup: Setup[Any], deck: tuple[Card, ...]) -> Setup[Any]:
    """The same round from another deck."""
    return replace(setup, deck=deck)

"""What holds of every round of every game: who may act, what is dealt, what is staked and paid.

A check takes a house and Hypothesis' data, draws a round, and asserts one thing about it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

import pytest
from hypothesis import strategies as st

from games.engine.cards import Card, parse_card
from games.engine.errors import DeckTooShort, IllegalAction
from games.engine.game import Action, Seat
from games.engine.record import AnyGame
from games.engine.result_words import PLAIN_LINES
from tests.conformance.rounds import MOST_STEPS, House, courses, retraced, with_deck

Check = Callable[[House, st.DataObject], None]

NAMES = (
    "", "fold", "play", "draw", "insurance", "hit", "stand", "double", "split", "surrender",
    "choose", "pass", "bet", "Stand", "timeout",
)  # fmt: skip


def plain(action: Action) -> Action:
    """An action without the order in which cards are discarded, which means nothing."""
    if action.discard is None:
        return action
    return Action(action.name, action.amount, tuple(sorted(action.discard)))


def listed(game: AnyGame, state: Any, seat: Seat) -> set[Action]:
    """Every action that a seat is offered."""
    offers = game.legal_actions(state, seat)
    return {plain(action) for offer in offers for action in offer.actions()}


def strange_actions(offered: set[Action], deck: tuple[Card, ...]) -> Iterator[Action]:
    """Actions of every game, with amounts and discards beside those offered."""
    amounts = {action.amount for action in offered if action.amount is not None}
    near = {amount + step for amount in (*amounts, 0) for step in (-1, 1)}
    held = {card for action in offered for card in action.discard or ()}
    foreign = [card for card in deck if card not in held][:1]
    discards = [None, (), tuple(foreign), tuple(held)[:1], tuple(held)[:1] * 2]
    names = {*NAMES, *(action.name for action in offered)}
    for name, amount, discard in product(names, (None, 0, -100, *sorted(near)[:8]), discards):
        yield Action(name, amount, discard)


def only_what_is_offered_to_a_seat_that_is_waited_on_is_accepted(
    house: House, data: st.DataObject
) -> None:
    """Every listed action is accepted, every other refused, and nobody else may act."""
    course = data.draw(courses(house, finished=False))
    game, state = house.game, course.end
    waiting = game.waiting_on(state)
    assert waiting <= set(course.setup.seats)
    for seat in range(game.max_seats + 2):
        assert bool(game.legal_actions(state, seat)) == (seat in waiting)
    seat = data.draw(st.integers(0, game.max_seats + 1) | st.sampled_from(sorted(waiting or {1})))
    offered = listed(game, state, seat)
    for action in offered:
        game.act(state, seat, action)
    for action in strange_actions(offered, course.setup.deck):
        if plain(action) not in offered:
            with pytest.raises(IllegalAction):
                game.act(state, seat, action)


def the_clock_alone_ends_any_round(house: House, data: st.DataObject) -> None:
    """From any point on, what the clock plays is legal, and the round ends."""
    course = data.draw(courses(house, finished=False))
    game, state = house.game, course.end
    for _ in range(MOST_STEPS):
        waiting = sorted(game.waiting_on(state))
        if not waiting:
            break
        seat = data.draw(st.sampled_from(waiting))
        action = game.timeout_action(state, seat)
        assert plain(action) in listed(game, state, seat)
        state = game.act(state, seat, action)
    assert not game.waiting_on(state)
    assert game.settle(state)


def seats_that_are_waited_on_at_once_may_act_in_any_order(
    house: House, data: st.DataObject
) -> None:
    """Two decisions that were both open end alike, whichever came first."""
    course = data.draw(courses(house))
    game, actions = house.game, list(course.actions)
    free = [
        place
        for place in range(len(actions) - 1)
        if actions[place][0] != actions[place + 1][0]
        and actions[place + 1][0] in game.waiting_on(course.states[place])
    ]
    if not free:
        return
    place = data.draw(st.sampled_from(free))
    actions[place], actions[place + 1] = actions[place + 1], actions[place]
    *_, end = retraced(game, course.setup, tuple(actions))
    assert game.settle(end) == game.settle(course.end)
    assert game.hands(end) == game.hands(course.end)


def every_stake_is_settled_once(house: House, data: st.DataObject) -> None:
    """What a seat has staked is what its results say, spot by spot, and no more is lost."""
    course = data.draw(courses(house))
    results = house.game.settle(course.end)
    staked = Counter[Seat]()
    by_spot = Counter[tuple[Seat, str]]()
    for result in results:
        assert result.stake >= 0
        assert result.returned >= 0
        assert result.net == result.returned - result.stake == result.as_json()["net"]
        staked[result.seat] += result.stake
        by_spot[result.seat, result.spot] += result.stake
    assert staked == Counter(house.game.committed(course.end))
    for seat, wagers in course.setup.wagers.items():
        for spot, stake in wagers.items():
            assert by_spot[seat, spot] >= stake
    keys = [(result.seat, result.spot, result.hand) for result in results]
    assert len(set(keys)) == len(keys)


def every_result_names_a_spot_and_a_line(house: House, data: st.DataObject) -> None:
    """A result is about a seat of the round, a spot of the felt and a line that has words."""
    course = data.draw(courses(house))
    spots = {spot.key: spot for spot in house.game.spots(course.setup.options)}
    for result in house.game.settle(course.end):
        assert result.seat in course.setup.seats
        spot = spots[result.spot]
        assert result.line in {**spot.lines, **spot.endings, **PLAIN_LINES}


def an_action_costs_what_it_says(house: House, data: st.DataObject) -> None:
    """The opening wagers are staked first; then an amount or a cost, by the seat that acts."""
    course = data.draw(courses(house))
    game = house.game
    staked = dict(game.committed(course.states[0]))
    assert staked == {seat: sum(spots.values()) for seat, spots in course.setup.wagers.items()}
    for before, after, (seat, action) in zip(
        course.states, course.states[1:], course.actions, strict=False
    ):
        (offer,) = (offer for offer in game.legal_actions(before, seat) if offer.admits(action))
        staked[seat] += offer.cost if action.amount is None else action.amount
        assert game.committed(after) == staked


def flat(cards: object) -> Iterator[Card]:
    """The cards in a holder's part of `Game.hands`."""
    for part in cards if isinstance(cards, list | tuple) else [cards]:
        if isinstance(part, str):
            yield parse_card(part)
        else:
            yield from flat(part)


def in_play(hands: Mapping[str, Any]) -> Counter[Card]:
    """How often each card lies on the table."""
    return Counter(card for cards in hands.values() for card in flat(cards))


def cards_come_off_the_deck_in_order_and_once(house: House, data: st.DataObject) -> None:
    """A state needs exactly the cards it says were dealt, and no card that was not."""
    course = data.draw(courses(house, finished=False))
    game, setup = house.game, course.setup
    dealt = [game.dealt(state) for state in course.states]
    assert dealt == sorted(dealt)
    assert in_play(game.hands(course.end)) <= Counter(setup.deck[: dealt[-1]])

    *_, again = retraced(game, with_deck(setup, setup.deck[: dealt[-1]]), course.actions)
    assert game.hands(again) == game.hands(course.end)
    other = setup.deck[: dealt[-1]] + setup.deck[dealt[-1] :][::-1]
    *_, again = retraced(game, with_deck(setup, other), course.actions)
    assert game.hands(again) == game.hands(course.end)


def a_deck_one_card_too_short_is_refused(house: House, data: st.DataObject) -> None:
    """Nothing is dealt from nowhere, and no deck fills itself again."""
    course = data.draw(courses(house, finished=False))
    short = course.setup.deck[: house.game.dealt(course.end) - 1]
    with pytest.raises(DeckTooShort):
        list(retraced(house.game, with_deck(course.setup, short), course.actions))


CHECKS = (
    only_what_is_offered_to_a_seat_that_is_waited_on_is_accepted,
    the_clock_alone_ends_any_round,
    seats_that_are_waited_on_at_once_may_act_in_any_order,
    every_stake_is_settled_once,
    every_result_names_a_spot_and_a_line,
    an_action_costs_what_it_says,
    cards_come_off_the_deck_in_order_and_once,
    a_deck_one_card_too_short_is_refused,
)

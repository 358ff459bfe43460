"""Rounds of every game for the coach: dealt from a seed, played by somebody who may be wrong."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from games.engine.cards import DECK
from games.engine.game import Action, Seat, Setup
from games.engine.record import AnyGame, Record
from games.printed_paytables import printed
from games.registry import GAMES, KITS

Layouts = Mapping[Seat, Mapping[str, int]]

LAYOUTS: Mapping[str, Layouts] = {
    "big-50": {1: {"poker_hand": 500, "range": 1000}, 2: {"all_red": 300, "big_50": 100}},
    "big-draw": {
        1: {"first_five": 500, "big_draw": 500},
        3: {"big_draw": 700},
        4: {"first_five": 300},
    },
    "big-raise": {
        1: {"ante": 500, "two_card_bonus": 300, "five_card_bonus": 200},
        4: {"ante": 300},
    },
    "blackjack": {1: {"main": 1000, "bad_beat": 500}, 2: {"main": 700}},
}

RULES: Mapping[str, tuple[Mapping[str, Any], ...]] = {
    "big-50": ({},),
    "big-draw": ({}, {"variant": "deuces-never-loses"}),
    "big-raise": ({"five_card_bonus": True},),
    "blackjack": (
        {},
        {"decks": 1, "peek": False, "hit_split_aces": True},
        {"decks": 2, "surrender": "late", "bad_beat_option": 1, "resplit_aces": True},
    ),
}
"""House options that each game is tried under."""


def setup(game: AnyGame, layouts: Layouts, rules: Mapping[str, Any], chance: Random) -> Setup[Any]:
    """The inputs of a round with a shuffled deck and the printed paytables."""
    options = game.options.read(rules)
    deck = list(DECK) * game.decks(options)
    chance.shuffle(deck)
    tables = {
        spot.key: printed(game.slug, spot, spot.default_paytable)
        for spot in game.spots(options)
        if spot.lines
    }
    return Setup(options, tables, layouts, tuple(deck), min(layouts))


def played(game: AnyGame, dealt: Setup[Any], chance: Random, wrong: float) -> Record:
    """A round to its end; each action is one of all that are offered with the chance `wrong`."""
    state, actions = game.deal(dealt), []
    while waiting := game.waiting_on(state):
        seat = min(waiting)
        action = KITS[game.slug].play.best_action(state, seat)
        if chance.random() < wrong:
            action = _any(game, state, seat, chance)
        actions.append((seat, action))
        state = game.act(state, seat, action)
    return Record(game, dealt, tuple(actions))


def _any(game: AnyGame, state: Any, seat: Seat, chance: Random) -> Action:
    offer = chance.choice(game.legal_actions(state, seat))
    return chance.choice(list(offer.actions()))


def rounds(slug: str, count: int, wrong: float) -> Iterator[Record]:
    """So many settled rounds of a game under each of its `RULES`; the same ones every time."""
    game = GAMES[slug]
    for rules in RULES[slug]:
        for number in range(count):
            chance = Random(f"{slug} {number}")
            yield played(game, setup(game, LAYOUTS[slug], rules, chance), chance, wrong)

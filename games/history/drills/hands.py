"""Hands to practise with: dealt until one poses a question of the right kind."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from games.coach.review import asked_about
from games.engine.cards import DECK, Card, parse_card
from games.engine.errors import GameError
from games.engine.game import Action, Seat, Setup
from games.engine.record import Record
from games.engine.view import View
from games.kit import Asked, DrillKind, Kit
from games.printed_paytables import printed

SEAT = 1
BASE = 10_00
"""Cents on the base bet; nothing else is wagered."""
MOST = 4000
"""How many hands are dealt to find a certain situation."""
DEPTH = 3
"""How many decisions of a hand are considered; earlier ones are answered by best play."""
DEALT = 30
"""Cards drawn for a try: more than the first decisions need."""


class Found(NamedTuple):
    """A hand with a question: its round so far, the kind, and the situation's name."""

    record: Record
    kind: DrillKind
    situation: str


def hand(kit: Kit, kind: DrillKind, chance: Random, wanted: str = "") -> Found | None:
    """A hand of a kind, preferably in the situation wanted; None if none was found."""
    any_found = None
    for _ in range(MOST):
        for found in _questions(kit, kind, chance):
            if not wanted or found.situation == wanted:
                return _with_whole_deck(found, chance)
            any_found = any_found or found
    return _with_whole_deck(any_found, chance) if any_found else None


def _questions(kit: Kit, kind: DrillKind, chance: Random) -> Iterator[Found]:
    """The first decisions of a hand that are of this kind."""
    game, actions = kit.rules, list[tuple[Seat, Action]]()
    setup = _setup(kit, kind, chance)
    try:
        state = game.deal(setup)
        for _ in range(DEPTH):
            if SEAT not in game.waiting_on(state):
                return
            view = game.view(state, SEAT)
            if any(len(seat.hands) > 1 for seat in view.seats):
                return  # the page would have to say which one is meant
            asked = asked_of(view)
            if situation := kind.situation(asked):
                yield Found(Record(game, setup, tuple(actions)), kind, situation)
            action = kit.play.best_action(state, SEAT)
            actions.append((SEAT, action))
            state = game.act(state, SEAT, action)
    except GameError:  # it needs more cards than were drawn for the try
        return


def _setup(kit: Kit, kind: DrillKind, chance: Random) -> Setup[Any]:
    assert kit.decisions is not None, "nothing is decided in this game"
    game = kit.rules
    options = game.options.read(dict(kind.options))
    deck = chance.sample(DECK * game.decks(options), DEALT)
    tables = {
        spot.key: printed(kit.slug, spot, spot.default_paytable)
        for spot in game.spots(options)
        if spot.lines
    }
    return Setup(options, tables, {SEAT: {kit.decisions.base: BASE}}, tuple(deck), SEAT)


def _with_whole_deck(found: Found, chance: Random) -> Found:
    """The hand with the rest of the deck under its cards."""
    setup = found.record.setup
    rest: list[Card] = list(DECK * found.record.game.decks(setup.options))
    for card in setup.deck:
        rest.remove(card)
    chance.shuffle(rest)
    whole = replace(setup, deck=(*setup.deck, *rest))
    return found._replace(record=replace(found.record, setup=whole))


def asked_of(view: View) -> Asked:
    """The question that a view poses to its own seat."""
    assert view.viewer is not None
    dealers = (pile.hand.cards for pile in view.piles if pile.key == "dealer")
    return Asked(
        hand=_cards(asked_about(view, view.viewer)),
        against=_cards(code for cards in dealers for code in cards if code),
        actions=frozenset(offer.action for offer in view.offers),
    )


def asked_then(raw: Mapping[str, Any]) -> Asked:
    """The question of a decision as reviews store it (`games.coach.as_json`)."""
    return Asked(
        hand=_cards(raw["cards"]),
        against=_cards(raw["against"]),
        actions=frozenset(action["action"] for action, _ in raw["options"]),
    )


def _cards(codes: "Iterator[str] | Sequence[str]") -> tuple[Card, ...]:
    return tuple(parse_card(code) for code in codes)

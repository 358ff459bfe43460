"""Which cards a view shows, and the worlds that look the same to its viewer."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from random import Random
from typing import Any

from games.engine.cards import DECK, Card, code_of, parse_card
from games.engine.game import Action, Seat
from games.engine.view import View
from tests.conformance.rounds import Course

_CODES = frozenset(map(code_of, DECK))


def cards_in(view: View) -> frozenset[Card]:
    """Every card whose code is anywhere in a view."""
    codes: set[str] = set()
    _find_codes(view, codes)
    return frozenset(map(parse_card, codes))


def _find_codes(value: object, codes: set[str]) -> None:
    if isinstance(value, str):
        if value in _CODES:
            codes.add(value)
    elif value is None or isinstance(value, int):
        return
    elif isinstance(value, Mapping):
        for part in value.values():
            _find_codes(part, codes)
    elif isinstance(value, list | tuple):
        for part in value:
            _find_codes(part, codes)
    else:
        kind: Any = type(value)
        for name in _fields_of(kind):
            _find_codes(getattr(value, name), codes)


@cache
def _fields_of(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


def seen_before(course: Course, viewer: Seat | None) -> frozenset[Card]:
    """All that a viewer has been shown in the course of a round, before its last state."""
    views = [course.game.view(state, viewer, reconciled=False) for state in course.states[:-1]]
    return frozenset().union(*map(cards_in, views))


Renaming = Mapping[Card, Card]


def renamings(
    course: Course, seen: frozenset[Card], random: Random, count: int
) -> Iterator[Renaming]:
    """Ways to give the cards that a viewer has not seen other names.

    First all at once, then two at a time, at least one of them a card that has been dealt: with
    fewer changes, more rounds can take the same course.
    """
    hidden = [card for card in DECK if card not in seen]
    dealt = sorted(set(course.setup.deck[: course.game.dealt(course.end)]).intersection(hidden))
    others = random.sample(hidden, len(hidden))
    yield dict(zip(hidden, others, strict=True))
    for _ in range(count if dealt else 0):
        one, other = random.choice(dealt), random.choice(hidden)
        yield {one: other, other: one}


def renamed_deck(course: Course, renaming: Renaming, random: Random) -> tuple[Card, ...]:
    """The deck with its cards renamed, and those not dealt yet in another order."""
    deck = [renaming.get(card, card) for card in course.setup.deck]
    dealt = course.game.dealt(course.end)
    rest = deck[dealt:]
    random.shuffle(rest)
    return tuple(deck[:dealt] + rest)


def renamed_actions(
    actions: tuple[tuple[Seat, Action], ...], renaming: Renaming
) -> tuple[tuple[Seat, Action], ...]:
    """The same decisions about the renamed cards: a discard is of the same card of the hand."""
    renamed: list[tuple[Seat, Any]] = []
    for seat, action in actions:
        discard = action.discard
        if discard is not None:
            discard = tuple(renaming.get(card, card) for card in discard)
        renamed.append((seat, Action(action.name, action.amount, discard)))
    return tuple(renamed)
